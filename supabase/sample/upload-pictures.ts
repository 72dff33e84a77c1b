/** Composes the sample's pictures and uploads them to their sellers' folders. */
import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { Database } from '../../domain/database.generated.ts'
import type { AccountIds } from './ids.ts'
import { allPictureFiles, type PictureFile } from './picture-paths.ts'
import { compose, encoding, type Picture } from './pictures.ts'

interface UploadOptions {
  readonly supabase: SupabaseClient<Database>
  readonly accounts: Promise<AccountIds>
  readonly cache?: string
}

/** Pictures composed at once: one is encoded while another is drawn. */
const concurrency = 3

/** @returns the number of uploaded pictures */
export async function uploadPictures({ supabase, accounts, cache }: UploadOptions): Promise<number> {
  const waiting = allPictureFiles()
  const count = waiting.length
  const work = async () => {
    for (let file = waiting.pop(); file; file = waiting.pop()) {
      const webp = await composeOnce(file.picture, cache)
      await upload(supabase, file, (await accounts)(file.seller), webp)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  return count
}

async function upload(
  supabase: SupabaseClient<Database>,
  file: PictureFile,
  seller: string,
  webp: Buffer,
): Promise<void> {
  const { error } = await supabase.storage
    .from(file.bucket)
    .upload(`${seller}/${file.name}`, webp, { contentType: 'image/webp', cacheControl: '86400', upsert: true })
  if (error) throw new Error(`The picture ${file.name} could not be uploaded: ${error.message}`, { cause: error })
}

/**
 * Composes a picture, or reads it from the cache. Its file name is a digest of its content, so a changed picture gets a new name.
 * @param cache a folder, or undefined
 */
export async function composeOnce(picture: Picture, cache: string | undefined): Promise<Buffer> {
  if (cache === undefined) return compose(picture)
  const name = createHash('sha256')
    .update(JSON.stringify([picture, encoding]))
    .digest('hex')
    .slice(0, 32)
  const file = path.join(cache, `${name}.webp`)
  const known = await readFile(file).catch(() => null)
  if (known) return known
  const webp = await compose(picture)
  // Without the cache the next database only takes longer. In an image, and for the systemd service, the folder cannot be written.
  await store(file, webp).catch(() => {})
  return webp
}

async function store(file: string, webp: Buffer): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true })
  // Renamed once complete, so that concurrent readers see no partial file.
  const unfinished = `${file}.${process.pid}`
  await writeFile(unfinished, webp)
  await rename(unfinished, file)
}
