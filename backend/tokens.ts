/** Signs and verifies the instance's JSON Web Tokens, with the secret (HS256) or with asymmetric keys (ES256, RS256). */
import { createLocalJWKSet, errors, type JWK, type JWTPayload, type JWTVerifyGetKey, jwtVerify, SignJWT } from 'jose'
import type { SigningKeys } from './signing-keys.ts'

export interface Claims extends JWTPayload {
  readonly role?: string
  readonly email?: string
  readonly session_id?: string
}

export type TokenProblem = 'expired' | 'not-yet-valid' | 'signature' | 'malformed'

/** The token is invalid or expired. */
export class TokenError extends Error {
  override readonly name = 'TokenError'
  readonly reason: TokenProblem

  constructor(reason: TokenProblem, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}

export interface Tokens {
  /** Signs the claims unchanged, with the secret. The caller sets `iat` and `exp` (Unix seconds). */
  sign(claims: Claims): Promise<string>
  /** Signs the claims of a member's access token, with the current signing key if there is one. */
  signAccess(claims: Claims): Promise<string>
  /** @throws TokenError */
  verify(token: string): Promise<Claims>
  /** The public signing keys, with which others can verify access tokens. */
  readonly publicKeys: readonly JWK[]
}

/** Seconds by which the clocks of two machines may differ, as PostgREST allows. */
export const clockSkewSeconds = 30

/** Size of the cache of verified tokens. Clients repeat their token, and verifying costs more than most requests' SQL. */
const maxVerifiedTokens = 5_000

export function createTokens(secret: string, signingKeys?: SigningKeys): Tokens {
  const secretKey = new TextEncoder().encode(secret)
  const verified = new Map<string, Claims>()
  const published = signingKeys && createLocalJWKSet(signingKeys.published)
  /** The algorithm selects the kind of key, so that a public key is never used as a secret. */
  const keyOf: JWTVerifyGetKey = (header, token) =>
    header.alg === 'HS256' || !published ? secretKey : published(header, token)
  const algorithms = published ? ['HS256', 'ES256', 'RS256'] : ['HS256']
  const sign: Tokens['sign'] = (claims) =>
    new SignJWT({ ...claims }).setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).sign(secretKey)

  return {
    sign,
    signAccess(claims) {
      if (!signingKeys) return sign(claims)
      const { key, kid, alg } = signingKeys.current
      return new SignJWT({ ...claims }).setProtectedHeader({ alg, kid, typ: 'JWT' }).sign(key)
    },
    publicKeys: signingKeys?.published.keys ?? [],

    async verify(token) {
      const known = verified.get(token)
      if (known) {
        if (known.exp === undefined || known.exp + clockSkewSeconds > Date.now() / 1000) return known
        verified.delete(token)
      }
      const claims = await verifySignature(token, keyOf, algorithms)
      if (verified.size >= maxVerifiedTokens)
        for (const oldest of verified.keys()) {
          verified.delete(oldest)
          break
        }
      verified.set(token, claims)
      return claims
    },
  }
}

const foreignSignature = [
  errors.JWSSignatureVerificationFailed,
  errors.JOSEAlgNotAllowed,
  errors.JWKSNoMatchingKey,
  errors.JWKSMultipleMatchingKeys,
]

async function verifySignature(token: string, keyOf: JWTVerifyGetKey, algorithms: string[]): Promise<Claims> {
  try {
    const { payload } = await jwtVerify<Claims>(token, keyOf, { algorithms, clockTolerance: clockSkewSeconds })
    if (payload.role !== undefined && typeof payload.role !== 'string')
      throw new TokenError('malformed', 'The role of the token is not a string')
    return payload
  } catch (error) {
    if (error instanceof TokenError) throw error
    if (error instanceof errors.JWTExpired) throw new TokenError('expired', 'JWT expired', { cause: error })
    if (error instanceof errors.JWTClaimValidationFailed)
      throw new TokenError('not-yet-valid', error.message, { cause: error })
    if (foreignSignature.some((kind) => error instanceof kind))
      throw new TokenError('signature', 'The token was not signed by this instance', { cause: error })
    throw new TokenError('malformed', 'The token is not a JSON Web Token', { cause: error })
  }
}
