/** The basket of an account, in the table `basket_lines`. */
import { basketRow, lineOfRow } from '#domain/basket-merge'
import type { AppContext } from '#platform/app-context.ts'
import { unwrap, unwrapOptional } from '#platform/unwrap.ts'
import type { RemoteBasket } from './account-basket.ts'

/** The columns that make two lines equal. */
const equality = 'user_id,product_id,variation,personalization,custom_request_details'

/** Each request names the owner, so that a change of member in between cannot write into another basket. */
export function basketTable(app: AppContext, userId: string): RemoteBasket {
  return {
    async read() {
      const client = await app.supabase()
      const rows = unwrap(
        await client
          .from('basket_lines')
          .select('id, product_id, variation, personalization, custom_request_details, quantity, snapshot')
          .eq('user_id', userId)
          .order('created_at')
          .order('id'),
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
