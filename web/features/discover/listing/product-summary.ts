/** The data of a product card. */

import type { QueryData } from '@supabase/supabase-js'
import type { Backend } from '#platform/app-context.ts'
import type { DeliverableCard } from './delivery-line.ts'

/** Selects products for lists that are not searches, such as favourites and other products of a shop. */
export function selectSummaries(client: Backend, options?: { count: 'exact' }) {
  // Only listed products. A seller's own drafts are readable for them, but do not belong in a listing.
  return client
    .from('products')
    .select(
      'id, name, image, category, price, min_price, max_price, product_type, requires_consultation, is_bestseller, rating, review_count, shop:shops!inner(name, slug, town)',
      options,
    )
    .eq('is_listed', true)
}

type SelectedSummary = QueryData<ReturnType<typeof selectSummaries>>[number]

export interface ProductSummary extends SelectedSummary, DeliverableCard {
  /** The distance from the shopper's place; absent if not requested, null if the shop has no location. */
  readonly distance_miles?: number | null
}
