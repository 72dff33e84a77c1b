/** Loads what follows the account once there is one: for a member, or for a value that a member left in this browser. */
import type { Auth } from '#features/account/auth'
import { loadText } from '#platform/stored-text.ts'

/** @param follow loads the code and starts it. Resolves at once for visitors. */
export async function followOnDemand(
  session: Auth['session'],
  accountKey: string,
  follow: () => Promise<void>,
): Promise<void> {
  let hasBegun = false

  async function begin(): Promise<void> {
    if (hasBegun || (session.current().status === 'visitor' && loadText(accountKey) === null)) return
    hasBegun = true
    try {
      await follow()
    } catch {
      // Offline: it is loaded with the connection.
      hasBegun = false
    }
  }

  session.subscribe(() => void begin())
  window.addEventListener('online', () => void begin())
  await begin()
}
