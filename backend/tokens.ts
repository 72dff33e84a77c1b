/** Signs and verifies the instance's JSON Web Tokens (HS256, like Supabase's legacy keys and GoTrue's access tokens). */
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose'

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
  /** Signs the claims unchanged. The caller sets `iat` and `exp` (Unix seconds). */
  sign(claims: Claims): Promise<string>
  /** @throws TokenError */
  verify(token: string): Promise<Claims>
}

/** Seconds by which the clocks of two machines may differ, as PostgREST allows. */
export const clockSkewSeconds = 30

/** Size of the cache of verified tokens. Clients repeat their token, and verifying costs more than most requests' SQL. */
const maxVerifiedTokens = 5_000

export function createTokens(secret: string): Tokens {
  const key = new TextEncoder().encode(secret)
  const verified = new Map<string, Claims>()

  return {
    sign: (claims) => new SignJWT({ ...claims }).setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).sign(key),

    async verify(token) {
      const known = verified.get(token)
      if (known) {
        if (known.exp === undefined || known.exp + clockSkewSeconds > Date.now() / 1000) return known
        verified.delete(token)
      }
      const claims = await verifySignature(token, key)
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

async function verifySignature(token: string, key: Uint8Array): Promise<Claims> {
  try {
    const { payload } = await jwtVerify<Claims>(token, key, { algorithms: ['HS256'], clockTolerance: clockSkewSeconds })
    if (payload.role !== undefined && typeof payload.role !== 'string')
      throw new TokenError('malformed', 'The role of the token is not a string')
    return payload
  } catch (error) {
    if (error instanceof TokenError) throw error
    if (error instanceof errors.JWTExpired) throw new TokenError('expired', 'JWT expired', { cause: error })
    if (error instanceof errors.JWTClaimValidationFailed)
      throw new TokenError('not-yet-valid', error.message, { cause: error })
    if (error instanceof errors.JWSSignatureVerificationFailed || error instanceof errors.JOSEAlgNotAllowed)
      throw new TokenError('signature', 'The token was not signed by this instance', { cause: error })
    throw new TokenError('malformed', 'The token is not a JSON Web Token', { cause: error })
  }
}
