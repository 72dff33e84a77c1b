/** `{ checkout_id }` of the caller's own checkout -> `{ url }` of its payment page. A repeat returns the same page. */
import { z } from 'zod'
import { readBody } from '../_shared/body.ts'
import { openServiceClient, requireMember, unwrap } from '../_shared/database.ts'
import { openPayment } from '../_shared/open-payment.ts'
import { callProvider, openProvider } from '../_shared/provider.ts'
import { json, Refusal, serve } from '../_shared/responses.ts'
import { readSettings } from '../_shared/settings.ts'

const bodySchema = z.object({ checkout_id: z.uuid() })

serve(['POST'], async (request) => {
  const settings = readSettings()
  const service = openServiceClient(settings)
  const member = await requireMember(request, service)
  const { checkout_id } = await readBody(request, bodySchema)
  const provider = await openProvider(settings)
  if (!provider) throw new Refusal(503, 'provider', 'Payments are not set up here yet.')

  const payment = await openPayment({
    service,
    provider,
    checkoutId: checkout_id,
    member,
    feePercent: settings.feePercent,
  })
  if (payment.status === 'paid') return json({ url: `/checkout/${checkout_id}?payment=done` })
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
