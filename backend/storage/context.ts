/** What every endpoint of storage works with, and what it is asked. */
import type { Database, Session } from '#backend/database/database'
import type { Caller } from '#backend/http/caller'
import type { BlobStore } from './blob-store.ts'
import type { Discards } from './discards.ts'
import { accessDenied } from './errors.ts'
import type { Renderer } from './images/renderer.ts'
import type { ImageLimits } from './images/weight.ts'
import type { UrlSigner } from './url-signer.ts'

export interface StorageSettings {
  /** The most that one object may weigh, whatever its bucket says. */
  readonly fileSizeLimitBytes: number
  /** The most a picture may unpack to. */
  readonly imageLimits: ImageLimits
  /** How much disk the rendered pictures may take. */
  readonly renderedBytes: number
}

export interface StorageContext {
  readonly database: Database
  readonly blobs: BlobStore
  readonly discards: Discards
  readonly renderer: Renderer
  readonly signer: UrlSigner
  readonly settings: StorageSettings
}

/** One request, after routing. */
export interface Call {
  readonly request: Request
  readonly query: URLSearchParams
  /** Null where no key was sent, as browsers do for pictures. */
  readonly caller: Caller | null
  readonly bucket: string
  readonly key: string
}

export type Endpoint = (context: StorageContext, call: Call) => Promise<Response>

/** Who the database is to see. @throws StorageError AccessDenied without a caller */
export function sessionOf(caller: Caller | null): Session {
  if (caller === null) throw accessDenied('Access denied')
  return { role: caller.role, claims: caller.claimsText }
}

/** The token's subject; as text, since a token from elsewhere may hold a number. */
export const ownerOf = (caller: Caller | null): string | null =>
  caller?.claims.sub === undefined ? null : String(caller.claims.sub)
