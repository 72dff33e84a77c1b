/** Tokens of signed URLs, to read or upload one object for a limited time. */
import type { Tokens } from '#backend/tokens'
import { invalidJwt, invalidSignature } from './errors.ts'
import type { ObjectPath } from './object-rows.ts'

interface UploadGrant {
  /** The owner of the uploaded object. */
  readonly owner: string | null
  readonly isUpsert: boolean
}

export interface UrlSigner {
  signRead(path: ObjectPath, expiresInSeconds: number, transform?: string): Promise<string>
  /** @returns the expiry in seconds since 1970, and the image transformation @throws StorageError */
  verifyRead(token: string, path: ObjectPath): Promise<{ expiresAt: number; transform: string }>
  signUpload(path: ObjectPath, grant: UploadGrant): Promise<string>
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
    signRead: (path, expiresInSeconds, transform = '') =>
      tokens.sign({ url: urlOf(path), scope: 'read', transform, exp: nowInSeconds() + expiresInSeconds }),

    async verifyRead(token, path) {
      const { exp, transform } = await verify(token, path, 'read')
      return { expiresAt: exp ?? 0, transform: typeof transform === 'string' ? transform : '' }
    },

    signUpload: (path, { owner, isUpsert }) =>
      tokens.sign({ url: urlOf(path), scope: 'upload', owner, upsert: isUpsert, exp: nowInSeconds() + uploadSeconds }),

    async verifyUpload(token, path) {
      const { owner, upsert } = await verify(token, path, 'upload')
      return { owner: typeof owner === 'string' ? owner : null, isUpsert: upsert === true }
    },
  }
}

const nowInSeconds = () => Math.floor(Date.now() / 1000)
