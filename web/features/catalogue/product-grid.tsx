/** Product cards in one, two, three or four columns by width, and the placeholders that stand for cards to come. */

import { Skeleton, SkeletonText } from '#ui/skeleton'
import { classNames } from '#web/ui/class-names.ts'
import { ProductCard, type ProductCardProps } from './product-card.tsx'
import type { ProductSummary } from './product-summary.ts'

export interface ProductGridProps extends Pick<ProductCardProps, 'withShop' | 'headingLevel' | 'priority'> {
  /** Names the list for those who cannot see what it belongs to. */
  label: string
  products: readonly ProductSummary[]
  /** Placeholders after the products that are there. */
  placeholders?: number
  /** Shows that these products are about to be replaced. */
  isFading?: boolean
  /** Something stands beside the grid: it has a column less on wide screens. */
  isNarrow?: boolean
}

/** The one that every screen shows first. More of them would hold it back on a slow line, where phones show no other. */
const priorityCount = 1

export function ProductGrid({
  label,
  products,
  placeholders = 0,
  isFading = false,
  isNarrow = false,
  ...card
}: ProductGridProps) {
  return (
    <ul
      aria-label={label}
      className={classNames(
        'grid grid-cols-1 gap-x-5 gap-y-6 transition-opacity sm:grid-cols-2',
        isNarrow ? 'xl:grid-cols-3' : 'lg:grid-cols-3 xl:grid-cols-4',
        isFading && 'opacity-55',
      )}
    >
      {products.map((product, index) => (
        <li key={product.id}>
          <ProductCard product={product} priority={index < priorityCount} {...card} />
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
    <div data-testid="product-placeholder" className="overflow-hidden rounded-2xl bg-card shadow-rest">
      <Skeleton className="aspect-square rounded-none!" />
      <div className="flex flex-col gap-1 p-4">
        <SkeletonText className="text-lg leading-snug" />
        <SkeletonText className="w-1/2 text-sm" />
        <SkeletonText className="w-1/4 pt-2.5 text-lg" />
      </div>
    </div>
  )
}
