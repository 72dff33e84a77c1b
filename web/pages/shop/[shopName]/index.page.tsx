/** The shop page. */

import { CookingPot } from 'lucide-react'
import { type LoaderFunctionArgs, Navigate, useParams, useSearchParams } from 'react-router'
import { breadcrumbData, shopData } from '#domain/catalogue/structured-data'
import { slugify } from '#domain/values/slugs'
import { appContext } from '#platform/page.ts'
import { PageHead } from '#platform/page-head.tsx'
import { preload, preloadFirst } from '#platform/preload.ts'
import { StructuredData } from '#platform/structured-data.tsx'
import { readTab, useUrlTab } from '#platform/url-tab.ts'
import { EmptyState } from '#ui/empty-state'
import { Link } from '#ui/link'
import { LinkButton } from '#ui/link-button'
import { Notice } from '#ui/notice'
import { Page } from '#ui/page'
import { Tabs } from '#ui/tabs'
import { useSignInPrompt } from '#web/features/account/auth/auth-context.ts'
import { upcomingDropsQuery } from '#web/features/discover/drops/upcoming.ts'
import { UpcomingDrops } from '#web/features/discover/drops/upcoming-drops.tsx'
import { isNarrowed } from '#web/features/discover/filters/listing-filters.ts'
import { ShopAnnouncements } from '#web/features/discover/followers/shop-announcements.tsx'
import { FilterChips } from '#web/features/discover/listing/filter-chips.tsx'
import { preloadListing, useListing } from '#web/features/discover/listing/listing.ts'
import { readListingParameters } from '#web/features/discover/listing/listing-parameters.ts'
import { ListingResults } from '#web/features/discover/listing/listing-results.tsx'
import { useNear } from '#web/features/discover/listing/named-places.ts'
import { shopSorts } from '#web/features/discover/listing/shop-sorts.ts'
import { SortControl } from '#web/features/discover/listing/sort-control.tsx'
import { type Shop, shopQuery, useShop } from '#web/features/discover/shop/shop.ts'
import { ShopDetails } from '#web/features/discover/shop/shop-details.tsx'
import { ShopHeader } from '#web/features/discover/shop/shop-header.tsx'
import { ShopLoading, ShopMissing, ShopUnavailable } from '#web/features/discover/shop/shop-states.tsx'
import { useShopVisit } from '#web/features/discover/visits/count-visits.ts'
import { ReviewList } from '#web/features/orders/reviews/review-list.tsx'
import { preloadReviews } from '#web/features/orders/reviews/reviews.ts'
import { ReportButton } from '#web/features/run/moderation/report-button.tsx'
import { useOwnShop } from '#web/features/sell/own-shop/own-shop.ts'

const tabNames = ['items', 'reviews'] as const
/** Older notifications and emails link to this tab, which has moved to the messages page. */
const withEnquiries = ['items', 'reviews', 'enquiries'] as const

/** A single row needs no sorting. */
const oneRow = 4

export async function loader({ context, params: { shopName = '' }, url: { searchParams } }: LoaderFunctionArgs) {
  const app = context.get(appContext)
  const query = shopQuery(app, shopName)
  // In parallel: the listing needs only the slug, not the shop's id.
  const items = preloadListing(
    app,
    { shopSlug: slugify(shopName) },
    readListingParameters(searchParams, shopSorts),
    searchParams,
  )
  const drops = preloadFirst(app, upcomingDropsQuery(app, { shopSlug: slugify(shopName) }))
  await Promise.all([preload(app, query), items, drops])
  const found = app.queryClient.getQueryData(query.queryKey)
  if (found === null && app.server) app.server.status = 404
  if (found && readTab(searchParams, tabNames) === 'reviews')
    await preloadReviews(app, { shopId: found.id }, searchParams)
}

export function Component() {
  const { shopName = '' } = useParams()
  const { data: shop, isError, refetch } = useShop(shopName)
  if (shop) return <ShopView shop={shop} />
  if (shop === null) return <ShopMissing />
  return isError ? <ShopUnavailable retry={() => void refetch()} /> : <ShopLoading />
}

