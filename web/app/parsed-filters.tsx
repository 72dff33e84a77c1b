/** Tells the links of the layout and the page which filters the text of a search says. */
import type { ReactNode } from 'react'
import { useLocation, useMatches } from 'react-router'
import { londonTime } from '#domain/values/calendar'
import { useApp } from '#platform/app-context.ts'
import { useNow } from '#platform/clock.ts'
import { ParsedFilters, ParsedSearchQuery } from '#platform/listing-link.ts'

export function WithParsedFilters({ children }: { children: ReactNode }) {
  const { search } = useLocation()
  const page = useMatches().at(-1)?.handle
  const { date } = londonTime(useNow())
  const { queryClient } = useApp()
  const query = page instanceof ParsedFilters ? `?${page.read(new URLSearchParams(search), date, queryClient)}` : null
  return <ParsedSearchQuery.Provider value={query}>{children}</ParsedSearchQuery.Provider>
}
