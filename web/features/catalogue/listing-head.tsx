/** What a category's or an occasion's page says of itself: one address whatever the order and the filters, and the products it shows. */
import { breadcrumbData, listData } from '#domain/structured-data'
import { PageHead } from '#web/app/page-head.tsx'
import { StructuredData } from '#web/app/structured-data.tsx'
import type { ProductSummary } from './product-summary.ts'

export interface ListingHeadProps {
  title: string
  description: string
  /** Path of the listing without any choice, such as `/category/Cakes`. */
  path: string
  /** The products on the page, the first of which gives the picture of a shared link. */
  products: readonly Pick<ProductSummary, 'id' | 'name' | 'image'>[]
}

export function ListingHead({ title, description, path, products }: ListingHeadProps) {
  const [first] = products
  const trail = [
    { label: 'Home', to: '/' },
    { label: title, to: path },
  ]
  return (
    <>
      <PageHead
        title={title}
        description={description}
        canonical={path}
        {...(first && { picture: { source: first.image, alt: first.name } })}
      />
      <StructuredData of={(site) => [listData(site, title, products), breadcrumbData(site, trail)]} />
    </>
  )
}
