/** Decides what a presented refresh token does: pure rules. */

export interface PresentedToken {
  readonly revoked: boolean
  /** When it was issued or, if revoked, when it was revoked. */
  readonly updatedAt: Date
}

export interface PresentedSession {
  readonly createdAt: Date
  readonly lastRefreshedAt: Date
  /** null: the session has no end. */
  readonly notAfter: Date | null
  /** The session's current refresh token. */
  readonly activeToken: string | null
}

export interface RefreshRules {
  readonly reuseSeconds: number
  readonly rotationEnabled: boolean
  readonly timeboxSeconds: number | null
  readonly inactivitySeconds: number | null
}

export type RefreshDecision =
  /** Revoke it and issue the next one. */
  | { readonly action: 'rotate' }
  /** Used a moment ago: its response was lost, or another tab was first. Every request gets the same successor. */
  | { readonly action: 'repeat'; readonly token: string }
  /** Used long ago: the token was copied. With rotation on, the session ends. */
  | { readonly action: 'refuse-reuse'; readonly endSession: boolean }
  | { readonly action: 'refuse-expired'; readonly why?: 'Inactivity' }

export function decideRefresh(
  token: PresentedToken,
  session: PresentedSession,
  rules: RefreshRules,
  now: Date,
): RefreshDecision {
  const hasPassed = (since: Date, seconds: number | null) =>
    seconds !== null && now.getTime() > since.getTime() + seconds * 1000

  if (token.revoked && (session.activeToken === null || hasPassed(token.updatedAt, rules.reuseSeconds))) {
    return { action: 'refuse-reuse', endSession: rules.rotationEnabled }
  }
  if (session.notAfter !== null && now >= session.notAfter) return { action: 'refuse-expired' }
  if (hasPassed(session.createdAt, rules.timeboxSeconds)) return { action: 'refuse-expired' }
  if (hasPassed(session.lastRefreshedAt, rules.inactivitySeconds)) {
    return { action: 'refuse-expired', why: 'Inactivity' }
  }
  if (token.revoked && session.activeToken !== null) return { action: 'repeat', token: session.activeToken }
  return { action: 'rotate' }
}
