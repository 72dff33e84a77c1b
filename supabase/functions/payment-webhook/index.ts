/** The webhook of payment providers. Requires a valid signature, and responds with 200 only after storing the event. */

import { openServiceClient } from '../_shared/database.ts'
import { openProvider } from '../_shared/open-provider.ts'
import { recordEvent } from '../_shared/record-event.ts'
import { json, Refusal, serve } from '../_shared/responses.ts'
import { readSettings } from '../_shared/settings.ts'
import { settleSoon } from '../_shared/settle.ts'
import { signatureHeaders } from '../_shared/signature.ts'

serve(['POST'], async (request) => {
  const settings = readSettings()
  const provider = await openProvider(settings)
  if (!provider || !request.headers.has(signatureHeaders[provider.name]))
    throw new Refusal(400, 'signature', 'The request is not signed by the payment provider.')
  const event = await provider.readEvent(request)
  if (!event) return json({ result: 'ignored' })
  const service = openServiceClient(settings)
  const result = await recordEvent(service, provider, event)
  if (event.kind === 'payment' && event.outcome === 'succeeded') settleSoon(service, provider, settings)
  return json(result)
})
