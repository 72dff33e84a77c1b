/** Supabase Storage's HTTP API over blobs, on disk or in S3, and the tables of schema `storage`. */
import { join } from 'node:path'
import type { Database } from '#backend/database/database'
import type { Caller } from '#backend/http/caller'
import type { Tokens } from '#backend/tokens'
import type { StorageContext, StorageSettings } from './context.ts'
import { createDiscards } from './discards.ts'
import { createDiskBlobs } from './disk-blobs.ts'
import { errorResponse, toStorageError } from './errors.ts'
import { openRenderedCache } from './images/rendered-cache.ts'
import { createRenderer } from './images/renderer.ts'
import { usualImageLimits } from './images/weight.ts'
import { matchRoute } from './routes.ts'
import { createS3Blobs } from './s3-blobs.ts'
import type { S3Settings } from './s3-client.ts'
import { createUrlSigner } from './url-signer.ts'

export type { StorageSettings } from './context.ts'
export { S3Error, type S3Settings } from './s3-client.ts'

export interface StorageOptions {
  readonly database: Database
  /** Where the objects are: to be kept and backed up with the database. */
  readonly directory: string
  /** Objects are in S3 instead of `directory`. */
  readonly s3?: S3Settings | undefined
  /** How many processes share `cacheDirectory`; 1 by default. */
  readonly processes?: number | undefined
  /** Where rendered pictures are kept: may be deleted at any time. */
  readonly cacheDirectory: string
  /** Signs and verifies links. */
  readonly tokens: Tokens
  readonly settings?: Partial<StorageSettings>
  readonly log?: { error(context: object, message: string): void }
}

export interface Storage {
  /** Answers a request whose path starts with /storage/v1; `caller` is null where no key was sent. Never rejects. */
  handle(request: Request, caller: Caller | null): Promise<Response>
  /** Resolves when no removal is under way. */
  settled(): Promise<void>
  close(): Promise<void>
}

const defaults: StorageSettings = {
  fileSizeLimitBytes: 50 * 1024 * 1024,
  imageLimits: usualImageLimits,
  renderedBytes: 1024 * 1024 * 1024,
}

/** Uploads take minutes at most; what has lain for hours without a row was left by a crash. */
const leftoverAgeMs = 6 * 60 * 60 * 1000

const mountPath = '/storage/v1'

export async function createStorage(options: StorageOptions): Promise<Storage> {
  const { database, log } = options
  const settings = { ...defaults, ...options.settings }
  const blobs = options.s3
    ? await createS3Blobs(options.s3, join(options.cacheDirectory, 's3'))
    : await createDiskBlobs(options.directory)
  // Each process knows what it made and what was there when it began: together they keep to the limit.
  const share = settings.renderedBytes / (options.processes ?? 1)
  const rendered = openRenderedCache(join(options.cacheDirectory, 'images'), share)
  const onCacheFailure = (error: unknown) => log?.error({ err: error }, 'storage could not keep a rendered picture')
  const logFailure = (error: unknown) => log?.error({ err: error }, 'storage could not remove discarded versions')
  const discards = createDiscards(database, blobs, rendered.forget, logFailure)
  const context: StorageContext = {
    database,
    blobs,
    discards,
    renderer: createRenderer(blobs, rendered, { limits: settings.imageLimits, onCacheFailure }),
    signer: createUrlSigner(options.tokens),
    settings,
  }

  discards.collect()
  const stopping = new AbortController()
  const tidying = Promise.all([
    discards.sweep(new Date(Date.now() - leftoverAgeMs), stopping.signal).catch(logFailure),
    rendered.loaded.catch(onCacheFailure),
  ])

  async function answer(request: Request, caller: Caller | null): Promise<Response> {
    const url = new URL(request.url)
    const { endpoint, bucket, key } = matchRoute(request.method, url.pathname.slice(mountPath.length))
    return endpoint(context, { request, query: url.searchParams, caller, bucket, key })
  }

  async function settled(): Promise<void> {
    await tidying
    await discards.settled()
  }

  return {
    async handle(request, caller) {
      try {
        return await answer(request, caller)
      } catch (thrown) {
        const error = toStorageError(thrown)
        if (error.status >= 500) log?.error({ err: thrown, path: new URL(request.url).pathname }, 'storage failed')
        return errorResponse(error)
      }
    },
    settled,
    close() {
      stopping.abort()
      return settled()
    },
  }
}
