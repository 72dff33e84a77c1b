/** What to do with a refresh token that somebody presents: pure rules. */

export interface PresentedToken {
  readonly revoked: boolean
  /** When it was issued or, once revoked, when that was. */
  readonly updatedAt: Date
}

export interface PresentedSession {
  readonly createdAt: Date
  readonly lastRefreshedAt: Date
  /** null: no end was set. */
  readonly notAfter: Date | null
  /** The one refresh token that is not spent. */
  readonly activeToken: string | null
}

export interface RefreshRules {
  readonly reuseSeconds: number
  readonly rotationEnabled: boolean
  readonly timeboxSeconds: number | null
  readonly inactivitySeconds: number | null
}

export type RefreshDecision =
  /** Spend it and issue the next one. */
  | { readonly action: 'rotate' }
  /** Spent a moment ago: its answer was lost, or another tab was first. Everybody gets the same successor. */
  | { readonly action: 'repeat'; readonly token: string }
  /** Spent long ago: somebody has a copy. With rotation on, the session ends for all. */
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
