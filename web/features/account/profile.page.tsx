/** My Profile: picture and shop, with tabs for settings, orders, favourites and security. */
import { useQuery } from '@tanstack/react-query'
import { Store } from 'lucide-react'
import type { ReactNode } from 'react'
import { memberLoader, RequireAccount, type SessionUser } from '#features/auth'
import { OrderTabs, preloadOrders } from '#features/orders'
import { ShopLogo } from '#features/product'
import { ProfileFields, profileQuery, SecurityPanel } from '#features/settings'
import { type AppContext, useApp } from '#platform/app-context.ts'
import { PageHead } from '#platform/page-head.tsx'
import { preload } from '#platform/preload.ts'
import { Card } from '#ui/card'
import { LinkButton } from '#ui/link-button'
import { LoadFailedLine } from '#ui/load-failed-line'
import { Page } from '#ui/page'
import { Loading, Skeleton, SkeletonText } from '#ui/skeleton'
import { Tabs } from '#ui/tabs'
import { readTab, useUrlTab } from '#web/ui/use-url-tab.ts'
import { favouriteItemsQuery } from './favourite-items.ts'
import { FavouritesTab } from './favourites-tab.tsx'
import { ownShopQuery } from './own-shop.ts'
import { PictureCard } from './picture-card.tsx'

interface ProfileTab {
  value: string
  label: string
  preload?: (app: AppContext, userId: string, params: URLSearchParams) => void
  content: (user: SessionUser) => ReactNode
}

const settings: ProfileTab = {
  value: 'settings',
  label: 'Profile Settings',
  preload: (app, userId) => void preload(app, profileQuery(app, userId)),
  content: (user) => (
    <div className="max-w-2xl">
      <ProfileFields user={user} errorMessage="There was a problem updating your profile. Please try again." />
    </div>
  ),
}

const orders: ProfileTab = {
  value: 'orders',
  label: 'Orders',
  preload: preloadOrders,
  content: ({ id }) => <OrderTabs userId={id} />,
}

const favourites: ProfileTab = {
  value: 'favorites',
  label: 'Favorites',
  preload: (app, userId) => void preload(app, favouriteItemsQuery(app, userId)),
  content: ({ id }) => <FavouritesTab userId={id} />,
}

const security: ProfileTab = {
  value: 'security',
  label: 'Security',
  content: (user) => (
    <div className="max-w-2xl">
      <SecurityPanel user={user} />
    </div>
  ),
}

/** In display order. The first tab is the default. */
const profileTabs: readonly [ProfileTab, ...ProfileTab[]] = [settings, orders, favourites, security]

const [firstTab, ...otherTabs] = profileTabs
const tabNames: readonly [string, ...string[]] = [firstTab.value, ...otherTabs.map(({ value }) => value)]

export const loader = memberLoader((app, { id }, { url: { searchParams } }) => {
  void preload(app, ownShopQuery(app, id))
  const shown = readTab(searchParams, tabNames)
  profileTabs.find(({ value }) => value === shown)?.preload?.(app, id, searchParams)
})

export function Component() {
  return (
    <Page className="pt-8 sm:pt-12">
      <PageHead title="My Profile" hidden />
      <h1 className="text-3xl sm:text-4xl">My Profile</h1>
      <RequireAccount fallback={<ProfilePlaceholder />}>{(user) => <Profile user={user} />}</RequireAccount>
    </Page>
  )
}

function Profile({ user }: { user: SessionUser }) {
  const [tab, setTab] = useUrlTab(tabNames)
  const tabs = profileTabs.map(({ value, label, content }) => ({ value, label, content: content(user) }))
  return (
    <>
      <div className="mt-6 mb-8 grid gap-4 md:grid-cols-2">
        <PictureCard user={user} />
        <OwnShopCard userId={user.id} />
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

function OwnShopCard({ userId }: { userId: string }) {
  const { data: shop, isError, refetch } = useQuery(ownShopQuery(useApp(), userId))
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
