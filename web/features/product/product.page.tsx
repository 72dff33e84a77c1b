/** A product's own page. */

import { type LoaderFunctionArgs, useParams } from 'react-router'
import { ReviewList, reviewPageQuery } from '#features/reviews'
import { Breadcrumbs } from '#ui/breadcrumbs'
import { Picture } from '#ui/picture'
import { Tabs } from '#ui/tabs'
import type { AppContext } from '#web/app/app-context.ts'
import { preload } from '#web/app/preload.ts'
import { readTab, useAddressTab } from '#web/ui/use-address-tab.ts'
import { type Product, productQuery, useProduct } from './product.ts'
import { ProductFacts, WhatIsInIt } from './product-facts.tsx'
import { ProductHead } from './product-head.tsx'
import { ProductHeader } from './product-header.tsx'
import { ProductLoading, ProductMissing, ProductUnavailable } from './product-states.tsx'

import { ShopCard } from './shop-card.tsx'

const tabNames = ['description', 'reviews'] as const

export function loader(app: AppContext) {
  return async ({ params: { productId = '' }, request }: LoaderFunctionArgs) => {
    const query = productQuery(app, productId)
    await preload(app, query)
    const found = app.queryClient.getQueryData(query.queryKey)
    if (found === null && app.server) app.server.status = 404
    if (found && readTab(new URL(request.url).searchParams, tabNames) === 'reviews') {
      await preload(app, reviewPageQuery(app, { productId }, 1))
    }
    return null
  }
}

export function Component() {
  const { productId = '' } = useParams()
  const { data: product, dataUpdatedAt, isError, refetch } = useProduct(productId)
  if (product) return <ProductView product={product} now={new Date(dataUpdatedAt)} />
  if (product === null) return <ProductMissing />
  return isError ? <ProductUnavailable retry={() => void refetch()} /> : <ProductLoading />
}

function ProductView({ product, now }: { product: Product; now: Date }) {
  const { shop } = product
  const trail = [
    { label: 'Home', to: '/' },
    { label: shop.name, to: `/shop/${encodeURIComponent(shop.slug)}` },
  ]
  return (
    <div className="page pt-5">
      <ProductHead product={product} trail={trail} />
      <Breadcrumbs trail={trail} current={product.name} />
      {/* In two columns: what it looks and is like on the left, the facts on the right; in one, all of it in the order of a shopper's questions. */}
      <div className="mt-4 grid gap-x-14 gap-y-8 lg:grid-cols-2 lg:gap-y-12">
        <div className="self-start overflow-hidden rounded-3xl shadow-rest">
          <Picture
            source={product.image}
            alt={product.name}
            sizes="(min-width: 84rem) 37rem, (min-width: 64rem) 46vw, 94vw"
            priority
          />
        </div>
        <div className="flex flex-col gap-7">
          <ProductHeader product={product} />
          <ProductFacts product={product} />
          <ShopCard product={product} now={now} />
        </div>
        <ProductTabs product={product} />
        <WhatIsInIt product={product} />
      </div>
    </div>
  )
}

function ProductTabs({ product }: { product: Product }) {
  const [tab, setTab] = useAddressTab(tabNames)
  const tabs = [
    {
      value: 'description',
      label: 'Description',
      content: (
        <p className="max-w-prose text-lg whitespace-pre-line text-pretty wrap-anywhere">
          {product.description || 'The baker has not described this product yet.'}
        </p>
      ),
    },
    {
      value: 'reviews',
      label: `Reviews (${product.review_count})`,
      content: <ReviewList subject={{ productId: product.id }} />,
    },
  ]
  return (
    <div id="about" className="min-w-0">
      <Tabs label="About this product" tabs={tabs} value={tab} onValueChange={setTab} />
    </div>
  )
}
