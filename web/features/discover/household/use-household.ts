/** The household for components, and what food on a page has to fit. On the server and during hydration it is empty; the real one follows in the same frame. */

import { useMemo } from 'react'
import { readAvoided } from '#domain/food/avoided-allergens'
import type { Household } from '#domain/food/household'
import { withFilter } from '#domain/food/with-filter'
import { type HouseholdState, useApp } from '#platform/app-context.ts'
import { useStore } from '#platform/create-store.ts'
import { keptOf, useParsedPage } from '#platform/listing-link.ts'

export function useHousehold(): HouseholdState {
  const { household } = useApp()
  return useStore(household)
}

/** The people whom food must fit; nobody while it is switched off. */
export function useActiveHousehold(): Household {
  return useHousehold().active
}

/**
 * What food on this page has to fit: the household, and what the URL or the text of a search avoids, as a wish of the
 * shopper. The server knows the latter.
 */
export function useAvoiding(): Household {
  const household = useActiveHousehold()
  const avoid = keptOf(useParsedPage())
    .flatMap(([name, value]) => (name === 'avoid' ? [value] : []))
    .join()
  return useMemo(() => withFilter(household, readAvoided(avoid)), [household, avoid])
}
