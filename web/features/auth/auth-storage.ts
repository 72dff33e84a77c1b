/**
 * Where the signed-in session lies between page loads: in localStorage when the visitor wants to be remembered, otherwise in
 * sessionStorage, which ends with the browser tab. Given to supabase-js as its storage.
 */

export const sessionKey = 'tuckbox-session'
const returnKey = 'tuckbox-remember'

export interface AuthStorage {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
  /** Where the next session is to be kept. */
  remember(remembered: boolean): void
  /** The same for somebody who leaves for another service's page and comes back in this tab. */
  rememberAfterRedirect(remembered: boolean): void
  /** They are back, with a session or without. */
  restoreAfterRedirect(): void
}

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export function createAuthStorage(local: Store, tab: Store): AuthStorage {
  let remembered: boolean | undefined
  return {
    getItem: (key) => tab.getItem(key) ?? local.getItem(key),
    setItem(key, value) {
      // A refreshed session stays where it was found; only a new sign-in chooses anew.
      const isLocal = remembered ?? tab.getItem(key) === null
      ;(isLocal ? local : tab).setItem(key, value)
      ;(isLocal ? tab : local).removeItem(key)
    },
    removeItem(key) {
      local.removeItem(key)
      tab.removeItem(key)
      // supabase-js clears other entries of its own in the middle of a sign-in; only the session's end ends the choice.
      if (key === sessionKey) remembered = undefined
    },
    remember(next) {
      remembered = next
    },
    rememberAfterRedirect(next) {
      tab.setItem(returnKey, next ? 'yes' : 'no')
    },
    restoreAfterRedirect() {
      const next = tab.getItem(returnKey)
      tab.removeItem(returnKey)
      // Most who bring a session follow a link of a letter, and have chosen nothing.
      if (next !== null) remembered = next === 'yes'
    },
  }
}
