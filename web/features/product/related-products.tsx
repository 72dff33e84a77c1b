/** Related products at the end of a product page. Until they have loaded, nothing is shown. */
import { ProductGrid } from '#features/catalogue'
import type { Product } from './product.ts'
import { useRelated } from './related.ts'

export function RelatedProducts({ product }: { product: Product }) {
  const related = useRelated(product)
  if (!related || related.products.length === 0) return null
  const isFromShop = related.from === 'same-shop'
  const heading = isFromShop ? `More from ${product.shop.name}` : `More ${product.category} from other shops`
  return (
    <section aria-labelledby="related" className="mt-16">
      <h2 id="related" className="mb-6 text-2xl wrap-anywhere sm:text-3xl">
        {heading}
      </h2>
      <ProductGrid label={heading} products={related.products} withShop={!isFromShop} priority={false} />
    </section>
  )
}
