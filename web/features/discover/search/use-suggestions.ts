/** The suggestions of the search box: products from the marketplace, recent searches from this device. */
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { avoidArgument, readAvoided, readKitchenFilter } from '#domain/food/avoided-allergens'
import { londonTime } from '#domain/values/calendar'
import { useHousehold } from '#features/discover/household'
import { usePlace } from '#features/discover/location'
import { searchKeys } from '#keys/search'
import { useApp } from '#platform/app-context.ts'
import { unwrap } from '#platform/unwrap.ts'
import { useDebounced } from '#platform/use-debounced.ts'
import { recentSearches } from './recent-searches.ts'
import { normaliseSearchText } from './search-text.ts'
import { minSuggestionLength, type SearchSuggestion, type SuggestedProduct, suggestions } from './suggestions.ts'

/** Shorter than the time between two letters of a slow writer. */
const debounceMs = 120

/** @param typed null while the list is closed */
export function useSuggestions(typed: string | null): readonly SearchSuggestion[] {
  const app = useApp()
  const { lat, lon, radiusMiles } = usePlace()
  const q = normaliseSearchText(useDebounced(typed, debounceMs) ?? '')
  const fit = useFit()
  const { diets } = fit
  const typedRequest = { q, lat, lon, radius_miles: radiusMiles, ...(diets.length > 0 && { diets }) }
  const { data = [] } = useQuery({
    queryKey: searchKeys.suggestions({ ...typedRequest, ...fit }),
    queryFn:
      typed !== null && q.length >= minSuggestionLength
        ? async ({ signal }) => {
            const [client, { parseQuery, withoutSpans }] = await Promise.all([
              app.supabase(),
              import('#domain/search/search-query'),
            ])
            // What the text excludes is not suggested.
            const context = { today: londonTime(app.clock.now()).date }
            const parsed = parseQuery(q, context)
            const avoid = avoidArgument([...fit.avoid, ...parsed.avoid], fit.kitchen)
            const without = [...parsed.unchecked]
            const rest = withoutSpans(withoutSpans(q, 'avoid', context), 'unchecked', context)
            const request = {
              ...typedRequest,
              q: rest,
              ...(avoid.length > 0 && { avoid }),
              ...(without.length > 0 && { without }),
            }
            const response: unknown = unwrap(await client.rpc('suggest_products', request).abortSignal(signal))
            const products: readonly SuggestedProduct[] = Array.isArray(response) ? response : []
            return products
          }
        : skipToken,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    // A failure shows no products. The search itself reports it.
    retry: false,
  })
  return typed === null ? [] : suggestions(typed, data, recentSearches())
}

/** Suggestions leave out what the page and the household avoid. */
function useFit() {
  const { avoid, diets } = useHousehold().fit
  const [parameters] = useSearchParams()
  return {
    avoid: [...avoid, ...readAvoided(parameters.getAll('avoid').join())],
    kitchen: readKitchenFilter(parameters.get('kitchen')),
    diets: [...diets],
  }
}
