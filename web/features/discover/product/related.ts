/** The query of related products: others of the shop, or else of the same category from other shops nearby. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import type { ChosenPlace } from '#domain/locations/chosen-place'
import type { ListingFilters } from '#features/discover/filters'
import { listingRequest, noFit, type ProductSummary, readListingParameters } from '#features/discover/listing'
import { productKeys } from '#keys/product'
import { type AppContext, useApp } from '#platform/app-context.ts'
import { keptParameters } from '#platform/listing-link.ts'
import { read } from '#platform/read.ts'
import { usePlaceOrNear } from './place-or-near.ts'

/** One row of the grid. */
const maxRelated = 4
/** The shop's newest products, among which those of the same category come first. */
const maxOfShop = 24

interface Subject {
  readonly id: string
  readonly category: string | null
  readonly shop: { readonly slug: string }
}

export interface Related {
  readonly from: 'same-shop' | 'other-shops'
  readonly products: readonly ProductSummary[]
}

/** What links keep from page to page. Other filters belong to the listing that was left. */
function keptFilters(parameters: URLSearchParams): ListingFilters {
  const kept = keptParameters.flatMap((name) => parameters.getAll(name).map((value) => [name, value]))
  return readListingParameters(new URLSearchParams(kept)).filters
}

export function relatedQuery(app: AppContext, product: Subject, parameters: URLSearchParams, place: ChosenPlace) {
  const { id, category, shop } = product
  const filters = keptFilters(parameters)
  const ofShop = listingRequest({ shopSlug: shop.slug }, { filters, sort: 'newest', pages: 1 }, place, noFit)
  const ofOthers = {
    ...listingRequest({}, { filters, sort: 'relevance', pages: 1 }, place, noFit),
    category: category ?? '',
  }
  return queryOptions({
    queryKey: productKeys.related(id, ofOthers),
    queryFn: async ({ signal }): Promise<Related> => {
      const found = await search(app, { ...ofShop, page_size: maxOfShop }, id, signal)
      const rank = (other: ProductSummary) => (other.category === category ? 0 : 1)
      const sameShop = found.toSorted((one, other) => rank(one) - rank(other)).slice(0, maxRelated)
      if (sameShop.length > 0) return { from: 'same-shop', products: sameShop }
      if (category === null) return { from: 'other-shops', products: [] }
      const others = await search(app, { ...ofOthers, page_size: maxRelated + 1 }, id, signal)
      return { from: 'other-shops', products: others.slice(0, maxRelated) }
    },
  })
}

type Request = ReturnType<typeof listingRequest>

/** The results without the product itself. */
async function search(app: AppContext, request: Request, id: string, signal: AbortSignal): Promise<ProductSummary[]> {
  const response: unknown = await read(app, (client) => client.rpc('search_products', request).abortSignal(signal))
  if (!hasItems(response)) throw new TypeError('search_products returned no listing')
  return response.items.filter((other) => other.id !== id)
}

/** The function returns jsonb. Its own tests check the contents. */
function hasItems(value: unknown): value is { items: ProductSummary[] } {
  return typeof value === 'object' && value !== null && 'items' in value && Array.isArray(value.items)
}

export function useRelated(product: Subject): Related | undefined {
  const [parameters] = useSearchParams()
  const place = usePlaceOrNear()
  return useQuery(relatedQuery(useApp(), product, parameters, place)).data
}
