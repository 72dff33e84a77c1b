/** Payments by the function `checkout`. Its payment pages are on the provider's site or on this one. */
import { z } from 'zod'
import type { AppContext } from './app-context.ts'
import { callFunction } from './call-function.ts'

const pageSchema = z.object({ url: z.string() })

/**
 * @param payment what is to be paid, and by which card
 * @returns the payment page, or the page that follows the charge of a saved card
 * @throws QueryError with a message for members
 */
export async function requestPayment(app: AppContext, payment: object): Promise<string> {
  return (await callFunction(app, 'checkout', payment, pageSchema)).url
}

/** Leaves for the payment page of what is to be paid. @throws QueryError with a message for members */
export async function payOnPage(app: AppContext, payment: object): Promise<void> {
  openPaymentPage(await requestPayment(app, payment))
}

export function openPaymentPage(url: string): void {
  // With the back button the browser may restore this page as it was: busy and outdated. It is reloaded then.
  window.addEventListener('pageshow', ({ persisted }) => persisted && window.location.reload(), { once: true })
  window.location.assign(new URL(url, window.location.href))
}
