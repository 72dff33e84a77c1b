/** The role and claims of a subscriber's verified token. */
import { type Claims, clockSkewSeconds, type Tokens } from '#backend/tokens'

export interface AuthContext {
  readonly role: string
  /** The claims as JSON. Equal text means equal permissions. */
  readonly claimsJson: string
  /** When the token expires, including the tolerance for clock skew. */
  readonly expiresAtMs: number
}

/** @throws TokenError */
export async function verifyToken(token: string, tokens: Tokens): Promise<AuthContext> {
  return toAuthContext(await tokens.verify(token))
}

export function toAuthContext(claims: Claims): AuthContext {
  const { role, exp } = claims
  return {
    role: role ?? 'anon',
    claimsJson: JSON.stringify(claims),
    expiresAtMs: exp === undefined ? Number.POSITIVE_INFINITY : (exp + clockSkewSeconds) * 1_000,
  }
}
