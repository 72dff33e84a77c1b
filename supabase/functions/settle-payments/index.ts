/**
 * Sends refunds and transfers that are due. Called by cron, and by the web app after a cancellation, without a token: it does what is due
 * anyway, once, whoever asks and however often, and tells them nothing.
 */
import { json, Refusal, serve } from '../_shared/answers.ts'
import { openService } from '../_shared/database.ts'
import { openProvider } from '../_shared/provider.ts'
import { readSettings } from '../_shared/settings.ts'
import { settle } from '../_shared/settle.ts'
import { inTurns } from '../_shared/turns.ts'

const settleInTurns = inTurns(async () => {
  const settings = readSettings()
  const provider = await openProvider(settings)
  if (!provider) throw new Refusal(503, 'provider', 'Payments are not set up here yet.')
  await settle(openService(settings), provider)
})

serve(['POST'], async () => {
  await settleInTurns()
  return json({ result: 'settled' })
})
