/** My Profile: who one is here, and a tab for each thing that is one's own. */

import type { ReactNode } from 'react'
import { RequireAccount, type SessionUser } from '#features/auth'
import { OrderTabs } from '#features/orders'
import { Avatar } from '#ui/avatar'
import { Skeleton, SkeletonText } from '#ui/skeleton'
import { Tabs } from '#ui/tabs'
import { PageHead } from '#web/app/page-head.tsx'
import { useAddressTab } from '#web/ui/use-address-tab.ts'
import { FavoritesTab } from './favorites-tab.tsx'

interface ProfileTab {
  /** As the address names it. */
  value: string
  label: string
  content: (user: SessionUser) => ReactNode
}

const orders: ProfileTab = {
  value: 'orders',
  label: 'Orders',
  content: ({ id }) => <OrderTabs userId={id} />,
}

const favorites: ProfileTab = {
  value: 'favorites',
  label: 'Favorites',
  content: ({ id }) => <FavoritesTab userId={id} />,
}

/** In the order they are shown in; the first is the one that opens. */
const profileTabs: readonly [ProfileTab, ...ProfileTab[]] = [orders, favorites]

const [firstTab, ...otherTabs] = profileTabs
const tabNames: readonly [string, ...string[]] = [firstTab.value, ...otherTabs.map(({ value }) => value)]

export function Component() {
  return (
    <div className="page pt-8 sm:pt-12">
      <PageHead title="My Profile" hidden />
      <h1 className="text-3xl sm:text-4xl">My Profile</h1>
      <RequireAccount fallback={<ProfilePlaceholder />}>{(user) => <Profile user={user} />}</RequireAccount>
    </div>
  )
}

function Profile({ user }: { user: SessionUser }) {
  const [tab, setTab] = useAddressTab(tabNames)
  const tabs = profileTabs.map(({ value, label, content }) => ({ value, label, content: content(user) }))
  return (
    <>
      <div className="mt-6 mb-8 flex items-center gap-4">
        <Avatar name={user.name} url={user.avatarUrl} className="size-16! text-2xl" />
        <div className="min-w-0">
          <p className="text-lg font-semibold wrap-anywhere">{user.name}</p>
          <p className="text-ink-soft wrap-anywhere">{user.email}</p>
        </div>
      </div>
      <Tabs label="My profile" tabs={tabs} value={tab} onValueChange={setTab} />
    </>
  )
}

function ProfilePlaceholder() {
  return (
    <div className="mt-6 flex items-center gap-4">
      <p role="status" className="sr-only">
        Loading your profile...
      </p>
      <Skeleton className="size-16 rounded-full!" />
      <SkeletonText lines={2} className="w-48" />
    </div>
  )
}
