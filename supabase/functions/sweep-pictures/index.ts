/** Deletes pictures of deleted accounts. Called by the database: when an account is deleted, and every night by its scheduler. */

import { coalesceRuns } from '../_shared/coalesce-runs.ts'
import { type DatabaseClient, openServiceClient, unwrap } from '../_shared/database.ts'
import { serveScheduler } from '../_shared/scheduler.ts'
import { readSettings } from '../_shared/settings.ts'

const runSweep = coalesceRuns(async () => {
  const service = openServiceClient(readSettings())
  while ((await sweepBatch(service)) > 0);
})

/** @returns the number of deleted pictures */
async function sweepBatch(service: DatabaseClient): Promise<number> {
  const pictures = unwrap(await service.rpc('orphaned_pictures', { batch_size: 500 }))
  let deleted = 0
  for (const bucket of new Set(pictures.map((picture) => picture.bucket))) {
    const paths = pictures.filter((picture) => picture.bucket === bucket).map(({ path }) => path)
    const { data, error } = await service.storage.from(bucket).remove(paths)
    if (error) throw error
    deleted += data.length
  }
  return deleted
}

serveScheduler(runSweep)
