/** The administrators' page: reports, decisions, hygiene ratings, members, failed work and the log. Everyone else sees "Page not found". */

import { PageHead } from '#platform/page-head.tsx'
import { useUrlTab } from '#platform/url-tab.ts'
import { Page } from '#ui/page'
import { Tabs } from '#ui/tabs'
import type { SessionUser } from '#web/features/account/auth/session-user.ts'
import { ProblemQueue } from '#web/features/orders/problems/problem-queue.tsx'
import { AdministratorsOnly, administratorsLoader } from '#web/features/run/moderation/administrators-only.tsx'
import { FailedList } from '#web/features/run/moderation/failed-list.tsx'
import { useFailedWork } from '#web/features/run/moderation/failed-work.ts'
import { HygieneList } from '#web/features/run/moderation/hygiene-list.tsx'
import { LogList } from '#web/features/run/moderation/log-list.tsx'
import { MemberSearch } from '#web/features/run/moderation/member-search-form.tsx'
import { QueueList } from '#web/features/run/moderation/queue-list.tsx'

export const loader = administratorsLoader

const tabNames = ['open', 'closed', 'problems', 'hygiene', 'find', 'failed', 'log'] as const

export function Component() {
  return <AdministratorsOnly>{(user) => <Moderation user={user} />}</AdministratorsOnly>
}

function Moderation({ user }: { user: SessionUser }) {
  const [tab, setTab] = useUrlTab(tabNames)
  const failed = useFailedWork(user.id).data?.total ?? 0
  return (
    <Page width="medium" className="pt-8 sm:pt-12">
      <PageHead title="Moderation" hidden />
      <h1 className="text-3xl sm:text-4xl">Moderation</h1>
      <p className="mt-2 mb-6 text-ink-soft">Every action here is logged with the account that took it.</p>
      <Tabs
        label="Moderation"
        wraps
        value={tab}
        onValueChange={setTab}
        tabs={[
          { value: 'open', label: 'Open', content: <QueueList userId={user.id} state="open" /> },
          { value: 'closed', label: 'Closed', content: <QueueList userId={user.id} state="closed" /> },
          { value: 'problems', label: 'Problems', content: <ProblemQueue userId={user.id} /> },
          { value: 'hygiene', label: 'Hygiene', content: <HygieneList userId={user.id} /> },
          { value: 'find', label: 'Find', content: <MemberSearch /> },
          {
            value: 'failed',
            label: failed > 0 ? `Failed (${failed})` : 'Failed',
            content: <FailedList userId={user.id} />,
          },
          { value: 'log', label: 'Log', content: <LogList userId={user.id} /> },
        ]}
      />
    </Page>
  )
}
