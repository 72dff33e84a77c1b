/** Places the order and opens its payment. A server error stays until the buyer changes something. */
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { orderRequest } from '#domain/checkout'
import { locateAddress } from '#features/addresses'
import { useApp } from '#platform/app-context.ts'
import { type CheckoutError, errorFor, type OrderError, readOrderError } from './checkout-errors.ts'
import { refreshOffers } from './pickup-slots.ts'
import type { PlacedOrder, PlaceOrder } from './place-order.ts'
import { startPayment } from './start-payment.ts'
import type { CheckoutState } from './use-checkout.ts'

interface PayOptions {
  readonly userId: string
  readonly checkout: CheckoutState
  readonly placeOrder: PlaceOrder
  readonly showErrors: () => void
}

export function usePay({ userId, checkout, placeOrder, showErrors }: PayOptions) {
  const app = useApp()
  const navigate = useNavigate()
  const [hasSubmitted, setHasSubmitted] = useState(false)
  const [orderError, setOrderError] = useState<OrderError | null>(null)
  const [isPaying, setPaying] = useState(false)
  const { lines, validationErrors, ordered, isDelivered, address, totals } = checkout

  async function send(): Promise<PlacedOrder> {
    if (isDelivered && address) await locateAddress(app, userId, address)
    const addressId = address?.id ?? null
    const request = orderRequest({ parts: ordered, addressId, totalPence: totals.totalPence })
    return placeOrder(request)
  }

  /** The order is placed. Its own page continues from there, even if the payment fails. */
  async function openPayment({ checkoutId, isPaid }: PlacedOrder): Promise<void> {
    const opened =
      !isPaid &&
      (await startPayment(app, checkoutId).then(
        () => true,
        () => false,
      ))
    if (!opened) void navigate(`/checkout/${checkoutId}`)
  }

  async function pay(): Promise<void> {
    setHasSubmitted(true)
    setOrderError(null)
    if (validationErrors.length > 0 || ordered.length === 0) return showErrors()
    setPaying(true)
    try {
      await openPayment(await send())
    } catch (error) {
      const refused = readOrderError(error)
      setOrderError(refused)
      if (refused.isOutdated) await refreshOffers(app.queryClient)
      setPaying(false)
      showErrors()
    }
  }

  return {
    pay: () => void pay(),
    isPaying,
    errors: shownErrors(hasSubmitted ? validationErrors : [], orderError && errorFor(orderError, lines)),
    /** For any change of the form: only a new attempt can tell whether it has solved the problem. */
    clearError: () => setOrderError(null),
  }
}

/** A server error replaces a validation error of the same section. */
function shownErrors(
  validationErrors: readonly CheckoutError[],
  refused: CheckoutError | null,
): readonly CheckoutError[] {
  return refused ? [refused, ...validationErrors.filter(({ id }) => id !== refused.id)] : validationErrors
}
