/** The notifications page. */

import { PageHead } from '#platform/page-head.tsx'
import { preload, preloadPages } from '#platform/preload.ts'
import { readTab, useUrlTab } from '#platform/url-tab.ts'
import { Button } from '#ui/button'
import { Page } from '#ui/page'
import { Loading, Skeleton } from '#ui/skeleton'
import { Tabs } from '#ui/tabs'
import { memberLoader } from '#web/features/account/auth/member-loader.ts'
import { RequireAccount } from '#web/features/account/auth/require-account.tsx'
import type { SessionUser } from '#web/features/account/auth/session-user.ts'
import { kindNames, kinds, type NotificationKind } from '#web/features/talk/notifications/kinds.ts'
import { NotificationList } from '#web/features/talk/notifications/notification-list.tsx'
import {
  notificationsQuery,
  unreadCountQuery,
  useMarkAsRead,
  useUnreadCount,
} from '#web/features/talk/notifications/notifications.ts'

const all: { name: string; label: string; type: NotificationKind | null } = { name: 'all', label: 'All', type: null }
const tabs = [all, ...kindNames.map((type) => ({ name: kinds[type].tab.toLowerCase(), label: kinds[type].tab, type }))]
const tabNames: [string, ...string[]] = [all.name, ...kindNames.map((type) => kinds[type].tab.toLowerCase())]
const typeOf = (tab: string) => tabs.find(({ name }) => name === tab)?.type ?? null

export const loader = memberLoader((app, { id }, { url }) => {
  void preloadPages(app, notificationsQuery(app, id, typeOf(readTab(url.searchParams, tabNames))), 1)
  void preload(app, unreadCountQuery(app, id))
})

export function Component() {
  return (
    <Page width="reading" className="pt-8 sm:pt-12">
      <PageHead title="Notifications" hidden />
      <h1 className="text-3xl sm:text-4xl">Notifications</h1>
      <RequireAccount fallback={<Placeholder />}>{(user) => <Notifications user={user} />}</RequireAccount>
    </Page>
  )
}

function Notifications({ user }: { user: SessionUser }) {
  const [tab, setTab] = useUrlTab(tabNames)
  return (
    <>
      <UnreadLine userId={user.id} />
      <Tabs
        label="Notifications"
        variant="pills"
        wraps
        value={tab}
        onValueChange={setTab}
        tabs={tabs.map(({ name, label, type }) => ({
          value: name,
          label,
          content: <NotificationList userId={user.id} type={type} />,
        }))}
      />
    </>
  )
}

function UnreadLine({ userId }: { userId: string }) {
  const count = useUnreadCount(userId)
  const { mutate, isPending } = useMarkAsRead(userId)
  return (
    <div className="mt-2 mb-5 flex min-h-11 flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <p role="status" className="text-ink-soft">
        {count !== undefined && `You have ${count} unread notification${count === 1 ? '' : 's'}`}
      </p>
      {count !== undefined && count > 0 && (
        <Button variant="secondary" size="sm" busy={isPending} onClick={() => mutate(undefined)}>
          Mark all as read
        </Button>
      )}
    </div>
  )
}

function Placeholder() {
  return (
    <Loading text="Loading notifications..." className="mt-8 space-y-3">
      <Skeleton shape="card" className="h-24" />
      <Skeleton shape="card" className="h-24" />
      <Skeleton shape="card" className="h-24" />
    </Loading>
  )
}
