/** Imports pictures whose address was written through the table API. */
import { check, type DatabaseClient, unwrap } from './database.ts'
import { fetchPicture, PictureError } from './fetch-picture.ts'
import { type Network, publicNetwork } from './public-request.ts'
import type { Settings } from './settings.ts'
import { storePicture } from './store-picture.ts'

interface Due {
  readonly id: string
  readonly owner_id: string
  readonly bucket: string
  readonly address: string
  readonly attempts: number
  readonly has_room: boolean
}

type Addresses = Pick<Settings, 'supabaseUrl' | 'siteUrl'>

const maxAttempts = 3
/** Each may be as large as 5 MB, and take ten seconds. */
const importsAtOnce = 10

/** Resolves once no picture is due. Imports one of an owner at a time, so that a silent server delays its own seller alone. Safe to run concurrently, because a claimed picture is not claimed again. */
export async function importPictures(
  service: DatabaseClient,
  addresses: Addresses,
  network: Network = publicNetwork,
): Promise<void> {
  /** By owner. */
  const running = new Map<string, Promise<void>>()
  for (;;) {
    const busy_owners = [...running.keys()]
    const batch_size = importsAtOnce - busy_owners.length
    const due: readonly Due[] = unwrap(await service.rpc('claim_picture_imports', { batch_size, busy_owners }))
    if (due.length === 0 && busy_owners.length === 0) return
    for (const each of due) {
      const done = importPicture(service, addresses, network, each)
        .catch(console.error)
        .finally(() => running.delete(each.owner_id))
      running.set(each.owner_id, done)
    }
    if (running.size > 0) await Promise.race(running.values())
  }
}

async function importPicture(service: DatabaseClient, addresses: Addresses, network: Network, due: Due): Promise<void> {
  const { id, address, attempts } = due
  try {
    const known = ownPath(addresses, address)
    const path = known ?? (await copyPicture(service, network, due))
    const isNamed = unwrap(await service.rpc('finish_picture_import', { import_id: id, path }))
    if (!known && !isNamed) await removePicture(service, path)
  } catch (error) {
    if (!(error instanceof PictureError)) throw error
    const is_final = error.isFinal || attempts >= maxAttempts
    check(await service.rpc('fail_picture_import', { import_id: id, reason: error.message, is_final }))
  }
}

/** The service key bypasses the policy that limits a member's files, so the claim says whether another one fits. */
async function copyPicture(
  service: DatabaseClient,
  network: Network,
  { owner_id, bucket, address, has_room }: Due,
): Promise<string> {
  if (!has_room)
    throw new PictureError(
      'You have as many files as one account can keep. Please delete some that you no longer use.',
      true,
    )
  return storePicture(service, bucket, owner_id, await fetchPicture(address, network))
}

/** Deletes the copy of a picture that was replaced during its import, because nothing names it. */
async function removePicture(service: DatabaseClient, path: string): Promise<void> {
  const [bucket = '', ...names] = path.split('/')
  const { error } = await service.storage.from(bucket).remove([names.join('/')])
  if (error) throw error
}

/** The path of a file that is already in our storage, from its getPublicUrl() address. */
function ownPath({ supabaseUrl, siteUrl }: Addresses, address: string): string | null {
  for (const origin of [supabaseUrl, siteUrl]) {
    const start = `${origin}/storage/v1/object/public/`
    const path = address.startsWith(start) ? address.slice(start.length).replace(/[?#].*$/, '') : ''
    if (/^(product_images|shop_images|profile_images)\/[^\s<>"'\\]+$/.test(path) && !/(^|\/)\.\.?(\/|$)/.test(path))
      return path
  }
  return null
}
