/** Pictures on their way to storage and out of it again. */
import { refusedImage } from '#domain/image-upload'
import type { AppContext } from '#web/app/app-context.ts'
import { extensionOf, PictureError } from './prepare-picture.ts'

export type PictureBucket = 'product_images' | 'shop_images' | 'profile_images' | 'review_pictures' | 'chat_pictures'

export interface PictureUpload {
  readonly bucket: PictureBucket
  /** Begins with the user's id: that is where the policies let them write. */
  readonly folder: string
  /** Of the file, without its ending: one that was stored under it before is taken as this one. A new one when absent. */
  readonly name?: string
  /** As `preparePicture` made it. */
  readonly file: File
  /** Hears how much of the file has been sent, 0 to 1. */
  readonly onProgress?: (fraction: number) => void
  readonly signal?: AbortSignal
}

const uploadFailed = 'The picture could not be uploaded. Please try again.'

/** Under a name of its own, so that a picture can be cached for good. @returns its path as the database keeps it, bucket first */
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

function alreadyExists(error: { message: string; statusCode?: string }): boolean {
  return error.statusCode === '409' || /already exists/i.test(error.message)
}

const oneYearSeconds = '31536000'

/** Whether an upload failed because nothing answered: then the same may succeed later. */
export function wasUnreachable(error: unknown): boolean {
  if (!(error instanceof PictureError)) return false
  const { cause } = error
  if (typeof cause === 'string') return cause.startsWith('0 ')
  return cause instanceof Error && !('status' in cause && typeof cause.status === 'number')
}

/** As storage-js does it, but by XMLHttpRequest: `fetch` tells nobody how far a request has come. */
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

/** Best effort: a picture left behind does no harm. Pictures from elsewhere are not ours to remove. */
export async function removePictures(app: AppContext, sources: readonly string[]): Promise<void> {
  const client = await app.supabase()
  const byBucket = new Map<string, string[]>()
  for (const source of sources) {
    const [, bucket = '', path = ''] =
      /^(product_images|shop_images|profile_images|review_pictures|chat_pictures)\/(.+)$/.exec(source) ?? []
    if (path) byBucket.set(bucket, [...(byBucket.get(bucket) ?? []), path])
  }
  await Promise.all([...byBucket].map(([bucket, paths]) => client.storage.from(bucket).remove(paths)))
}

export function removePicture(app: AppContext, source: string): Promise<void> {
  return removePictures(app, [source])
}
