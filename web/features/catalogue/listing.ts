/** Products in their order, page by page: of the whole market, of a search, of a shop. */

import { queryOptions } from '@tanstack/react-query'
import { type AppContext, useApp } from '#web/app/app-context.ts'
import type { ListingChoice, ListingSort } from './listing-choice.ts'
import { type ProductSummary, selectSummaries } from './product-summary.ts'
import { searchPattern } from './search-pattern.ts'
import { type Page, type Pages, readPage, usePages } from './use-pages.ts'

export const pageSize = 24

/** Which products: those of the whole market, those that hold a text, or those of one shop. */
export interface ListingScope {
  readonly text?: string
  readonly shopSlug?: string
}

type SummaryQuery = ReturnType<typeof selectSummaries>

/** What is made to order has no price to compare, at best a range: it comes after all that has one, not before as if it were free. */
function pricedFirst(query: SummaryQuery): SummaryQuery {
  return query.order('product_type', { ascending: false })
}

/** Each order ends in the id, so that equals keep their place from page to page. */
const orders: Record<ListingSort, (query: SummaryQuery) => SummaryQuery> = {
  relevance: (query) =>
    query
      .order('is_bestseller', { ascending: false })
      .order('review_count', { ascending: false })
      .order('created_at', { ascending: false }),
  price_low: (query) => pricedFirst(query).order('price').order('min_price', { nullsFirst: false }),
  price_high: (query) =>
    pricedFirst(query).order('price', { ascending: false }).order('max_price', { ascending: false, nullsFirst: false }),
  rating: (query) =>
    query.order('rating', { ascending: false, nullsFirst: false }).order('review_count', { ascending: false }),
  newest: (query) => query.order('created_at', { ascending: false }),
}

function inScope(query: SummaryQuery, { text, shopSlug }: ListingScope): SummaryQuery {
  const ofShop = shopSlug === undefined ? query : query.eq('shop.slug', shopSlug)
  return text === undefined ? ofShop : ofShop.filter('search_text', 'match', searchPattern(text))
}

export function listingPageQuery(app: AppContext, scope: ListingScope, sort: ListingSort, page: number) {
  return queryOptions({
    queryKey: ['listing', scope, sort, page],
    queryFn: async ({ signal }): Promise<Page<ProductSummary>> => {
      const query = inScope(selectSummaries(await app.supabase(), { count: 'exact' }), scope)
      const first = (page - 1) * pageSize
      const answer = await orders[sort](query)
        .order('id')
        .range(first, first + pageSize - 1)
        .abortSignal(signal)
      return readPage(answer)
    },
  })
}

/** All pages a choice shows. */
export function listingQueries(app: AppContext, scope: ListingScope, { sort, pages }: ListingChoice) {
  return Array.from({ length: pages }, (_, index) => listingPageQuery(app, scope, sort, index + 1))
}

export type Listing = Pages<ProductSummary>

export function useListing(scope: ListingScope, choice: ListingChoice): Listing {
  const app = useApp()
  return usePages(JSON.stringify(scope), listingQueries(app, scope, choice))
}
