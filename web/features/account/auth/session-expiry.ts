/**
 * Handles a session that ends by itself. The page stays, the sign-in dialog opens with a reason, and pending requests
 * wait. They continue if the same member signs in; otherwise they are refused.
 */

export interface SessionExpiry {
  isExpired(): boolean
  /** Starts waiting for a member. A second call has no effect. */
  start(userId: string): void
  renew(userId: string, accessToken: string): void
  /** Called when the dialog was closed, or when another tab signed out. */
  cancel(): void
  /** The new token of the member who was signed in, or null. */
  renewed(): Promise<string | null>
}

/**
 * @param onExpired opens the dialog
 * @param onResolved closes it
 */
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
