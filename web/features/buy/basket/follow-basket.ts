/** Starts following the account when there is one. */

import type { Auth } from '#features/account/auth'
import { followOnDemand } from '#features/account/copy'
import type { AppContext } from '#platform/app-context.ts'
import { type BasketStore, basketAccountKey } from './basket-store.ts'

export function followBasket(app: AppContext, session: Auth['session'], store: BasketStore): Promise<void> {
  return followOnDemand(session, basketAccountKey, async () => {
    const { startBasket } = await import('./follow-account.ts')
    startBasket(app, session, store)
  })
}
