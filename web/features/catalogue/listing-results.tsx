/** A listing in all its states: loading, loaded with 'Show more', empty and failed. */

import { type ReactNode, useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { LinkButton } from '#ui/link-button'
import { LoadFailed } from '#ui/load-failed'
import { Spinner } from '#ui/spinner'
import type { Listing, ShownListing } from './listing.ts'
import { maxPages, readListingChoice, withPages } from './listing-choice.ts'
import { countText } from './listing-status-text.ts'
import { ProductGrid, type ProductGridProps } from './product-grid.tsx'

export interface ListingResultsProps extends Pick<ProductGridProps, 'withShop' | 'headingLevel' | 'isNarrow'> {
  label: string
  listing: Listing
  empty: ReactNode
}

/** One row of a wide screen. */
const placeholderCount = 4

export function ListingResults({ label, listing, empty, ...card }: ListingResultsProps) {
  const { shown, isLoading, isLoadingMore, hasFailed, retry } = listing
  const { container, rememberEnd } = useFocusFirstNew(shown?.items.length ?? 0)

  if (!shown) {
    return hasFailed ? (
      <ListingFailed retry={retry} />
    ) : (
      <ProductGrid label={label} products={[]} placeholders={placeholderCount} isNarrow={card.isNarrow} />
    )
  }
  if (shown.items.length === 0) return empty
  return (
    <div ref={container} aria-busy={isLoading}>
      <ProductGrid
        label={label}
        products={shown.items}
        placeholders={isLoadingMore ? placeholderCount : 0}
        isFading={isLoading && !isLoadingMore}
        {...card}
      />
      {hasFailed ? (
        <ListingFailed retry={retry} />
      ) : (
        <ShowMore shown={shown} isLoading={isLoading} onShowMore={rememberEnd} />
      )}
    </div>
  )
}

interface ShowMoreProps {
  shown: ShownListing
  isLoading: boolean
  onShowMore: () => void
}

function ShowMore({ shown, isLoading, onShowMore }: ShowMoreProps) {
  const [parameters] = useSearchParams()
  if (shown.next === null) return null
  const { pages } = readListingChoice(parameters)
  const count = (
    <p className="text-ink-soft">
      Showing {shown.items.length} of {countText(shown)}
    </p>
  )
  if (pages >= maxPages) {
    return <div className="mt-12 flex flex-col items-center text-center">{count} Use the search to find more.</div>
  }
  // A link, so that the longer listing can be reloaded and shared. It replaces the history entry.
  return (
    <div className="mt-12 flex flex-col items-center gap-4">
      {count}
      <LinkButton
        variant="secondary"
        to={`?${withPages(parameters, pages + 1)}`}
        replace
        preventScrollReset
        aria-disabled={isLoading}
        onClick={onShowMore}
      >
        {isLoading && <Spinner />}
        Show more
      </LinkButton>
    </div>
  )
}

function ListingFailed({ retry }: { retry: () => void }) {
  return (
    <LoadFailed title="The products could not be loaded" retry={retry}>
      Something went wrong. Check your connection and try again.
    </LoadFailed>
  )
}

/** After 'Show more' the focus moves to the first new card. */
function useFocusFirstNew(count: number) {
  const container = useRef<HTMLDivElement>(null)
  const end = useRef<number | null>(null)
  useEffect(() => {
    if (end.current === null || count <= end.current) return
    const firstNew = container.current?.querySelectorAll<HTMLAnchorElement>('article :is(h2, h3) a')[end.current]
    end.current = null
    firstNew?.focus({ preventScroll: true })
  }, [count])
  return {
    container,
    rememberEnd: () => {
      end.current = count
    },
  }
}
