/**
 * `{ checkout_id }` of the caller's own checkout, `{ balance_of }`: their order whose balance they pay, or `{ link }`: the token of a payment
 * link, which needs no account -> `{ url }` of its payment page. A repeat returns the same page.
 */
import { z } from 'zod'
import { readBody } from '../_shared/body.ts'
import { openServiceClient, requireMember, unwrap } from '../_shared/database.ts'
import { openBalancePayment, openLinkedPayment, openPayment } from '../_shared/open-payment.ts'
import { callProvider, openProvider } from '../_shared/provider.ts'
import { json, Refusal, serve } from '../_shared/responses.ts'
import { readSettings } from '../_shared/settings.ts'

const bodySchema = z.union([
  z.object({ checkout_id: z.uuid() }),
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
  const payment =
    'link' in body
      ? await openLinkedPayment({ service, provider, token: body.link, feePercent })
      : 'checkout_id' in body
        ? await openPayment({ service, provider, checkoutId: body.checkout_id, member: await member(), feePercent })
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
