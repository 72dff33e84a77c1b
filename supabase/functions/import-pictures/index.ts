/** Takes over pictures that were given by their address through the table API. Called by the database: by the writing of such an address, and by its scheduler. */
import { check, openService, type Service, unwrap } from '../_shared/database.ts'
import { fetchPicture, PictureProblem } from '../_shared/fetch-picture.ts'
import { keepPicture } from '../_shared/keep-picture.ts'
import { serveScheduler } from '../_shared/scheduler.ts'
import { readSettings, type Settings } from '../_shared/settings.ts'
import { inTurns } from '../_shared/turns.ts'

interface Due {
  readonly id: string
  readonly owner_id: string
  readonly bucket: string
  readonly address: string
  readonly attempts: number
}

const mostAttempts = 3

const importInTurns = inTurns(async () => {
  const settings = readSettings()
  const service = openService(settings)
  for (;;) {
    const due: readonly Due[] = unwrap(await service.rpc('claim_picture_imports', { most: 5 }))
    if (due.length === 0) return
    for (const each of due) await takeOver(service, settings, each)
  }
})

async function takeOver(service: Service, settings: Settings, { id, owner_id, bucket, address, attempts }: Due) {
  try {
    const path =
      ownPath(settings, address) ?? (await keepPicture(service, bucket, owner_id, await fetchPicture(address)))
    check(await service.rpc('finish_picture_import', { import_id: id, path }))
  } catch (error) {
    if (!(error instanceof PictureProblem)) throw error
    const is_final = error.isFinal || attempts >= mostAttempts
    check(await service.rpc('fail_picture_import', { import_id: id, reason: error.message, is_final }))
  }
}

/** The public address of a file that lies in our own storage already, as getPublicUrl() writes it. */
function ownPath({ supabaseUrl, siteUrl }: Settings, address: string): string | null {
  for (const origin of [supabaseUrl, siteUrl]) {
    const start = `${origin}/storage/v1/object/public/`
    const path = address.startsWith(start) ? address.slice(start.length).replace(/[?#].*$/, '') : ''
    if (/^(product_images|shop_images|profile_images)\/[^\s<>"'\\]+$/.test(path) && !/(^|\/)\.\.?(\/|$)/.test(path))
      return path
  }
  return null
}

serveScheduler(importInTurns)
