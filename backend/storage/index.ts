/** Supabase Storage's HTTP API over blobs, on disk or in S3, and the tables of schema `storage`. */
import { join } from 'node:path'
import type { Database } from '#backend/database/database'
import type { Caller } from '#backend/http/caller'
import type { MatchedRequest } from '#backend/http/routes'
import type { Tokens } from '#backend/tokens'
import { createBlobCleanup } from './blob-cleanup.ts'
import type { CleanUpload, StorageContext, StorageSettings } from './context.ts'
import { createDiskBlobs } from './disk-blobs.ts'
import { errorResponse, noSuchRoute, toStorageError } from './errors.ts'
import { defaultImageLimits } from './images/decode-cost.ts'
import { openRenderedCache } from './images/rendered-cache.ts'
import { createRenderer } from './images/renderer.ts'
import { decodePart, findRoute, prefix } from './routes.ts'
import { createS3Blobs } from './s3-blobs.ts'
import type { S3Settings } from './s3-client.ts'
import { createUrlSigner } from './url-signer.ts'

export type { CleanUpload, StorageSettings } from './context.ts'
export { S3Error, type S3Settings } from './s3-client.ts'

export interface StorageOptions {
  readonly database: Database
  /** Directory of the objects. It belongs in the same backup as the database. */
  readonly directory: string
  /** Stores the objects in S3 instead of `directory`. */
  readonly s3?: S3Settings | undefined
  /** How many processes share `cacheDirectory`; 1 by default. */
  readonly processes?: number | undefined
  /** Directory of rendered images. It may be deleted at any time. */
  readonly cacheDirectory: string
  /** Signs and verifies signed URLs. */
  readonly tokens: Tokens
  readonly settings?: Partial<StorageSettings>
  /** For uploads to buckets that accept only pictures, except with the service key. */
  readonly cleanUpload?: CleanUpload | undefined
  /** Leaves the removal of blobs and of abandoned files to the server's own start. */
  readonly skipsStartupCleanup?: boolean
  readonly log?: { error(context: object, message: string): void }
}

export interface Storage {
  /** Finds the route of a request under /storage/v1. The caller is null without a key. */
  match(request: Request): MatchedRequest<Caller | null>
  /** Resolves when no removal is running. */
  settled(): Promise<void>
  close(): Promise<void>
}

const defaults: StorageSettings = {
  fileSizeLimitBytes: 50 * 1024 * 1024,
  imageLimits: defaultImageLimits,
  renderedBytes: 1024 * 1024 * 1024,
}

/** Age at which the file of an unfinished write is deleted. */
const abandonedMs = 6 * 60 * 60 * 1000

export async function createStorage(options: StorageOptions): Promise<Storage> {
  const { database, log } = options
  const settings = { ...defaults, ...options.settings }
  const blobs = options.s3
    ? await createS3Blobs(options.s3, join(options.cacheDirectory, 's3'))
    : await createDiskBlobs(options.directory)
  // Each process counts the files it made and those present at its start, so the shares together keep the limit.
  const share = settings.renderedBytes / (options.processes ?? 1)
  const rendered = openRenderedCache(join(options.cacheDirectory, 'images'), share)
  const onCacheFailure = (error: unknown) => log?.error({ err: error }, 'a rendered image could not be cached')
  const logFailure = (error: unknown) => log?.error({ err: error }, 'blobs without a row could not be removed')
  const cleanup = createBlobCleanup(database, blobs, rendered.removeVersion, logFailure)
  const context: StorageContext = {
    database,
    blobs,
    cleanup,
    renderer: createRenderer(blobs, rendered, { limits: settings.imageLimits, onCacheFailure }),
    signer: createUrlSigner(options.tokens),
    settings,
    cleanUpload: options.cleanUpload,
  }

  const removeRemains = () => {
    cleanup.removeDue()
    return blobs.removeAbandoned(new Date(Date.now() - abandonedMs)).catch(logFailure)
  }
  const startupCleanup = Promise.all([
    options.skipsStartupCleanup ? undefined : removeRemains(),
    rendered.loaded.catch(onCacheFailure),
  ])

  async function respond(found: ReturnType<typeof findRoute>, request: Request, caller: Caller | null) {
    const { pathname, searchParams } = new URL(request.url)
    if (found.kind !== 'route') throw noSuchRoute(`${request.method}:${pathname.slice(prefix.length)}`)
    const [, , , endpoint] = found.route
    const [bucket, key] = [decodePart(found.params.bucket), decodePart(found.params.rest)]
    return endpoint(context, { request, query: searchParams, caller, bucket, key })
  }

  async function settled(): Promise<void> {
    await startupCleanup
    await cleanup.settled()
  }

  return {
    match(matched) {
      const found = findRoute(matched)
      return {
        limit: found.limit,
        async respond(request, caller) {
          try {
            return await respond(found, request, caller)
          } catch (thrown) {
            const error = toStorageError(thrown)
            if (error.status >= 500)
              log?.error({ err: thrown, path: new URL(request.url).pathname }, 'a storage request failed')
            return errorResponse(error)
          }
        },
      }
    },
    settled,
    close: settled,
  }
}
