/** The data for an order's labels: its items as bought. */

import type { QueryData } from '@supabase/supabase-js'
import { queryOptions } from '@tanstack/react-query'
import { isUuid } from '#domain/ids'
import type { AppContext, Backend } from '#platform/app-context.ts'
import { unwrapOptional } from '#platform/unwrap.ts'
import { sellerProductKeys } from './keys.ts'

function selectOrder(client: Backend, shopId: string, id: string) {
  return client
    .from('orders')
    .select('id, buyer_name, items:order_items(id, name, variation, quantity, ingredients, allergens)')
    .eq('id', id)
    .eq('shop_id', shopId)
    .not('paid_at', 'is', null)
    .order('created_at', { referencedTable: 'items' })
    .order('id', { referencedTable: 'items' })
    .maybeSingle()
}

export type LabelledOrder = NonNullable<QueryData<ReturnType<typeof selectOrder>>>

/** Null if the seller's shop has no such paid order. */
export function labelledOrderQuery(app: AppContext, userId: string | null, shopId: string, id: string) {
  return queryOptions({
    queryKey: sellerProductKeys.labelledOrder(userId, shopId, id),
    queryFn: async (): Promise<LabelledOrder | null> =>
      isUuid(id) ? unwrapOptional(await selectOrder(await app.supabase(), shopId, id)) : null,
  })
}
