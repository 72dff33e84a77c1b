/** Sends due push messages. Called by the database when a notification is written, and by its scheduler. */
import { coalesceRuns } from '../_shared/coalesce-runs.ts'
import { openServiceClient } from '../_shared/database.ts'
import { json, Refusal } from '../_shared/responses.ts'
import { serveScheduler } from '../_shared/scheduler.ts'
import { sendPushes } from '../_shared/send-pushes.ts'
import { readSettings } from '../_shared/settings.ts'

/** Requests share a run. A run does not wait for push services, so a slow one delays no other push. */
const runPushes = coalesceRuns(async () => {
  const settings = readSettings()
  if (!settings.push) throw noKeys()
  await sendPushes(openServiceClient(settings), settings.push)
})

const noKeys = () => new Refusal(503, 'push_keys', 'Push messages are not configured: VAPID_PUBLIC_KEY is missing.')

serveScheduler(runPushes, async ({ push }) => {
  if (!push) throw noKeys()
  // Browsers subscribe with this key, so that only this site can send to them.
  return json({ publicKey: push.vapid.publicKey })
})
