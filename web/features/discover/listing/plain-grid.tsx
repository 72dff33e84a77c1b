/** A grid of product cards with one to four columns, and its placeholders. */
import type { ReactNode } from 'react'
import { Skeleton, SkeletonText } from '#ui/skeleton'
import { classNames } from '#web/ui/class-names.ts'
import type { DayLines } from './listing-request.ts'
import { ProductCard, type ProductCardProps } from './product-card.tsx'
import type { ProductSummary } from './product-summary.ts'

export interface ProductGridProps
  extends Pick<ProductCardProps, 'withShop' | 'headingLevel' | 'placeName' | 'priority'> {
  label: string
  products: readonly ProductSummary[]
  /** When each product can be had, if the list tells it; null while it is loading. */
  dayLines?: DayLines | null
  placeholders?: number
  /** Shows that the products are about to be replaced. */
  isFading?: boolean
  /**
   * What happens with food that does not fit the household or the filters of the page. `hidden`, the default, leaves it out
   * with a count. `marked` shows it with the reason. `absent`: the search has left it out.
   */
  unsuitable?: 'hidden' | 'marked' | 'absent'
  /** One column less on wide screens, where the filters are beside the grid. */
  isNarrow?: boolean
}

/** The picture that every screen shows first. Prioritising more would delay it on slow connections. */
const priorityCount = 1

export interface PlainGridProps extends Omit<ProductGridProps, 'unsuitable'> {
  /** Lines on the card of a product, such as why it does not fit. */
  notesOf?: (productId: string) => ReactNode
}

export function PlainGrid({
  label,
  products,
  placeholders = 0,
  isFading = false,
  isNarrow = false,
  notesOf,
  dayLines,
  ...card
}: PlainGridProps) {
  return (
    <ul
      aria-label={label}
      data-food=""
      className={classNames(
        'grid grid-cols-1 gap-x-5 gap-y-6 transition-opacity sm:grid-cols-2',
        isNarrow ? 'xl:grid-cols-3' : 'lg:grid-cols-3 xl:grid-cols-4',
        isFading && 'opacity-55',
      )}
    >
      {products.map((product, index) => (
        <li key={product.id}>
          <ProductCard
            product={product}
            priority={index < priorityCount}
            dayLine={dayLines === null ? '' : dayLines?.[product.id]}
            notes={notesOf?.(product.id)}
            {...card}
          />
        </li>
      ))}
      {Array.from({ length: placeholders }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are all alike
        <li key={`placeholder ${index}`} aria-hidden="true">
          <ProductCardPlaceholder />
        </li>
      ))}
    </ul>
  )
}

function ProductCardPlaceholder() {
  return (
    <div data-testid="product-placeholder" className="overflow-hidden rounded-card bg-card shadow-rest">
      <Skeleton shape="square" className="aspect-square" />
      <div className="flex flex-col gap-1 p-4">
        <SkeletonText className="text-lg leading-snug" />
        <SkeletonText className="w-1/2 text-sm" />
        <SkeletonText className="w-1/4 pt-2.5 text-lg" />
      </div>
    </div>
  )
}
