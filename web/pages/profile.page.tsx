/** My Profile: picture and shop, with tabs for settings, orders, favourites and security. */
import { Store } from 'lucide-react'
import type { ReactNode } from 'react'
import { PageHead } from '#platform/page-head.tsx'
import { preload } from '#platform/preload.ts'
import { readTab, useUrlTab } from '#platform/url-tab.ts'
import { Card } from '#ui/card'
import { LinkButton } from '#ui/link-button'
import { LoadFailedLine } from '#ui/load-failed-line'
import { Page } from '#ui/page'
import { Loading, Skeleton, SkeletonText } from '#ui/skeleton'
import { Tabs } from '#ui/tabs'
import { memberLoader } from '#web/features/account/auth/member-loader.ts'
import { RequireAccount } from '#web/features/account/auth/require-account.tsx'
import { favouriteItemsQuery } from '#web/features/account/profile/favourite-items.ts'
import { FavouritesTab } from '#web/features/account/profile/favourites-tab.tsx'
import { PictureCard } from '#web/features/account/profile/picture-card.tsx'
import { profileQuery } from '#web/features/account/settings/profile.ts'
import { ProfileFields } from '#web/features/account/settings/profile-fields.tsx'
import { SecurityPanel } from '#web/features/account/settings/security-panel.tsx'
import { SuspensionNotice } from '#web/features/account/suspension/suspension-notice.tsx'
import { ShopLogo } from '#web/features/discover/listing/shop-logo.tsx'
import { OrderTabs, preloadOrders } from '#web/features/orders/orders/order-tabs.tsx'
import { ownShopQuery, useOwnShopQuery } from '#web/features/sell/own-shop/own-shop.ts'

const tabNames = ['settings', 'orders', 'favorites', 'security'] as const

export const loader = memberLoader((app, { id }, { url: { searchParams } }) => {
  void preload(app, ownShopQuery(app, id))
  const tab = readTab(searchParams, tabNames)
  if (tab === 'settings') void preload(app, profileQuery(app, id))
  if (tab === 'orders') preloadOrders(app, id, searchParams)
  if (tab === 'favorites') void preload(app, favouriteItemsQuery(app, id))
})

const tabs = [
  {
    value: 'settings',
    label: 'Profile Settings',
    content: (
      <div className="max-w-2xl">
        <ProfileFields errorMessage="There was a problem updating your profile. Please try again." />
      </div>
    ),
  },
  { value: 'orders', label: 'Orders', content: <OrderTabs /> },
  { value: 'favorites', label: 'Favorites', content: <FavouritesTab /> },
  {
    value: 'security',
    label: 'Security',
    content: (
      <div className="max-w-2xl">
        <SecurityPanel />
      </div>
    ),
  },
] as const satisfies readonly { value: (typeof tabNames)[number]; label: string; content: ReactNode }[]

export function Component() {
  return (
    <Page className="pt-8 sm:pt-12">
      <PageHead title="My Profile" hidden />
      <h1 className="text-3xl sm:text-4xl">My Profile</h1>
      <RequireAccount fallback={<ProfilePlaceholder />}>{() => <Profile />}</RequireAccount>
    </Page>
  )
}

function Profile() {
  const [tab, setTab] = useUrlTab(tabNames)
  return (
    <>
      <SuspensionNotice className="mt-6" />
      <div className="mt-6 mb-8 grid gap-4 md:grid-cols-2">
        <PictureCard />
        <OwnShopCard />
      </div>
      <Tabs label="My profile" tabs={tabs} value={tab} onValueChange={setTab} />
    </>
  )
}

function ProfilePlaceholder() {
  return (
    <Loading text="Loading your profile..." className="mt-6 grid gap-4 md:grid-cols-2">
      <Skeleton shape="card" className="h-32" />
      <Skeleton shape="card" className="h-32" />
    </Loading>
  )
}

function OwnShopCard() {
  const { data: shop, isError, refetch } = useOwnShopQuery()
  if (shop === undefined && isError) {
    return (
      <Card>
        <LoadFailedLine retry={() => void refetch()}>Could not fetch shop data.</LoadFailedLine>
      </Card>
    )
  }
  if (shop === undefined) {
    return (
      <Card className="flex items-center gap-5">
        <Skeleton shape="circle" className="size-20" />
        <SkeletonText lines={2} className="w-40" />
      </Card>
    )
  }
  if (shop === null) {
    return (
      <Card className="flex items-center gap-5">
        <span className="grid size-20 shrink-0 place-items-center rounded-full bg-paper-deep text-berry">
          <Store aria-hidden="true" className="size-8" strokeWidth={1.5} />
        </span>
        <div className="min-w-0">
          <p className="text-lg font-semibold">Do you bake too?</p>
          <p className="text-ink-soft">Opening a shop takes a minute.</p>
          <LinkButton to="/seller/create-shop" variant="secondary" size="sm" className="mt-3">
            Open a shop
          </LinkButton>
        </div>
      </Card>
    )
  }
  return (
    <Card className="flex items-center gap-5">
      <ShopLogo name={shop.name} logo={shop.logo} className="size-20" />
      <div className="min-w-0">
        <p className="text-lg font-semibold wrap-anywhere">{shop.name}</p>
        <p className="text-ink-soft">Your shop</p>
        <p className="mt-3 flex flex-wrap gap-2">
          <LinkButton to="/seller/dashboard" variant="secondary" size="sm">
            Manage Shop
          </LinkButton>
          <LinkButton to={`/shop/${encodeURIComponent(shop.slug)}`} variant="quiet" size="sm">
            View shop
          </LinkButton>
        </p>
      </div>
    </Card>
  )
}
