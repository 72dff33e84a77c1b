/** What a product card shows. */

import type { QueryData } from '@supabase/supabase-js'
import type { Backend } from '#web/app/app-context.ts'

/** Read with the shop's name in one request, where a list is not a search: favourites, what else a shop sells. */
export function selectSummaries(client: Backend, options?: { count: 'exact' }) {
  // Everyone's view of the market: an owner's drafts, which only the owner may read, stay out of it.
  return client
    .from('products')
    .select(
      'id, name, image, category, price, min_price, max_price, product_type, requires_consultation, is_bestseller, rating, review_count, shop:shops!inner(name, slug, town)',
      options,
    )
    .eq('is_listed', true)
}

type SelectedSummary = QueryData<ReturnType<typeof selectSummaries>>[number]

export interface ProductSummary extends SelectedSummary {
  /** From the shopper's place; absent where nobody asked for it, null where the shop has no place. */
  readonly distance_miles?: number | null
}
