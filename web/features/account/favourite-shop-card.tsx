/** A favourite shop as a card. The whole card is a link; the heart removes it. */

import { MapPin } from 'lucide-react'
import { Link } from 'react-router'
import { RatingLine } from '#features/catalogue'
import { FavouriteButton } from '#features/favourites'
import { ShopLogo } from '#features/product'
import type { ShopSummary } from './favourite-items.ts'

export function FavouriteShopCard({ shop }: { shop: ShopSummary }) {
  return (
    <article className="relative flex h-full items-center gap-4 rounded-2xl bg-card p-4 pr-14 shadow-rest transition-shadow duration-200 hover:shadow-lift has-[h3_a:focus-visible]:outline-3 has-[h3_a:focus-visible]:outline-offset-2 has-[h3_a:focus-visible]:outline-berry">
      <ShopLogo name={shop.name} logo={shop.logo} className="size-16" />
      <div className="min-w-0">
        <h3 className="text-lg leading-snug wrap-anywhere">
          <Link
            to={`/shop/${encodeURIComponent(shop.slug)}`}
            className="outline-none after:absolute after:inset-0 after:rounded-2xl"
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
