/** The product's name, shop and rating. */

import { ratingLabel, reviewCountLabel } from '#domain/values/ratings'
import { useListingLink } from '#platform/listing-link.ts'
import { Link } from '#ui/link'
import { Stars } from '#ui/stars'
import { classNames } from '#web/ui/class-names.ts'
import type { Product } from './product.ts'

export function ProductHeader({ product }: { product: Product }) {
  const link = useListingLink()
  // A very long name would push everything else out of view.
  const isLong = product.name.length > 60
  return (
    <div>
      <h1
        className={classNames(
          'wrap-anywhere',
          isLong ? 'text-2xl lg:text-3xl' : 'text-3xl sm:text-4xl md:text-3xl lg:text-4xl xl:text-5xl',
        )}
      >
        {product.name}
      </h1>
      <p className="mt-2.5 text-lg text-ink-soft">
        by{' '}
        <Link to={link(`/shop/${encodeURIComponent(product.shop.slug)}`)} className="text-link wrap-anywhere">
          {product.shop.name}
        </Link>
      </p>
      <ProductRating product={product} />
    </div>
  )
}

function ProductRating({ product }: { product: Product }) {
  const link = useListingLink()
  if (product.rating === null || product.review_count === 0) {
    return (
      <p className="mt-2.5">
        <span className="font-semibold text-leaf">{ratingLabel(product)}</span>{' '}
        <span className="text-ink-soft">· {reviewCountLabel(0)}</span>
      </p>
    )
  }
  return (
    <p className="mt-2.5 flex flex-wrap items-center gap-x-2.5">
      <Stars rating={product.rating} className="text-xl" />
      <span aria-hidden="true" className="font-semibold tabular-nums">
        {ratingLabel(product)}
      </span>
      <Link to={link('?tab=reviews#about')} replace className="text-link">
        {reviewCountLabel(product.review_count)}
      </Link>
    </p>
  )
}
