/**
 * Imports pictures whose address was written through the table API. Called by the database: by a trigger after such a write, and by its
 * scheduler.
 */
import { coalesceRuns } from '../_shared/coalesce-runs.ts'
import { check, type DatabaseClient, openServiceClient, unwrap } from '../_shared/database.ts'
import { fetchPicture, PictureError } from '../_shared/fetch-picture.ts'
import { serveScheduler } from '../_shared/scheduler.ts'
import { readSettings, type Settings } from '../_shared/settings.ts'
import { storePicture } from '../_shared/store-picture.ts'

interface Due {
  readonly id: string
  readonly owner_id: string
  readonly bucket: string
  readonly address: string
  readonly attempts: number
}

const maxAttempts = 3

const runImports = coalesceRuns(async () => {
  const settings = readSettings()
  const service = openServiceClient(settings)
  for (;;) {
    const due: readonly Due[] = unwrap(await service.rpc('claim_picture_imports', { batch_size: 5 }))
    if (due.length === 0) return
    for (const each of due) await importPicture(service, settings, each)
  }
})

async function importPicture(
  service: DatabaseClient,
  settings: Settings,
  { id, owner_id, bucket, address, attempts }: Due,
) {
  try {
    const path =
      ownPath(settings, address) ?? (await storePicture(service, bucket, owner_id, await fetchPicture(address)))
    check(await service.rpc('finish_picture_import', { import_id: id, path }))
  } catch (error) {
    if (!(error instanceof PictureError)) throw error
    const is_final = error.isFinal || attempts >= maxAttempts
    check(await service.rpc('fail_picture_import', { import_id: id, reason: error.message, is_final }))
  }
}

/** The path of a file that is already in our storage, from its getPublicUrl() address. */
function ownPath({ supabaseUrl, siteUrl }: Settings, address: string): string | null {
  for (const origin of [supabaseUrl, siteUrl]) {
    const start = `${origin}/storage/v1/object/public/`
    const path = address.startsWith(start) ? address.slice(start.length).replace(/[?#].*$/, '') : ''
    if (/^(product_images|shop_images|profile_images)\/[^\s<>"'\\]+$/.test(path) && !/(^|\/)\.\.?(\/|$)/.test(path))
      return path
  }
  return null
}

serveScheduler(runImports)
