/** Sends due refunds and transfers, and charges orders of subscriptions. Called by the database: by its scheduler, and when a refund is requested. */
import { coalesceRuns } from '../_shared/coalesce-runs.ts'
import { openServiceClient } from '../_shared/database.ts'
import { openProvider } from '../_shared/open-provider.ts'
import { Refusal } from '../_shared/responses.ts'
import { serveScheduler } from '../_shared/scheduler.ts'
import { readSettings } from '../_shared/settings.ts'
import { settle } from '../_shared/settle.ts'

const runSettlement = coalesceRuns(async () => {
  const settings = readSettings()
  const provider = await openProvider(settings)
  if (!provider) throw new Refusal(503, 'provider', 'Payments are not set up here yet.')
  await settle(openServiceClient(settings), provider, settings)
})

serveScheduler(runSettlement)
