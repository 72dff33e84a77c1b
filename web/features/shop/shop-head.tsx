/** The head of a shop page for search engines and shared links. */
import { breadcrumbData, shopData } from '#domain/structured-data'
import { PageHead } from '#platform/page-head.tsx'
import { StructuredData } from '#platform/structured-data.tsx'
import type { Shop } from './shop.ts'

export function ShopHead({ shop }: { shop: Shop }) {
  const { name, slug, description, banner_image, logo } = shop
  const path = `/shop/${encodeURIComponent(slug)}`
  const trail = [
    { label: 'Home', to: '/' },
    { label: name, to: path },
  ]
  return (
    <>
      <PageHead
        title={name}
        description={description}
        canonical={path}
        picture={{ source: banner_image ?? logo, alt: name }}
      />
      <StructuredData of={import.meta.env.SSR && ((site) => [shopData(site, shop), breadcrumbData(site, trail)])} />
    </>
  )
}
