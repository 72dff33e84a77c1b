/** A product in a listing. The card links to the product, and the shop's name to the shop. */

import { MapPin } from 'lucide-react'
import type { ReactNode } from 'react'
import { priceLabel } from '#domain/catalogue/product-price'
import { milesText } from '#domain/locations/distance'
import { FavouriteButton } from '#features/discover/favourites'
import { useListingLink } from '#platform/listing-link.ts'
import { Link } from '#ui/link'
import { Picture } from '#ui/picture'
import { deliveryLine } from './delivery-line.ts'
import { ProductBadges } from './product-badges.tsx'
import type { ProductSummary } from './product-summary.ts'
import { RatingLine } from './rating-line.tsx'

export interface ProductCardProps {
  product: ProductSummary
  headingLevel?: 'h2' | 'h3'
  /** In the first view: its picture is loaded at once. */
  priority?: boolean
  /** False on the shop's own page. */
  withShop?: boolean
  /** The short name of the place that the distance is from. */
  placeName?: string | undefined
  /** When it can be had. Empty while it is loading. */
  dayLine?: string | undefined
  /** What the household should know about the product. */
  notes?: ReactNode
}

// Slightly below the real width on phones. At common densities this selects a smaller file, without a visible
// difference.
const pictureSizes = '(min-width: 80rem) 20rem, (min-width: 64rem) 30vw, (min-width: 40rem) 46vw, 88vw'

// One link is stretched over the card and the other lies above it. Links must not be nested.
export function ProductCard({
  product,
  headingLevel: Heading = 'h3',
  priority = false,
  withShop = true,
  placeName = '',
  dayLine,
  notes,
}: ProductCardProps) {
  const needsConsultation = product.product_type === 'bespoke' && product.requires_consultation
  const { distance_miles: distance } = product
  const delivery = deliveryLine(product, placeName)
  const link = useListingLink()
  return (
    <article className="group relative flex h-full flex-col rounded-card bg-card shadow-rest transition-shadow duration-200 hover:shadow-lift has-[h2_a:focus-visible,h3_a:focus-visible]:outline-3 has-[h2_a:focus-visible,h3_a:focus-visible]:outline-offset-2 has-[h2_a:focus-visible,h3_a:focus-visible]:outline-berry">
      <div className="relative overflow-hidden rounded-t-card">
        <Picture
          source={product.image}
          alt=""
          sizes={pictureSizes}
          priority={priority}
          className="transition-transform duration-500 ease-out group-hover:scale-[1.04] motion-reduce:group-hover:scale-100"
        />
        <ProductBadges
          product={product}
          bespokeLabel="Custom"
          className="absolute top-3 right-14 left-3 flex flex-wrap gap-1.5 *:shadow-rest"
        />
      </div>
      <div className="flex grow flex-col gap-1 p-4">
        <Heading className="text-lg leading-snug wrap-anywhere">
          <Link
            to={link(`/product/${product.id}`)}
            className="line-clamp-2 outline-none after:absolute after:inset-0 after:rounded-card"
          >
            {product.name}
          </Link>
        </Heading>
        {(withShop || distance != null) && (
          <div className="flex justify-between gap-3 text-sm text-ink-soft">
            {withShop && (
              <p className="flex min-w-0 gap-1">
                by
                <Link
                  to={link(`/shop/${encodeURIComponent(product.shop.slug)}`)}
                  className="relative z-10 -my-1 truncate py-1 font-medium underline decoration-ink/25 underline-offset-4 hover:text-berry hover:decoration-berry"
                >
                  {product.shop.name}
                </Link>
              </p>
            )}
            {distance != null && (
              <p className="flex shrink-0 items-center gap-1 tabular-nums">
                <MapPin aria-hidden="true" className="size-3.5" strokeWidth={1.75} />
                {milesText(distance)}
              </p>
            )}
          </div>
        )}
        {delivery && <p className="text-sm text-ink-soft wrap-anywhere">{delivery}</p>}
        {dayLine !== undefined && <p className="min-h-5 text-sm text-ink-soft">{dayLine}</p>}
        {notes}
        <div className="mt-auto flex flex-wrap items-end justify-between gap-x-4 gap-y-1 pt-2.5">
          <p>
            <span className="text-lg font-semibold tabular-nums">{priceLabel(product)}</span>
            {needsConsultation && <span className="block text-sm text-ink-soft">Requires consultation</span>}
          </p>
          <RatingLine rated={product} className="text-sm" />
        </div>
      </div>
      <FavouriteButton subject={{ productId: product.id }} name={product.name} variant="card" />
    </article>
  )
}
