/** Starts the payment of a placed order. */
import { useMutation } from '@tanstack/react-query'
import { z } from 'zod'
import { useMember } from '#features/auth'
import { type AppContext, useApp } from '#platform/app-context.ts'
import { callFunction } from '#platform/call-function.ts'
import { openPaymentPage } from '#platform/open-payment-page.ts'
import { checkoutKeys } from './keys.ts'

const responseSchema = z.object({ url: z.string() })

/**
 * Opens the payment page, on the provider's site or on this one.
 * @throws QueryError with a message for members
 */
export async function startPayment(app: AppContext, checkoutId: string): Promise<void> {
  const { url } = await callFunction(app, 'checkout', { checkout_id: checkoutId }, responseSchema)
  openPaymentPage(url)
}

export function useStartPayment() {
  const { id: userId } = useMember()
  const app = useApp()
  return useMutation({
    mutationFn: (checkoutId: string) => startPayment(app, checkoutId),
    meta: { invalidates: [checkoutKeys.all(userId)] },
  })
}
