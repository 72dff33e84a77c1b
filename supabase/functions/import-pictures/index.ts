/**
 * Imports pictures whose address was written through the table API. Called by the database: by a trigger after such a write, and by its
 * scheduler.
 */
import { coalesceRuns } from '../_shared/coalesce-runs.ts'
import { openServiceClient } from '../_shared/database.ts'
import { importPictures } from '../_shared/import-pictures.ts'
import { serveScheduler } from '../_shared/scheduler.ts'
import { readSettings } from '../_shared/settings.ts'

const runImports = coalesceRuns(async () => {
  const settings = readSettings()
  await importPictures(openServiceClient(settings), settings)
})

serveScheduler(runImports)
