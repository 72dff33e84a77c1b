/** Synchronises the basket with the account. */

import type { Auth } from '#features/account/auth'
import { followAccount } from '#features/account/copy'
import type { AppContext } from '#platform/app-context.ts'
import { read } from '#platform/read.ts'
import { loadText, storeText } from '#platform/stored-text.ts'
import { unwrapOptional } from '#platform/unwrap.ts'
import { createAccountBasket, type RemoteBasket } from './account-basket.ts'
import { basketRow, lineOfRow } from './basket-merge.ts'
import type { BasketStore } from './basket-store.ts'

export function startBasket(app: AppContext, session: Auth['session'], store: BasketStore): void {
  followAccount({
    session,
    store,
    account: createAccountBasket({ store, remoteOf: (userId) => basketTable(app, userId), loadText, storeText }),
    lock: 'tuckbox-basket',
    refused: 'Your basket could not be saved to your account',
  })
}

/** The columns that make two lines equal. */
const equality = 'user_id,product_id,variation,personalization,custom_request_details,options_digest'

/** Each request names the owner, so that a change of member in between cannot write into another basket. */
function basketTable(app: AppContext, userId: string): RemoteBasket {
  return {
    async read() {
      const rows = await read(app, (client) =>
        client.from('basket_lines').select().eq('user_id', userId).order('created_at').order('id'),
      )
      return rows.flatMap(({ id, ...row }) => {
        const line = lineOfRow(row)
        return line ? { ...line, id } : []
      })
    },
    async save(lines) {
      const client = await app.supabase()
      const rows = lines.map((line) => ({ user_id: userId, ...basketRow(line) }))
      unwrapOptional(await client.from('basket_lines').upsert(rows, { onConflict: equality }))
    },
    async remove(ids) {
      const client = await app.supabase()
      unwrapOptional(await client.from('basket_lines').delete().in('id', ids))
    },
  }
}
