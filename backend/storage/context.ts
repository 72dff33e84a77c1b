/** The dependencies of every storage endpoint, and its request. */
import type { Database, Session } from '#backend/database/database'
import type { Caller } from '#backend/http/caller'
import type { BlobCleanup } from './blob-cleanup.ts'
import type { BlobStore } from './blob-store.ts'
import { accessDenied } from './errors.ts'
import type { ImageLimits } from './images/decode-cost.ts'
import type { Renderer } from './images/renderer.ts'
import type { UrlSigner } from './url-signer.ts'

export interface StorageSettings {
  /** Largest size of an object. A bucket may set a lower limit. */
  readonly fileSizeLimitBytes: number
  /** Largest decoded size of an image. */
  readonly imageLimits: ImageLimits
  /** Disk space for rendered images. */
  readonly renderedBytes: number
}

/** The bytes to store for what a member uploads, e.g. without the place where a picture was taken; null to refuse it. */
export type CleanUpload = (bytes: Uint8Array<ArrayBuffer>, type: string) => Uint8Array | null

export interface StorageContext {
  readonly database: Database
  readonly blobs: BlobStore
  readonly cleanup: BlobCleanup
  readonly renderer: Renderer
  readonly signer: UrlSigner
  readonly settings: StorageSettings
  readonly cleanUpload: CleanUpload | undefined
}

/** One request, after routing. */
export interface Call {
  readonly request: Request
  readonly query: URLSearchParams
  /** Null without a key, as in a browser's image requests. */
  readonly caller: Caller | null
  readonly bucket: string
  readonly key: string
}

export type Endpoint = (context: StorageContext, call: Call) => Promise<Response>

/** @throws StorageError AccessDenied without a caller, with Supabase's message for a missing token */
export function requireCaller(caller: Caller | null): Caller {
  if (caller === null) throw accessDenied('Invalid Compact JWS')
  return caller
}

/** The database session of a caller. @throws StorageError AccessDenied without one */
export function sessionOf(caller: Caller | null): Session {
  const { role, claimsText } = requireCaller(caller)
  return { role, claims: claimsText }
}

/** The token's subject as text, because a token from another issuer may hold a number. */
export const ownerOf = (caller: Caller | null): string | null =>
  caller?.claims.sub === undefined ? null : String(caller.claims.sub)
