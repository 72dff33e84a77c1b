/** The role and claims of a subscriber's verified token. */
import type { Database } from '#backend/database/database'
import { type Claims, clockSkewSeconds, TokenError, type Tokens } from '#backend/tokens'
import { isUuid } from '#backend/uuid'

export interface AuthContext {
  readonly role: string
  /** The claims as JSON. Equal text means equal permissions. */
  readonly claimsJson: string
  /** When the token expires, including the tolerance for clock skew. */
  readonly expiresAtMs: number
  /** The member's session, without which the token is void. Undefined for a key. */
  readonly session: string | undefined
}

interface Verification {
  readonly tokens: Tokens
  readonly database: Database
}

/** @throws TokenError also if the token's session has ended */
export async function verifyToken(token: string, { tokens, database }: Verification): Promise<AuthContext> {
  const auth = toAuthContext(await tokens.verify(token))
  if (auth.session !== undefined && (await endedSessions(database, [auth.session])).size > 0)
    throw new TokenError('expired', 'The session of the token has ended')
  return auth
}

export function toAuthContext(claims: Claims): AuthContext {
  const { role, exp, session_id } = claims
  return {
    role: role ?? 'anon',
    claimsJson: JSON.stringify(claims),
    expiresAtMs: exp === undefined ? Number.POSITIVE_INFINITY : (exp + clockSkewSeconds) * 1_000,
    session: session_id || undefined,
  }
}

/** Those of the sessions that have ended or never were. */
export async function endedSessions(database: Database, sessions: readonly string[]): Promise<Set<string>> {
  const text = `select s.id from auth.sessions s
    where s.id = any ($1::uuid[]) and coalesce(s.not_after > now(), true)`
  const { rows } = await database.run({ text, values: [`{${sessions.filter(isUuid).join()}}`] })
  const lasting = new Set(rows.map(([id]) => id))
  return new Set(sessions.filter((session) => !lasting.has(session.toLowerCase())))
}
