/** The way from an order that is placed to where it is paid. */
import { z } from 'zod'
import type { AppContext } from '#web/app/app-context.ts'

/** The message is for whoever wants to pay. */
export class PaymentError extends Error {
  override readonly name = 'PaymentError'
}

const failed = 'The payment page could not be opened. Please try again.'

const refusal = z.object({ message: z.string() })
const answer = z.object({ url: z.string() })

/**
 * Opens the payment page, away from this site or on it.
 * @throws PaymentError
 */
export async function startPayment(app: AppContext, checkoutId: string): Promise<void> {
  const client = await app.supabase()
  const { data, error } = await client.functions.invoke('checkout', { body: { checkout_id: checkoutId } })
  if (error) throw new PaymentError(await sentenceOf(error), { cause: error })
  const read = answer.safeParse(data)
  const url =
    read.success && URL.canParse(read.data.url, window.location.href)
      ? new URL(read.data.url, window.location.href)
      : null
  if (!url || !['https:', window.location.protocol].includes(url.protocol)) throw new PaymentError(failed)
  window.location.assign(url)
}

/** supabase-js keeps the answer of a function that refused as the error's context. */
async function sentenceOf(error: unknown): Promise<string> {
  if (!(error instanceof Error && 'context' in error && error.context instanceof Response)) return failed
  const said = refusal.safeParse(await error.context.json().catch(() => null))
  return said.success && error.context.status < 500 ? said.data.message : failed
}
