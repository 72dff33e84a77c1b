/**
 * The storage of the session for supabase-js. A remembered session is in localStorage, otherwise in sessionStorage,
 * which ends with the tab.
 */

export const sessionKey = 'tuckbox-session'
const returnKey = 'tuckbox-remember'

export interface AuthStorage {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
  /** Chooses the store of the next session. */
  remember(remembered: boolean): void
  /** Makes the same choice for a redirect to an external provider and back. */
  rememberAfterRedirect(remembered: boolean): void
  /** Restores the choice after the redirect, with or without a session. */
  restoreAfterRedirect(): void
}

/** Whether the session outlives the tab. */
export const isRemembered = () => window.localStorage.getItem(sessionKey) !== null

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export function createAuthStorage(local: Store, tab: Store): AuthStorage {
  let remembered: boolean | undefined
  return {
    getItem: (key) => tab.getItem(key) ?? local.getItem(key),
    setItem(key, value) {
      // A refreshed session stays in its store. Only a new sign-in chooses again.
      const isLocal = remembered ?? tab.getItem(key) === null
      ;(isLocal ? local : tab).setItem(key, value)
      ;(isLocal ? tab : local).removeItem(key)
    },
    removeItem(key) {
      local.removeItem(key)
      tab.removeItem(key)
      // supabase-js removes other entries during a sign-in. Only the end of the session resets the choice.
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
      // Without a stored choice the session comes from an email link.
      if (next !== null) remembered = next === 'yes'
    },
  }
}
