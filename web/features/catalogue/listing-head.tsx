/** The head of a category or occasion page: one canonical URL for all orders and filters, and its products. */
import { breadcrumbData, listData } from '#domain/structured-data'
import { PageHead } from '#platform/page-head.tsx'
import { StructuredData } from '#platform/structured-data.tsx'
import type { ProductSummary } from './product-summary.ts'

export interface ListingHeadProps {
  title: string
  description: string
  /** The path without any choices, such as `/category/Cakes`. */
  path: string
  /** The products on the page. The first one provides the picture of a shared link. */
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
      <StructuredData
        of={import.meta.env.SSR && ((site) => [listData(site, title, products), breadcrumbData(site, trail)])}
      />
    </>
  )
}
