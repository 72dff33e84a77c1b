/** Uploads pictures to storage and removes them. */
import { refusedImage } from '#domain/values/image-upload'
import type { AppContext } from '#platform/app-context.ts'
import { extensionOf, PictureError } from './prepare-picture.ts'

const buckets = [
  'product_images',
  'shop_images',
  'profile_images',
  'review_pictures',
  'chat_pictures',
  'problem_pictures',
] as const
export type PictureBucket = (typeof buckets)[number]

/** A picture in a form. */
export interface ChosenPicture {
  /** Null for a picture that is stored. */
  readonly file: File | null
  /** A blob URL, or the path of a stored picture. */
  readonly source: string
}

export interface PictureUpload {
  readonly bucket: PictureBucket
  /** Begins with the user's id, because policies only allow writing there. */
  readonly folder: string
  /**
   * The file name without extension; random if absent. If a file of this name already exists, it counts as uploaded.
   */
  readonly name?: string
  /** From `preparePicture`. */
  readonly file: File
  /** Called with the uploaded fraction, 0 to 1. */
  readonly onProgress?: (fraction: number) => void
  readonly signal?: AbortSignal
}

export const uploadFailed = 'The picture could not be uploaded. Please try again.'

/**
 * Uses a new name by default, so that a picture can be cached forever. @returns its path in the database, including
 * the bucket
 */
export async function uploadPicture(app: AppContext, upload: PictureUpload): Promise<string> {
  const { bucket, folder, name = crypto.randomUUID(), file } = upload
  const path = `${folder}/${name}.${extensionOf(file.type)}`
  const { data, error } = await (await app.supabase()).storage.from(bucket).createSignedUploadUrl(path)
  if (error) {
    if (upload.name !== undefined && alreadyExists(error)) return `${bucket}/${path}`
    throw new PictureError(uploadFailed, { cause: error })
  }
  await send(data.signedUrl, upload)
  return `${bucket}/${path}`
}

/**
 * Uploads the pictures that are not stored yet. @returns the paths of all
 * @param onUploaded marks a picture as stored, so that a repetition continues with the next
 */
export async function uploadChosen(
  app: AppContext,
  place: Pick<PictureUpload, 'bucket' | 'folder'>,
  pictures: readonly ChosenPicture[],
  onUploaded: (picture: ChosenPicture, path: string) => void,
): Promise<string[]> {
  const paths: string[] = []
  for (const picture of pictures) {
    const { file, source } = picture
    const path = file ? await uploadPicture(app, { ...place, file }) : source
    if (file) onUploaded(picture, path)
    paths.push(path)
  }
  return paths
}

function alreadyExists(error: { message: string; statusCode?: string }): boolean {
  return error.statusCode === '409' || /already exists/i.test(error.message)
}

const oneYearSeconds = '31536000'

/** Whether the upload failed without a response. A retry may then succeed. */
export function wasUnreachable(error: unknown): boolean {
  if (!(error instanceof PictureError)) return false
  const { cause } = error
  if (typeof cause === 'string') return cause.startsWith('0 ')
  return cause instanceof Error && !('status' in cause && typeof cause.status === 'number')
}

/** Like storage-js, but with XMLHttpRequest: `fetch` reports no upload progress. */
function send(url: string, { file, onProgress, signal }: PictureUpload): Promise<void> {
  const body = new FormData()
  body.append('cacheControl', oneYearSeconds)
  body.append('', file)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const fail = () =>
      reject(
        new PictureError(refusedImage(request.responseText) ?? uploadFailed, {
          cause: `${request.status} ${request.responseText}`,
        }),
      )
    request.open('PUT', url)
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(loaded / total)
    request.onload = () => (request.status < 300 ? resolve() : fail())
    request.onerror = fail
    request.onabort = fail
    signal?.addEventListener('abort', () => request.abort())
    request.send(body)
  })
}

/** Best effort: a leftover picture does no harm. External pictures are skipped. */
export async function removePictures(app: AppContext, sources: readonly string[]): Promise<void> {
  const client = await app.supabase()
  const byBucket = new Map<string, string[]>()
  for (const source of sources) {
    const bucket = buckets.find((one) => source.startsWith(`${one}/`))
    const path = source.slice((bucket?.length ?? 0) + 1)
    if (bucket && path) byBucket.set(bucket, [...(byBucket.get(bucket) ?? []), path])
  }
  await Promise.all([...byBucket].map(([bucket, paths]) => client.storage.from(bucket).remove(paths)))
}

export function removePicture(app: AppContext, source: string): Promise<void> {
  return removePictures(app, [source])
}
