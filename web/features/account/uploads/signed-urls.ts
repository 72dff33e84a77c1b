/** Signed URLs of pictures in private buckets. Paths are those of the database, which begin with the bucket. */
import type { AppContext } from '#platform/app-context.ts'
import { QueryError } from '#platform/unwrap.ts'

interface StorageError extends Error {
  readonly status?: number | undefined
}

function placeOf(path: string): { bucket: string; name: string } {
  const [bucket = '', ...names] = path.split('/')
  return { bucket, name: names.join('/') }
}

function failed(error: StorageError): QueryError {
  return new QueryError(error.message, error.status ?? 0, undefined, error)
}

/**
 * @param transform the width in pixels, and the quality up to 100; absent for the picture as it is stored
 * @throws QueryError
 */
export async function signedUrl(
  app: AppContext,
  path: string,
  expirySeconds: number,
  transform?: { width: number; quality: number },
): Promise<string> {
  const { storage } = await app.supabase()
  const { bucket, name } = placeOf(path)
  const options = transform && { transform }
  const { data, error } = await storage.from(bucket).createSignedUrl(name, expirySeconds, options)
  if (error) throw failed(error)
  return data.signedUrl
}

/** Of one bucket. A deleted picture has no URL. @throws QueryError */
export async function signedUrls(
  app: AppContext,
  paths: readonly string[],
  expirySeconds: number,
): Promise<readonly string[]> {
  const { storage } = await app.supabase()
  const { bucket } = placeOf(paths[0] ?? '')
  const names = paths.map((path) => placeOf(path).name)
  const { data, error } = await storage.from(bucket).createSignedUrls(names, expirySeconds)
  if (error) throw failed(error)
  return data.flatMap(({ signedUrl: url }) => url || [])
}
