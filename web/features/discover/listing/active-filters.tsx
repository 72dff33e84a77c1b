/**
 * The active filters as chips that remove them, and a link that clears all. They are links, so they work without
 * scripts.
 */

import { X } from 'lucide-react'
import type { MouseEvent } from 'react'
import { Link } from '#ui/link'
import { focusListingStatus } from './listing-status.tsx'

export interface ActiveFilter {
  readonly label: string
  /** The URL without this filter. */
  readonly to: string
  readonly replace?: boolean
  /** It was understood from the text of the search. */
  readonly isParsed?: boolean
}

export interface ActiveFiltersProps {
  filters: readonly ActiveFilter[]
  /** The URL without any filter. */
  clearTo: string
  replace?: boolean
  /** The URL that searches for the text as it is, where parts of it were understood. */
  exactTo?: string | undefined
}

const textLink =
  'inline-flex h-9 items-center px-2 text-sm font-semibold text-ink-soft underline decoration-ink/25 underline-offset-4 hover:text-berry hover:decoration-berry'

export function ActiveFilters({ filters, clearTo, replace = false, exactTo }: ActiveFiltersProps) {
  if (filters.length === 0) return null
  // What was understood comes first, after its heading.
  const sorted = filters.toSorted((one, other) => Number(other.isParsed ?? false) - Number(one.isParsed ?? false))
  return (
    <section aria-label="Active filters" className="mb-6">
      <ul className="flex flex-wrap items-center gap-2">
        {sorted.map(({ label, to, replace = true, isParsed }, index) => (
          <li key={label} className="flex max-w-full items-center gap-2">
            {isParsed && index === 0 && <span className="text-sm text-ink-soft">Understood:</span>}
            <Link
              to={to}
              replace={replace}
              preventScrollReset={replace}
              onClick={replace ? focusNextChip : undefined}
              aria-label={`Remove filter: ${label}`}
              className="inline-flex h-9 max-w-full items-center gap-1.5 rounded-full bg-berry-pale pr-2.5 pl-3.5 text-sm font-semibold text-berry-deep transition-colors hover:bg-berry hover:text-on-fill"
            >
              <span className="truncate">{label}</span>
              <X aria-hidden="true" className="size-4 shrink-0" />
            </Link>
          </li>
        ))}
        <li>
          <Link
            to={clearTo}
            replace={replace}
            preventScrollReset={replace}
            onClick={replace ? focusListingStatus : undefined}
            className={textLink}
          >
            Clear all filters
          </Link>
        </li>
        {exactTo !== undefined && (
          <li>
            <Link to={exactTo} replace preventScrollReset onClick={focusListingStatus} className={textLink}>
              Search these exact words
            </Link>
          </li>
        )}
      </ul>
    </section>
  )
}

/** The chip disappears, so the focus moves to the next one, or to the status line after the last. */
function focusNextChip({ currentTarget }: MouseEvent<HTMLElement>): void {
  const chips = [...(currentTarget.closest('ul')?.querySelectorAll<HTMLElement>('a[aria-label]') ?? [])]
  const index = chips.indexOf(currentTarget)
  const neighbour = chips[index + 1] ?? chips[index - 1]
  if (neighbour) neighbour.focus({ preventScroll: true })
  else focusListingStatus()
}
