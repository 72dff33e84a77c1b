/** What a product card shows, read in one request together with the shop's name. */

import type { QueryData } from '@supabase/supabase-js'
import type { Backend } from '#web/app/app-context.ts'

/** Everyone's view of the market: an owner's drafts, which only the owner may read, stay out of it. */
export function selectSummaries(client: Backend, options?: { count: 'exact' }) {
  return client
    .from('products')
    .select(
      'id, name, image, price, min_price, max_price, product_type, requires_consultation, is_bestseller, rating, review_count, shop:shops!inner(name, slug)',
      options,
    )
    .eq('is_listed', true)
}

export type ProductSummary = QueryData<ReturnType<typeof selectSummaries>>[number]