function ShopView({ shop }: { shop: Shop }) {
  useShopVisit(shop.id)
  const [searchParams] = useSearchParams()
  const ownShop = useOwnShop()
  const isOwner = ownShop?.id === shop.id
  const [tab, setTab] = useUrlTab(tabNames)
  const wantsEnquiries = readTab(searchParams, withEnquiries) === 'enquiries'
  useSignInPrompt(wantsEnquiries)
  const parameters = readListingParameters(searchParams, shopSorts)
  const isFiltered = isNarrowed(parameters.filters)
  const listing = useListing({ shopSlug: shop.slug }, parameters, useNear()?.place)
  const itemCount = listing.shown?.total
  const tabs = [
    {
      value: 'items',
      label: 'Items',
      content: (
        <>
          {itemCount !== undefined && itemCount > oneRow && (
            <div className="mb-6 flex justify-end">
              <SortControl sorts={shopSorts} />
            </div>
          )}
          <FilterChips highestPrice={listing.shown?.highestPrice ?? 0} />
          <ListingResults
            label={`Items from ${shop.name}`}
            headingLevel="h2"
            withShop={false}
            listing={listing}
            empty={
              isFiltered ? (
                <NothingFits />
              ) : (
                <NoItems isOwner={isOwner} isOpen={!isOwner || ownShop.status === 'active'} />
              )
            }
          />
        </>
      ),
    },
    { value: 'reviews', label: 'Reviews', content: <ReviewList subject={{ shopId: shop.id }} /> },
  ]
  if (isOwner && wantsEnquiries) return <Navigate to="/messages?tab=enquiries" replace />
  return (
    <Page className="pt-5">
      <ShopHead shop={shop} />
      {isOwner && ownShop.status !== 'active' && (
        <Notice tone="error" className="mb-5">
          <strong className="font-semibold">
            {ownShop.status === 'pending' ? 'Your shop is not open yet.' : `Your shop is ${ownShop.status}.`}
          </strong>{' '}
          Only you can see this page.{' '}
          {ownShop.status === 'pending' && (
            <Link to="/seller/dashboard" className="underline">
              Accept the Health &amp; Safety Terms
            </Link>
          )}
        </Notice>
      )}
      <ShopHeader shop={shop} itemCount={isFiltered ? undefined : itemCount} isOwner={isOwner} />
      <UpcomingDrops title="Drops" shopSlug={shop.slug} className="mt-8" />
      <ShopAnnouncements announcements={shop.announcements} isOwner={isOwner} />
      <div className="mt-10">
        <Tabs label="Items and reviews" tabs={tabs} value={tab} onValueChange={setTab} />
      </div>
      <ShopDetails shop={shop} />
      {!isOwner && (
        <ReportButton
          target={{ subject: 'shop', id: shop.id, label: 'this shop' }}
          label="Report this shop"
          className="mt-2 -ml-4"
        />
      )}
    </Page>
  )
}

function NothingFits() {
  return (
    <EmptyState icon={CookingPot} title="Nothing from this shop fits the filters">
      <p>You can remove a filter to see more.</p>
    </EmptyState>
  )
}

function NoItems({ isOwner, isOpen }: { isOwner: boolean; isOpen: boolean }) {
  if (!isOpen) {
    return (
      <EmptyState
        icon={CookingPot}
        title="Nothing is on sale"
        actions={<LinkButton to="/seller/products">Your Products</LinkButton>}
      >
        <p>Your products are kept and will be listed again when your shop reopens.</p>
      </EmptyState>
    )
  }
  if (isOwner) {
    return (
      <EmptyState
        icon={CookingPot}
        title="No products yet"
        actions={<LinkButton to="/seller/create-product">Add Your First Product</LinkButton>}
      >
        <p>Products you add appear here and in search results.</p>
      </EmptyState>
    )
  }
  return (
    <EmptyState icon={CookingPot} title="No products yet">
      <p>This shop has no products for sale yet.</p>
    </EmptyState>
  )
}

function ShopHead({ shop }: { shop: Shop }) {
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
