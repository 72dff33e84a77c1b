/** Starts following the account when there is one. */
import { followOnDemand } from '#features/account-copy'
import type { Auth } from '#features/auth'
import type { AppContext } from '#platform/app-context.ts'
import { accountKey } from './household-store.ts'

export function followHousehold(app: AppContext, session: Auth['session']): Promise<void> {
  return followOnDemand(session, accountKey, async () => {
    const [{ startHousehold }] = await Promise.all([import('./follow-account.ts'), app.household.load()])
    startHousehold(app, session)
  })
}
