/** The tab with the member's favourites: product and shop cards that can be removed in place. */

import { Heart, MapPin } from 'lucide-react'
import { type FocusEvent, useEffect, useId, useRef } from 'react'
import { WaitedFor } from '#features/buy/waitlist'
import { FavouriteButton } from '#features/discover/favourites'
import { ProductGrid, RatingLine, ShopLogo } from '#features/discover/listing'
import { EmptyState } from '#ui/empty-state'
import { Link } from '#ui/link'
import { LinkButton } from '#ui/link-button'
import { LoadFailed } from '#ui/load-failed'
import { restoreFocus } from '#web/ui/restore-focus.ts'
import { type FavouriteItems, type ShopSummary, useFavouriteItems } from './favourite-items.ts'

/** One row of a wide screen. */
const placeholderCount = 4

export function FavouritesTab() {
  const { items, hasFailed, retry } = useFavouriteItems()
  const { container, onFocus } = useFocusNextItem(items ? items.products.length + items.shops.length : 0)
  return (
    <section ref={container} tabIndex={-1} aria-label="Favourites" onFocus={onFocus} className="outline-none">
      <WaitedFor />
      <Items items={items} hasFailed={hasFailed} retry={retry} />
    </section>
  )
}

/** Moves the focus to the next card's heart when the focused card is removed, and to the section after the last one. */
function useFocusNextItem(count: number) {
  const container = useRef<HTMLElement>(null)
  const position = useRef(0)
  const before = useRef(count)
  const cards = () => [...(container.current?.querySelectorAll('article') ?? [])]

  useEffect(() => {
    const hasShrunk = count < before.current
    before.current = count
    if (!hasShrunk) return
    const next = cards()[Math.min(position.current, count - 1)]
    restoreFocus(next?.querySelector('[aria-pressed]') ?? container.current)
  })

  function onFocus({ target }: FocusEvent): void {
    position.current = Math.max(
      0,
      cards().findIndex((card) => card.contains(target)),
    )
  }

  return { container, onFocus }
}

interface ItemsProps {
  items: FavouriteItems | undefined
  hasFailed: boolean
  retry: () => void
}

function Items({ items, hasFailed, retry }: ItemsProps) {
  const headingId = useId()
  if (hasFailed) return <LoadFailed title="Your favourites could not be loaded" retry={retry} />
  if (!items) {
    return (
      <div role="status">
        <span className="sr-only">Loading your favourites...</span>
        <ProductGrid label="Favourite products" products={[]} placeholders={placeholderCount} />
      </div>
    )
  }
  const { products, shops } = items
  if (products.length === 0 && shops.length === 0) {
    return (
      <EmptyState icon={Heart} title="No favourites yet" actions={<LinkButton to="/">Browse all products</LinkButton>}>
        <p>Select the heart on a product or a shop to save it here.</p>
      </EmptyState>
    )
  }
  return (
    <div className="flex flex-col gap-12">
      {shops.length > 0 && (
        <section aria-labelledby={`${headingId}-shops`}>
          <h2 id={`${headingId}-shops`} className="mb-5 text-2xl">
            Shops
          </h2>
          <ul className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
            {shops.map((shop) => (
              <li key={shop.id}>
                <FavouriteShopCard shop={shop} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {products.length > 0 && (
        <section aria-labelledby={`${headingId}-products`}>
          <h2 id={`${headingId}-products`} className="mb-5 text-2xl">
            Products
          </h2>
          <ProductGrid label="Favourite products" headingLevel="h3" products={products} />
        </section>
      )}
    </div>
  )
}

/** A favourite shop as a card. The whole card is a link; the heart removes it. */
function FavouriteShopCard({ shop }: { shop: ShopSummary }) {
  return (
    <article className="relative flex h-full items-center gap-4 rounded-card bg-card p-4 pr-14 shadow-rest transition-shadow duration-200 hover:shadow-lift has-[h3_a:focus-visible]:outline-3 has-[h3_a:focus-visible]:outline-offset-2 has-[h3_a:focus-visible]:outline-berry">
      <ShopLogo name={shop.name} logo={shop.logo} className="size-16" />
      <div className="min-w-0">
        <h3 className="text-lg leading-snug wrap-anywhere">
          <Link
            to={`/shop/${encodeURIComponent(shop.slug)}`}
            className="outline-none after:absolute after:inset-0 after:rounded-card"
          >
            {shop.name}
          </Link>
        </h3>
        <p className="mt-0.5 flex flex-wrap items-center gap-x-3 text-sm text-ink-soft">
          <RatingLine rated={shop} />
          {shop.town && (
            <span className="flex items-center gap-1">
              <MapPin aria-hidden="true" className="size-4 shrink-0" />
              {shop.town}
            </span>
          )}
        </p>
      </div>
      <FavouriteButton subject={{ shopId: shop.id }} name={shop.name} variant="card" />
    </article>
  )
}
