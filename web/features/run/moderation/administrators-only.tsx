/** Shows its content to administrators. Everyone else sees "Page not found". */
import { ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { type SessionUser, useSession } from '#features/account/auth'
import { NotFound } from '#platform/not-found.tsx'
import { appContext } from '#platform/page.ts'
import { PageHead } from '#platform/page-head.tsx'
import { PageNotice } from '#ui/page-notice'
import { useAdministratorAccess } from './queue.ts'

export function administratorsLoader({ context }: LoaderFunctionArgs) {
  const { server } = context.get(appContext)
  // The server renders without a session, as for a visitor, who must see a 404.
  if (server) server.status = 404
}

export function AdministratorsOnly({ children }: { children: (user: SessionUser) => ReactNode }) {
  const session = useSession()
  const access = useAdministratorAccess()
  if (session.status !== 'signed-in') return <NotFound />
  if (access === 'all') return children(session.user)
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
