/** What else the shop sells, at the end of a product's page. Nobody waits for it: while it is missing, so is its heading. */
import { ProductGrid } from '#features/catalogue'
import type { Product } from './product.ts'
import { useRelated } from './related.ts'

export function RelatedProducts({ product }: { product: Product }) {
  const products = useRelated(product)
  if (products.length === 0) return null
  const heading = `More from ${product.shop.name}`
  return (
    <section aria-labelledby="related" className="mt-16">
      <h2 id="related" className="mb-6 text-2xl wrap-anywhere sm:text-3xl">
        {heading}
      </h2>
      <ProductGrid label={heading} products={products} withShop={false} priority={false} />
    </section>
  )
}
