/** A listing in all its states: loading, loaded with 'Show more', empty and failed. */

import { type ReactNode, useCallback, useEffect, useRef } from 'react'
import { useUrlParameters } from '#platform/url-parameters.ts'
import { LinkButton } from '#ui/link-button'
import { LoadFailed } from '#ui/load-failed'
import { Spinner } from '#ui/spinner'
import { useLazyPart } from '#ui/use-lazy-part'
import { classNames } from '#web/ui/class-names.ts'
import { useDayLines } from './card-days.ts'
import type { Listing, ShownListing } from './listing.ts'
import { maxPages, readListingParameters, withPages } from './listing-parameters.ts'
import { shownText } from './listing-status-text.ts'
import type { ProductGridProps } from './plain-grid.tsx'
import { ProductGrid } from './product-grid.tsx'

export interface ListingResultsProps extends Pick<ProductGridProps, 'withShop' | 'headingLevel' | 'isNarrow'> {
  label: string
  listing: Listing
  empty: ReactNode
}

const furtherLabel = 'Further away'

const noItems: ShownListing['items'] = []

/** One row of a wide screen. */
const placeholderCount = 4

export function ListingResults({ label, listing, empty, ...card }: ListingResultsProps) {
  const { shown, isLoading, isLoadingMore, hasFailed, retry, unsuitable } = listing
  const isFading = isLoading && !isLoadingMore
  const dayLines = useDayLines(shown?.items ?? noItems, listing.request, !isFading)
  const { container, rememberEnd } = useFocusFirstNew(shown?.items.length ?? 0)

  if (!shown) {
    return hasFailed ? (
      <LoadFailed title="The products could not be loaded" retry={retry} />
    ) : (
      <ProductGrid label={label} products={[]} placeholders={placeholderCount} isNarrow={card.isNarrow} />
    )
  }
  if (shown.items.length === 0) {
    return (
      <>
        {empty}
        <LeftOut listing={listing} />
      </>
    )
  }
  const near = shown.items.filter((product) => product.in_reach)
  const further = shown.items.filter((product) => !product.in_reach)
  const placeholders = isLoadingMore ? placeholderCount : 0
  const grid = { ...card, unsuitable, dayLines: dayLines ?? null, placeName: listing.placeName, isFading }
  const Heading = card.headingLevel ?? 'h3'
  return (
    <div ref={container} aria-busy={isLoading}>
      {near.length > 0 && (
        <ProductGrid label={label} products={near} placeholders={further.length > 0 ? 0 : placeholders} {...grid} />
      )}
      {further.length > 0 && (
        <>
          <Heading className={classNames('mb-5 text-2xl', near.length > 0 && 'mt-12')}>{furtherLabel}</Heading>
          <ProductGrid
            label={near.length > 0 ? furtherLabel : label}
            products={further}
            placeholders={placeholders}
            {...grid}
            // The first picture of the page is another.
            {...(near.length > 0 && { priority: false })}
          />
        </>
      )}
      {hasFailed ? (
        <LoadFailed title="The products could not be loaded" retry={retry} />
      ) : (
        <ShowMore shown={shown} isLoading={isLoading} onShowMore={rememberEnd} />
      )}
      <LeftOut listing={listing} />
    </div>
  )
}

const loadLeftOut = () => import('./left-out-line.tsx')

function LeftOut({ listing }: { listing: Listing }) {
  const part = useLazyPart(
    loadLeftOut,
    listing.everything !== null,
    useCallback(() => {}, []),
  )
  return part && listing.everything && <part.LeftOutLine listing={listing} everything={listing.everything} />
}

interface ShowMoreProps {
  shown: ShownListing
  isLoading: boolean
  onShowMore: () => void
}

function ShowMore({ shown, isLoading, onShowMore }: ShowMoreProps) {
  const [parameters] = useUrlParameters()
  if (shown.next === null) return null
  const { pages } = readListingParameters(parameters)
  const count = <p className="text-ink-soft">{shownText(shown.items, shown)}</p>
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
