/** Starts following the account when there is one. */

import type { Auth } from '#features/account/auth'
import { followOnDemand } from '#features/account/copy'
import type { AppContext } from '#platform/app-context.ts'
import { householdAccountKey } from './storage-keys.ts'

export function followHousehold(app: AppContext, session: Auth['session']): Promise<void> {
  return followOnDemand(session, householdAccountKey, async () => {
    const [{ startHousehold }] = await Promise.all([import('./follow-account.ts'), app.household.load()])
    startHousehold(app, session)
  })
}
