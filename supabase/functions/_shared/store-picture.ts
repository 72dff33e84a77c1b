/** Stores a fetched picture in its owner's folder. */
import type { DatabaseClient } from './database.ts'
import type { FetchedPicture } from './fetch-picture.ts'
import { PictureError } from './fetch-picture.ts'

/** @param client whose policies and quotas apply to the upload @returns the path, bucket first */
export async function storePicture(
  client: DatabaseClient,
  bucket: string,
  owner: string,
  { bytes, type, extension }: FetchedPicture,
): Promise<string> {
  const path = `${owner}/${crypto.randomUUID()}.${extension}`
  const file = new Blob([bytes], { type })
  const { error } = await client.storage
    .from(bucket)
    .upload(path, file, { contentType: type, cacheControl: '31536000' })
  if (error)
    throw new PictureError('The picture could not be saved. Please upload it as a file.', false, { cause: error })
  return `${bucket}/${path}`
}
