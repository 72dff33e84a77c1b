/** Takes the pictures of accounts that are gone out of storage. Called by the database: by the deletion of an account, and by its scheduler every night. */
import { openService, type Service, unwrap } from '../_shared/database.ts'
import { serveScheduler } from '../_shared/scheduler.ts'
import { readSettings } from '../_shared/settings.ts'
import { inTurns } from '../_shared/turns.ts'

const sweepInTurns = inTurns(async () => {
  const service = openService(readSettings())
  while ((await sweepSome(service)) > 0);
})

/** @returns how many are gone now */
async function sweepSome(service: Service): Promise<number> {
  const pictures = unwrap(await service.rpc('orphaned_pictures', { most: 500 }))
  let gone = 0
  for (const bucket of new Set(pictures.map((picture) => picture.bucket))) {
    const paths = pictures.filter((picture) => picture.bucket === bucket).map(({ path }) => path)
    const { data, error } = await service.storage.from(bucket).remove(paths)
    if (error) throw error
    gone += data.length
  }
  return gone
}

serveScheduler(sweepInTurns)
