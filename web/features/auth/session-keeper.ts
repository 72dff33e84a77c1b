/**
 * Where the signed-in session lies between page loads: in localStorage when the visitor wants to be remembered, otherwise in
 * sessionStorage, which ends with the browser tab. Given to supabase-js as its storage.
 */

export const sessionKey = 'tuckbox-session'
const returnKey = 'tuckbox-remember'

export interface SessionKeeper {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
  /** Where the next session is to be kept. */
  remember(remembered: boolean): void
  /** The same for somebody who leaves for another service's page and comes back in this tab. */
  rememberOnReturn(remembered: boolean): void
  /** They are back, with a session or without. */
  takeUpReturn(): void
}

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export function createSessionKeeper(lasting: Store, passing: Store): SessionKeeper {
  let remembered: boolean | undefined
  return {
    getItem: (key) => passing.getItem(key) ?? lasting.getItem(key),
    setItem(key, value) {
      // A refreshed session stays where it was found; only a new sign-in chooses anew.
      const keepLasting = remembered ?? passing.getItem(key) === null
      ;(keepLasting ? lasting : passing).setItem(key, value)
      ;(keepLasting ? passing : lasting).removeItem(key)
    },
    removeItem(key) {
      lasting.removeItem(key)
      passing.removeItem(key)
      // supabase-js clears other entries of its own in the middle of a sign-in; only the session's end ends the choice.
      if (key === sessionKey) remembered = undefined
    },
    remember(next) {
      remembered = next
    },
    rememberOnReturn(next) {
      passing.setItem(returnKey, next ? 'yes' : 'no')
    },
    takeUpReturn() {
      const next = passing.getItem(returnKey)
      passing.removeItem(returnKey)
      // Most who bring a session follow a link of a letter, and have chosen nothing.
      if (next !== null) remembered = next === 'yes'
    },
  }
}
