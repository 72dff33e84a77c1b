/** Everything one marked with a heart: products as cards, shops as cards, each of which can be taken out in place. */

import { CloudAlert, Heart } from 'lucide-react'
import { useId } from 'react'
import { ProductGrid } from '#features/catalogue'
import { Button } from '#ui/button'
import { EmptyState } from '#ui/empty-state'
import { LinkButton } from '#ui/link-button'
import { FavouriteShopCard } from './favourite-shop-card.tsx'
import { useFavouriteThings } from './favourite-things.ts'

/** As many as a row of a wide display has. */
const placeholders = 4

export function FavoritesTab({ userId }: { userId: string }) {
  const headingId = useId()
  const { things, hasFailed, retry } = useFavouriteThings(userId)
  if (hasFailed) {
    return (
      <EmptyState
        icon={CloudAlert}
        title="We couldn’t load your favorites"
        actions={<Button onClick={retry}>Try again</Button>}
      />
    )
  }
  if (!things) {
    return (
      <div role="status">
        <span className="sr-only">Loading your favorites...</span>
        <ProductGrid label="Favorite products" products={[]} placeholders={placeholders} />
      </div>
    )
  }
  const { products, shops } = things
  if (products.length === 0 && shops.length === 0) {
    return (
      <EmptyState icon={Heart} title="No favorites yet" actions={<LinkButton to="/">Browse all products</LinkButton>}>
        <p>Press the heart on a product or a shop, and you will find it here again.</p>
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
          <ProductGrid label="Favorite products" headingLevel="h3" products={products} />
        </section>
      )}
    </div>
  )
}
