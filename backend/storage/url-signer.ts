/** Tokens of signed URLs, to read or upload one object for a limited time. */
import type { Session } from '#backend/database/database'
import type { Claims, Tokens } from '#backend/tokens'
import { isUuid } from '#backend/uuid'
import { invalidJwt, invalidSignature } from './errors.ts'
import type { ObjectPath } from './object-rows.ts'

interface UploadGrant {
  /** The owner of the uploaded object. */
  readonly owner: string | null
  readonly isUpsert: boolean
  /** The signer's, whose policies apply to the upload as well: its session may have ended, or its space be used up. */
  readonly session: Session
}

export interface ReadGrant {
  /** Seconds since 1970. */
  readonly expiresAt: number
  /** The image transformation. */
  readonly transform: string
  /** The session in which it was signed. The URL is valid no longer than that. */
  readonly sessionId: string | null
}

export interface UrlSigner {
  signRead(path: ObjectPath, signer: Claims, expiresInSeconds: number, transform?: string): Promise<string>
  /** @throws StorageError */
  verifyRead(token: string, path: ObjectPath): Promise<ReadGrant>
  signUpload(path: ObjectPath, signer: Claims, grant: Omit<UploadGrant, 'session'>): Promise<string>
  /** @throws StorageError */
  verifyUpload(token: string, path: ObjectPath): Promise<UploadGrant>
}

const uploadSeconds = 2 * 60 * 60
const urlOf = ({ bucket, key }: ObjectPath) => `${bucket}/${key}`

export function createUrlSigner(tokens: Tokens): UrlSigner {
  /** A session token has no `url`, and the scopes differ, so one kind of token cannot replace another. */
  async function verify(token: string, path: ObjectPath, scope: string) {
    const claims = await tokens.verify(token).catch((error: unknown) => {
      throw invalidJwt(error instanceof Error ? error.message : 'Invalid JWT')
    })
    if (claims.url !== urlOf(path) || claims.scope !== scope) throw invalidSignature()
    return claims
  }

  return {
    signRead: (path, { session_id: session }, expiresInSeconds, transform = '') =>
      tokens.sign({ url: urlOf(path), scope: 'read', transform, session, exp: nowInSeconds() + expiresInSeconds }),

    async verifyRead(token, path) {
      const { exp, transform, session } = await verify(token, path, 'read')
      return {
        expiresAt: exp ?? 0,
        transform: typeof transform === 'string' ? transform : '',
        sessionId: typeof session === 'string' && isUuid(session) ? session : null,
      }
    },

    // The signer's claims are one level down, so that this is no token of a member.
    signUpload(path, { email, phone, user_metadata, ...signer }, { owner, isUpsert }) {
      const exp = nowInSeconds() + uploadSeconds
      return tokens.sign({ url: urlOf(path), scope: 'upload', owner, upsert: isUpsert, signer, exp })
    },

    async verifyUpload(token, path) {
      const { owner, upsert, signer } = await verify(token, path, 'upload')
      const { role = 'anon' } = signer as Claims
      return {
        owner: typeof owner === 'string' ? owner : null,
        isUpsert: upsert === true,
        session: { role, claims: JSON.stringify(signer) },
      }
    },
  }
}

const nowInSeconds = () => Math.floor(Date.now() / 1000)
