/** Who listens: the role and claims of a verified token. */
import { type Claims, clockSkewSeconds, type Tokens } from '#backend/tokens'

export interface Viewer {
  readonly role: string
  /** The claims as JSON: the same text means the same rights. */
  readonly claimsText: string
  /** When the token is over, the grace for differing clocks included. */
  readonly expiresAtMs: number
}

/** @throws TokenError */
export async function viewerOf(token: string, tokens: Tokens): Promise<Viewer> {
  return toViewer(await tokens.verify(token))
}

export function toViewer(claims: Claims): Viewer {
  const { role, exp } = claims
  return {
    role: role ?? 'anon',
    claimsText: JSON.stringify(claims),
    expiresAtMs: exp === undefined ? Number.POSITIVE_INFINITY : (exp + clockSkewSeconds) * 1_000,
  }
}
