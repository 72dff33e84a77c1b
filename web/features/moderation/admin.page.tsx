/** The administrators' page: reports, decisions, hygiene ratings and the log. Everyone else sees "Page not found". */
import { ShieldCheck } from 'lucide-react'
import type { LoaderFunctionArgs } from 'react-router'
import { type SessionUser, useSession } from '#features/auth'
import { NotFound } from '#platform/not-found.tsx'
import { appContext } from '#platform/page.ts'
import { PageHead } from '#platform/page-head.tsx'
import { Page } from '#ui/page'
import { PageNotice } from '#ui/page-notice'
import { Tabs } from '#ui/tabs'
import { useUrlTab } from '#web/ui/use-url-tab.ts'
import { HygieneList } from './hygiene-list.tsx'
import { LogList } from './log-list.tsx'
import { useAdministratorAccess } from './queue.ts'
import { QueueList } from './queue-list.tsx'

export function loader({ context }: LoaderFunctionArgs) {
  const { server } = context.get(appContext)
  // The server renders without a session, as for a visitor, who must see a 404.
  if (server) server.status = 404
}

const tabNames = ['open', 'closed', 'hygiene', 'log'] as const

export function Component() {
  const session = useSession()
  const access = useAdministratorAccess()
  if (session.status !== 'signed-in') return <NotFound />
  if (access === 'all') return <Moderation user={session.user} />
  if (access === 'after second factor') return <SecondFactorNeeded />
  return <NotFound />
}

function SecondFactorNeeded() {
  return (
    <>
      <PageHead title="Moderation" hidden />
      <PageNotice
        icon={ShieldCheck}
        title="Two-step verification needed"
        to="/settings/security"
        link="Open security settings"
      >
        Administrators of this marketplace need two-step verification. Please turn it on, or sign in again with a code.
      </PageNotice>
    </>
  )
}

function Moderation({ user }: { user: SessionUser }) {
  const [tab, setTab] = useUrlTab(tabNames)
  return (
    <Page width="medium" className="pt-8 sm:pt-12">
      <PageHead title="Moderation" hidden />
      <h1 className="text-3xl sm:text-4xl">Moderation</h1>
      <p className="mt-2 mb-6 text-ink-soft">Every action here is logged with the account that took it.</p>
      <Tabs
        label="Moderation"
        value={tab}
        onValueChange={setTab}
        tabs={[
          { value: 'open', label: 'Open', content: <QueueList userId={user.id} state="open" /> },
          { value: 'closed', label: 'Closed', content: <QueueList userId={user.id} state="closed" /> },
          { value: 'hygiene', label: 'Hygiene', content: <HygieneList userId={user.id} /> },
          { value: 'log', label: 'Log', content: <LogList userId={user.id} /> },
        ]}
      />
    </Page>
  )
}
