/** The head of a product page for search engines and shared links. */
import { breadcrumbData, productData } from '#domain/structured-data'
import { PageHead } from '#platform/page-head.tsx'
import { StructuredData } from '#platform/structured-data.tsx'
import { galleryPictures } from './gallery-pictures.ts'
import type { Product } from './product.ts'

export interface ProductHeadProps {
  product: Product
  /** From the home page to the parent page. */
  trail: readonly { label: string; to: string }[]
}

export function ProductHead({ product, trail }: ProductHeadProps) {
  const { id, name, description, image, shop } = product
  const path = `/product/${id}`
  return (
    <>
      <PageHead
        title={`${name} by ${shop.name}`}
        description={description || `${name}, homemade by ${shop.name}.`}
        canonical={path}
        picture={{ source: image, alt: name }}
        type="product"
      />
      <StructuredData
        of={
          import.meta.env.SSR &&
          ((site) => [
            productData(site, { ...product, images: galleryPictures(product) }),
            breadcrumbData(site, [...trail, { label: name, to: path }]),
          ])
        }
      />
    </>
  )
}
