/**
 * A session that has ended by itself: the page stays as it is, the sign-in dialog opens and says why, and what was under way waits. The
 * same person back, it goes on with their new token; somebody else, or nobody, and it is refused.
 */

export interface SessionExpiry {
  isExpired(): boolean
  /** For whom what is under way waits. Begun twice it is the same lapse. */
  start(userId: string): void
  /** Somebody has signed in. */
  renew(userId: string, accessToken: string): void
  /** The dialog was closed, or the session has been left in another tab. */
  cancel(): void
  /** The new token of the person that the lapse began with; null when they did not come back. */
  renewed(): Promise<string | null>
}

/** @param onExpired shows the dialog; @param onResolved takes it away */
export function createSessionExpiry({
  onExpired,
  onResolved,
}: {
  onExpired: () => void
  onResolved: () => void
}): SessionExpiry {
  let waiting: { userId: string; renewed: Promise<string | null>; settle: (token: string | null) => void } | null = null

  function settle(token: string | null): void {
    const ended = waiting
    waiting = null
    if (!ended) return
    ended.settle(token)
    onResolved()
  }

  return {
    isExpired: () => waiting !== null,
    start(userId) {
      if (waiting) return
      let resolveToken: (token: string | null) => void = () => {}
      const renewed = new Promise<string | null>((resolve) => {
        resolveToken = resolve
      })
      waiting = { userId, renewed, settle: resolveToken }
      onExpired()
    },
    renew: (userId, accessToken) => settle(waiting?.userId === userId ? accessToken : null),
    cancel: () => settle(null),
    renewed: () => waiting?.renewed ?? Promise.resolve(null),
  }
}
