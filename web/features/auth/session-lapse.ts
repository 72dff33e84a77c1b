/**
 * A session that has ended by itself: the page stays as it is, the sign-in dialog opens and says why, and what was under way waits. The
 * same person back, it goes on with their new token; somebody else, or nobody, and it is refused.
 */

export interface SessionLapse {
  isOn(): boolean
  /** For whom what is under way waits. Begun twice it is the same lapse. */
  begin(userId: string): void
  /** Somebody has signed in. */
  end(userId: string, accessToken: string): void
  /** The dialog was closed, or the session has been left in another tab. */
  giveUp(): void
  /** The new token of the person that the lapse began with; null when they did not come back. */
  over(): Promise<string | null>
}

/** @param onBegin shows the dialog; @param onOver takes it away */
export function createSessionLapse({ onBegin, onOver }: { onBegin: () => void; onOver: () => void }): SessionLapse {
  let waiting: { userId: string; over: Promise<string | null>; settle: (token: string | null) => void } | null = null

  function settle(token: string | null): void {
    const ended = waiting
    waiting = null
    if (!ended) return
    ended.settle(token)
    onOver()
  }

  return {
    isOn: () => waiting !== null,
    begin(userId) {
      if (waiting) return
      let settleIt: (token: string | null) => void = () => {}
      const over = new Promise<string | null>((resolve) => {
        settleIt = resolve
      })
      waiting = { userId, over, settle: settleIt }
      onBegin()
    },
    end: (userId, accessToken) => settle(waiting?.userId === userId ? accessToken : null),
    giveUp: () => settle(null),
    over: () => waiting?.over ?? Promise.resolve(null),
  }
}
