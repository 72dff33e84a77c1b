/** Loads what follows the account once there is one: for a member, or for a basket that a member left in this browser. */
import type { Auth } from '#features/auth'
import type { AppContext } from '#platform/app-context.ts'
import { loadText } from '#platform/stored-text.ts'
import { accountKey, type BasketStore } from './basket-store.ts'

/** Resolves at once for visitors. */
export async function followAccount(app: AppContext, session: Auth['session'], store: BasketStore): Promise<void> {
  let hasBegun = false

  async function begin(): Promise<void> {
    if (hasBegun || (session.current().status === 'visitor' && loadText(accountKey) === null)) return
    hasBegun = true
    try {
      const { followAccount } = await import('./follow-account.ts')
      followAccount(app, session, store)
    } catch {
      // Offline: it is loaded with the connection.
      hasBegun = false
    }
  }

  session.subscribe(() => void begin())
  window.addEventListener('online', () => void begin())
  await begin()
}
