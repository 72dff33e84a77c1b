/** The categories as a row of filter links. On phones the row scrolls. */

import { useEffect, useRef } from 'react'
import { productCategories } from '#domain/catalogue/categories'
import { useUrlParameters } from '#platform/url-parameters.ts'
import { Link } from '#ui/link'
import { readFilters, withFilters } from './listing-filters.ts'

export function CategoryChips() {
  const [parameters] = useUrlParameters()
  const { category: chosen } = readFilters(parameters)
  const offered: readonly string[] = productCategories
  // A seller's own category, opened by a link, is shown while it is selected.
  const categories = chosen !== null && !offered.includes(chosen) ? [chosen, ...offered] : offered
  const row = useScrollToChosen(chosen)
  return (
    <nav
      ref={row}
      aria-label="Categories"
      className="-mx-4 overflow-x-auto px-4 [scrollbar-width:none] sm:-mx-6 sm:px-6 lg:mx-0 lg:px-0"
    >
      <ul className="flex w-max gap-2 py-1 lg:w-auto lg:flex-wrap">
        {[null, ...categories].map((category) => (
          <li key={category}>
            <Link
              to={{ search: String(withFilters(parameters, { category })) }}
              preventScrollReset
              aria-current={category === chosen ? 'true' : undefined}
              className="tab-pills px-4 font-medium outline-offset-[-3px]"
            >
              {category ?? 'All'}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Scrolls the row so that the selected category is visible. */
function useScrollToChosen(chosen: string | null) {
  const row = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the marked chip depends on it
  useEffect(() => {
    const chip = row.current?.querySelector('[aria-current]')?.getBoundingClientRect()
    const viewport = row.current?.getBoundingClientRect()
    if (!row.current || !chip || !viewport || (chip.left >= viewport.left && chip.right <= viewport.right)) return
    // scrollIntoView() would scroll the page as well.
    row.current.scrollLeft += (chip.left + chip.right - viewport.left - viewport.right) / 2
  }, [chosen])
  return row
}
