/** The product page. */

import { type LoaderFunctionArgs, useParams } from 'react-router'
import { breadcrumbData, productData } from '#domain/catalogue/structured-data'
import { withOffer } from '#domain/catalogue/waitlist'
import { shortPlaceLabel } from '#domain/locations/chosen-place'
import { useListingLink } from '#platform/listing-link.ts'
import { appContext } from '#platform/page.ts'
import { PageHead } from '#platform/page-head.tsx'
import { preload } from '#platform/preload.ts'
import { StructuredData } from '#platform/structured-data.tsx'
import { readTab, useUrlTab } from '#platform/url-tab.ts'
import { Breadcrumbs } from '#ui/breadcrumbs'
import { Page } from '#ui/page'
import { Tabs } from '#ui/tabs'
import { useOffers, useWaitlistWish } from '#web/features/buy/waitlist/waitlist.ts'
import { FitWarning } from '#web/features/discover/household/fit-warning.tsx'
import { useActiveHousehold } from '#web/features/discover/household/use-household.ts'
import { loadNear } from '#web/features/discover/listing/named-places.ts'
import { ProductGrid } from '#web/features/discover/listing/product-grid.tsx'
import { galleryPictures } from '#web/features/discover/product/gallery-pictures.ts'
import { IngredientsSection } from '#web/features/discover/product/ingredients-section.tsx'
import { usePlaceOrNear } from '#web/features/discover/product/place-or-near.ts'
import { type Product, productQuery, useProduct } from '#web/features/discover/product/product.ts'
import { ProductFacts } from '#web/features/discover/product/product-facts.tsx'
import { ProductGallery } from '#web/features/discover/product/product-gallery.tsx'
import { ProductHeader } from '#web/features/discover/product/product-header.tsx'
import { ProductLoading, ProductMissing, ProductUnavailable } from '#web/features/discover/product/product-states.tsx'
import { PurchasePanel } from '#web/features/discover/product/purchase-panel.tsx'
import { relatedQuery, useRelated } from '#web/features/discover/product/related.ts'
import { ShopCard } from '#web/features/discover/product/shop-card.tsx'
import { usePurchase } from '#web/features/discover/product/use-purchase.ts'
import { useProductView } from '#web/features/discover/visits/count-visits.ts'
import { ReviewList } from '#web/features/orders/reviews/review-list.tsx'
import { preloadReviews } from '#web/features/orders/reviews/reviews.ts'
import { ReportButton } from '#web/features/run/moderation/report-button.tsx'
import { useOwnShop } from '#web/features/sell/own-shop/own-shop.ts'

const tabNames = ['description', 'reviews'] as const

export async function loader({ context, params: { productId = '' }, url }: LoaderFunctionArgs) {
  const app = context.get(appContext)
  const query = productQuery(app, productId)
  await preload(app, query)
  const found = app.queryClient.getQueryData(query.queryKey)
  if (found === null && app.server) app.server.status = 404
  if (!found) return
  const params = url.searchParams
  const showsReviews = readTab(params, tabNames) === 'reviews'
  await Promise.all([
    loadNear(app, params).then((near) =>
      preload(app, relatedQuery(app, found, params, { ...app.place.current(), ...near })),
    ),
    showsReviews && preloadReviews(app, { productId }, params),
  ])
}

export function Component() {
  const { productId = '' } = useParams()
  const { data: product, isError, refetch } = useProduct(productId)
  if (product) return <ProductView key={product.id} product={product} />
  if (product === null) return <ProductMissing />
  return isError ? <ProductUnavailable retry={() => void refetch()} /> : <ProductLoading />
}

function ProductView({ product }: { product: Product }) {
  const { shop } = product
  useProductView(product.id, shop.id, product.is_listed)
  const isOwn = useOwnShop()?.id === shop.id
  const link = useListingLink()
  useWaitlistWish()
  const offered = withOffer(product, useOffers()(product.id))
  const purchase = usePurchase(offered)
  const trail = [
    { label: 'Home', to: '/' },
    { label: shop.name, to: `/shop/${encodeURIComponent(shop.slug)}` },
  ]
  return (
    <Page className="pt-5">
      <ProductHead product={product} trail={trail} />
      <Breadcrumbs trail={trail.map(({ label, to }) => ({ label, to: link(to) }))} current={product.name} />
      {/* One column follows the order of a shopper's questions. With two columns, the choices are beside the
         pictures. */}
      <div className="mt-4 grid gap-x-8 gap-y-8 md:grid-cols-2 md:grid-rows-[auto_1fr] md:gap-y-10 lg:gap-x-14">
        <ProductGallery product={product} />
        <div className="flex min-w-0 flex-col gap-7 md:col-start-2 md:row-span-2 md:row-start-1">
          <ProductHeader product={product} />
          <FitWarning
            product={{
              ...product,
              ...purchase.food,
              required_allergens: undefined,
              kitchen: product.shop.kitchen,
            }}
            look="notice"
          />
          <PurchasePanel product={offered} isSoldOut={product.stock <= 0} purchase={purchase} />
          <ProductFacts product={product} />
          <div>
            <ShopCard product={product} />
            {!isOwn && (
              <ReportButton
                target={{ subject: 'product', id: product.id, label: 'this product' }}
                label="Report this product"
                className="mt-2 -ml-2"
              />
            )}
          </div>
        </div>
        <div className="flex min-w-0 flex-col gap-10">
          <ProductTabs product={product} />
          <IngredientsSection product={product} food={purchase.food} />
        </div>
      </div>
      <RelatedProducts product={product} />
    </Page>
  )
}

function ProductTabs({ product }: { product: Product }) {
  const [tab, setTab] = useUrlTab(tabNames)
  const tabs = [
    {
      value: 'description',
      label: 'Description',
      content: (
        <p className="max-w-prose text-lg whitespace-pre-line text-pretty wrap-anywhere">
          {product.description || 'The seller has not described this product yet.'}
        </p>
      ),
    },
    {
      value: 'reviews',
      label: 'Reviews',
      content: <ReviewList subject={{ productId: product.id }} />,
    },
  ]
  return (
    <div id="about" className="min-w-0">
      <Tabs label="About this product" tabs={tabs} value={tab} onValueChange={setTab} />
    </div>
  )
}

function RelatedProducts({ product }: { product: Product }) {
  const related = useRelated(product)
  const placeName = shortPlaceLabel(usePlaceOrNear().label)
  // The search leaves out what the URL avoids, not what the household does.
  const unsuitable = useActiveHousehold().length > 0 ? 'hidden' : 'absent'
  if (!related || related.products.length === 0) return null
  const isFromShop = related.from === 'same-shop'
  const heading = isFromShop ? `More from ${product.shop.name}` : `More ${product.category} from other shops`
  return (
    <section aria-labelledby="related" className="mt-16">
      <h2 id="related" className="mb-6 text-2xl wrap-anywhere sm:text-3xl">
        {heading}
      </h2>
      <ProductGrid
        label={heading}
        products={related.products}
        unsuitable={unsuitable}
        withShop={!isFromShop}
        priority={false}
        placeName={placeName}
      />
    </section>
  )
}

interface ProductHeadProps {
  product: Product
  /** From the home page to the parent page. */
  trail: readonly { label: string; to: string }[]
}

function ProductHead({ product, trail }: ProductHeadProps) {
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
