/**
 * `{ checkout_id }` of the caller's own checkout, `{ balance_of }`: their order whose balance they pay, or `{ link }`: the token of a payment
 * link, which needs no account -> `{ url }` of its payment page. A repeat returns the same page. With `save_card` the card that pays there is
 * saved. With `saved_card`, the id of one, that card is charged at once, and the URL is that of the paid checkout.
 */
import { z } from 'zod'
import { readBody } from '../_shared/body.ts'
import { type Charged, type ChargeOptions, chargeCheckout } from '../_shared/charge-card.ts'
import { openServiceClient, requireMember, unwrap } from '../_shared/database.ts'
import { openBalancePayment, openLinkedPayment, openPayment } from '../_shared/open-payment.ts'
import { openProvider } from '../_shared/open-provider.ts'
import { callProvider } from '../_shared/provider.ts'
import { json, Refusal, serve } from '../_shared/responses.ts'
import { readSettings, type Settings } from '../_shared/settings.ts'
import { settleSoon } from '../_shared/settle.ts'

const bodySchema = z.union([
  z.object({ checkout_id: z.uuid(), saved_card: z.uuid().optional(), save_card: z.boolean().optional() }),
  z.object({ balance_of: z.uuid() }),
  z.object({ link: z.string().regex(/^[0-9a-f]{32}$/) }),
])

serve(['POST'], async (request) => {
  const settings = readSettings()
  const service = openServiceClient(settings)
  const body = await readBody(request, bodySchema)
  const member = () => requireMember(request, service)
  const provider = await openProvider(settings)
  if (!provider) throw new Refusal(503, 'provider', 'Payments are not set up here yet.')

  const { feePercent } = settings
  const own = async (checkoutId: string) => ({ service, provider, checkoutId, member: await member(), feePercent })
  if ('checkout_id' in body && body.saved_card) {
    const options = await own(body.checkout_id)
    return json({ url: await charge({ ...options, cardId: body.saved_card, isOffSession: false }, settings) })
  }
  const payment =
    'link' in body
      ? await openLinkedPayment({ service, provider, token: body.link, feePercent })
      : 'checkout_id' in body
        ? await openPayment({ ...(await own(body.checkout_id)), savesCard: body.save_card })
        : await openBalancePayment({ service, provider, orderId: body.balance_of, member: await member() })
  if (payment.status === 'paid') return json({ url: `${payment.returnPath}?payment=done` })
  if (payment.url) return json({ url: payment.url })
  const { toOpen } = payment
  const session = await callProvider(() => provider.openSession(toOpen))
  const attached = unwrap(
    await service.rpc('attach_payment_session', {
      payment_id: toOpen.paymentId,
      session_id: session.sessionId,
      url: session.url,
    }),
  )
  return json({ url: z.object({ url: z.string() }).parse(attached).url })
})

/** @returns the page of the paid checkout. @throws Refusal, if the card was not charged */
async function charge(options: ChargeOptions, settings: Settings): Promise<string> {
  const { result, returnPath } = await chargeCheckout(options)
  if (result === 'paid' || result === 'refunding') settleSoon(options.service, options.provider, settings)
  const problem = problems[result]
  if (problem) throw new Refusal(402, `card_${result}`, problem)
  // The page says what became of a payment that is pending or goes back.
  return `${returnPath}?payment=done`
}

const problems: Partial<Record<Charged['result'], string>> = {
  declined: 'Your card was declined, and nothing was charged. Please pay with another card.',
  confirmation:
    'Your bank asks you to confirm this payment, and nothing was charged yet. Please go on to the payment page.',
}
