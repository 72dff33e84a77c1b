/** Places the order and opens its payment. A server error stays until the buyer changes something. */
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { orderRequest } from '#domain/checkout/checkout'
import { useMember } from '#features/account/auth'
import { locateAddress } from '#features/buy/addresses'
import { basketKeys } from '#keys/basket'
import { checkoutKeys } from '#keys/checkout'
import { memberKeys } from '#keys/member-keys'
import { useApp } from '#platform/app-context.ts'
import { messageFor } from '#platform/message-for.ts'
import { useWrite } from '#platform/use-write.ts'
import { type CheckoutError, errorFor, readOrderError } from './checkout-errors.ts'
import type { PlaceOrder } from './place-order.ts'
import { type PaymentChoice, startPayment } from './start-payment.ts'
import type { UnpaidState } from './unpaid.tsx'
import type { CheckoutState } from './use-checkout.ts'

interface PayOptions {
  readonly checkout: CheckoutState
  readonly placeOrder: PlaceOrder
  readonly payment: PaymentChoice
  readonly showErrors: () => void
}

export function usePay({ checkout, placeOrder, payment, showErrors }: PayOptions) {
  const { id: userId } = useMember()
  const app = useApp()
  const [hasSubmitted, setHasSubmitted] = useState(false)
  const order = useOrder({ checkout, placeOrder, payment })
  const { controls, lines, validationErrors, ordered } = checkout

  function pay(): void {
    setHasSubmitted(true)
    order.reset()
    // A proposed slot becomes the buyer's choice: when it is taken, no other replaces it.
    for (const { part, slot } of ordered) controls.choose(part.shop.id, { slot })
    if (validationErrors.length > 0 || ordered.length === 0) {
      showErrors()
      // What the preview refuses may have passed.
      void app.queryClient.invalidateQueries({ queryKey: basketKeys.previewsOf(userId) })
    } else order.mutate(undefined, { onError: showErrors })
  }

  return {
    pay,
    // After a success another page is opening.
    isPaying: order.isPending || order.isSuccess,
    errors: shownErrors(
      hasSubmitted ? validationErrors : [],
      order.isError ? errorFor(readOrderError(order.error), lines) : null,
    ),
    /** For any change of the form: only a new attempt can tell whether it has solved the problem. */
    clearError: () => order.isError && order.reset(),
  }
}

function useOrder({ checkout, placeOrder, payment }: Omit<PayOptions, 'showErrors'>) {
  const { id: userId } = useMember()
  const app = useApp()
  const navigate = useNavigate()
  const { ordered, isDelivered, address, phone, totals } = checkout
  return useWrite({
    run: async () => {
      if (isDelivered && address) await locateAddress(app, userId, address)
      const addressId = address?.id ?? null
      const placed = await placeOrder(orderRequest({ parts: ordered, addressId, phone, totalPence: totals.due }))
      // The order is placed. Its own page continues from there, even if the payment fails.
      const page = `/checkout/${placed.checkoutId}`
      if (placed.isPaid) return { page }
      try {
        return { page: await startPayment(app, placed.checkoutId, payment) }
      } catch (error) {
        return { page, problem: messageFor(error, 'Your payment could not be started. Please try again.') }
      }
    },
    failure: 'shown',
    onSuccess({ page, problem }) {
      if (page !== null) void navigate(page, { state: { problem } satisfies UnpaidState })
    },
    // Awaited, so that the error appears beside current products, slots and addresses.
    async onError(error) {
      if (!readOrderError(error).isOutdated) return
      const outdated = [checkoutKeys.offeredDays, memberKeys.all]
      await Promise.all(outdated.map((queryKey) => app.queryClient.invalidateQueries({ queryKey })))
    },
  })
}

/** A server error replaces a validation error of the same section. */
function shownErrors(
  validationErrors: readonly CheckoutError[],
  refused: CheckoutError | null,
): readonly CheckoutError[] {
  return refused ? [refused, ...validationErrors.filter(({ id }) => id !== refused.id)] : validationErrors
}
