/** The way from an order that is placed to where it is paid. */
import { z } from 'zod'
import type { AppContext } from '#web/app/app-context.ts'
import { callFunction } from '#web/app/call-function.ts'

const responseSchema = z.object({ url: z.string() })

/**
 * Opens the payment page, away from this site or on it.
 * @throws QueryError whose message is for people
 */
export async function startPayment(app: AppContext, checkoutId: string): Promise<void> {
  const { url } = await callFunction(app, 'checkout', { checkout_id: checkoutId }, responseSchema)
  // Who comes back by the browser's own button would find this page as it was left: busy, and knowing of nothing since.
  window.addEventListener('pageshow', ({ persisted }) => persisted && window.location.reload(), { once: true })
  window.location.assign(new URL(url, window.location.href))
}
