/** Sends refunds and transfers that are due. Called by the database, by its scheduler and where a refund is made. */
import { Refusal } from '../_shared/answers.ts'
import { openService } from '../_shared/database.ts'
import { openProvider } from '../_shared/provider.ts'
import { serveScheduler } from '../_shared/scheduler.ts'
import { readSettings } from '../_shared/settings.ts'
import { settle } from '../_shared/settle.ts'
import { inTurns } from '../_shared/turns.ts'

const settleInTurns = inTurns(async () => {
  const settings = readSettings()
  const provider = await openProvider(settings)
  if (!provider) throw new Refusal(503, 'provider', 'Payments are not set up here yet.')
  await settle(openService(settings), provider)
})

serveScheduler(settleInTurns)
