/** The asymmetric keys of access tokens: config.toml's `auth.signing_keys_path`, as `supabase gen signing-key` writes it. */
import { type CryptoKey, calculateJwkThumbprint, exportJWK, importJWK, type JSONWebKeySet, type JWK } from 'jose'
import { z } from 'zod'

export interface SigningKeys {
  /** Signs new tokens. */
  readonly current: { readonly key: CryptoKey; readonly kid: string; readonly alg: string }
  /** The public part of every key. Keys that no longer sign stay here until their last token has expired. */
  readonly published: JSONWebKeySet
}

/** A message for the administrator, without any part of a key. */
export class SigningKeysError extends Error {
  override readonly name = 'SigningKeysError'
}

const jwk = z.looseObject({
  kty: z.enum(['EC', 'RSA']),
  alg: z.enum(['ES256', 'RS256']),
  kid: z.string().min(1).optional(),
  key_ops: z.array(z.string()).optional(),
})

/**
 * Reads a list of JSON Web Keys. The first private key whose `key_ops` include `sign` signs.
 * @throws SigningKeysError
 */
export async function readSigningKeys(text: string): Promise<SigningKeys> {
  const keys = await Promise.all(parse(text).map(importKey))
  const current = keys.find(({ signs }) => signs)
  if (current === undefined) throw new SigningKeysError('no key has a private part and the operation "sign"')
  const kids = new Set(keys.map(({ kid }) => kid))
  if (kids.size < keys.length) throw new SigningKeysError('two keys have the same kid')
  return { current, published: { keys: keys.map(({ published }) => published) } }
}

function parse(text: string): z.infer<typeof jwk>[] {
  let list: unknown
  try {
    list = JSON.parse(text)
  } catch {
    throw new SigningKeysError('the file is not JSON')
  }
  const read = z.array(jwk).min(1).safeParse(list)
  if (read.success) return read.data
  throw new SigningKeysError(read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '))
}

async function importKey({ key_ops: operations, use: _, ext: __, ...parts }: z.infer<typeof jwk>) {
  const { alg } = parts
  // Without `key_ops`: Web Crypto accepts no private key for "verify".
  const key = await importJWK({ ...(parts as JWK), ext: true }, alg).catch((error: Error) => {
    throw new SigningKeysError(`a key for ${alg} is not valid: ${error.message}`, { cause: error })
  })
  if (key instanceof Uint8Array) throw new SigningKeysError('a key is symmetric')
  const { kty, n, e, crv, x, y } = await exportJWK(key)
  const publicPart = kty === 'RSA' ? { kty, n, e } : { kty, crv, x, y }
  const kid = parts.kid ?? (await calculateJwkThumbprint(publicPart as JWK))
  return {
    key,
    kid,
    alg,
    signs: key.type === 'private' && (operations === undefined || operations.includes('sign')),
    published: { ...publicPart, kid, alg, use: 'sig', key_ops: ['verify'] } as JWK,
  }
}
