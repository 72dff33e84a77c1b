/** What the tests of this folder share: markets in data folders, with pictures. */
import path from 'node:path'
import { copyTemplateFolder, openTestDatabase } from '#backend/database/testing'
import { type StoredObject, writeObject } from './objects.ts'
import { type Place, withFiles } from './place.ts'

export const migrations = path.resolve('supabase/migrations')

/** Creates a migrated database in a data folder. */
export const createMarket = (dataDir: string) => copyTemplateFolder(path.join(dataDir, 'database'), migrations)

/** A market in a test database, with its objects in a folder. */
export const openMarket = async (folder: string): Promise<Place> =>
  withFiles(await openTestDatabase({ migrations, timeoutMs: 60_000 }), folder)

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** A picture of one pixel. @param variant pictures with different ones have different bytes */
export const pngOf = (variant: number) => Buffer.concat([png, Buffer.from([variant])])

/** Stores a picture through the storage API of a place. */
export async function addPicture({ storage }: Place, name: string, variant = 0): Promise<StoredObject> {
  if (!storage) throw new Error('The place has no storage API.')
  const at = '2026-11-01 00:00:00+00'
  const times = { createdAt: at, updatedAt: at }
  const bytes = pngOf(variant)
  const type = { contentType: 'image/png', cacheControl: 'max-age=3600' }
  const owner = { ownerId: null, userMetadata: null }
  const picture = { bucket: 'product_images', name, bytes: bytes.length, ...owner, ...times, ...type }
  await writeObject(storage, picture, bytes)
  return picture
}
