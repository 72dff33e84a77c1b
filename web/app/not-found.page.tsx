/** Whatever address nothing stands at. */

import { Cookie } from 'lucide-react'
import { EmptyState } from '#ui/empty-state'
import { LinkButton } from '#ui/link-button'
import type { AppContext } from './app-context.ts'
import { PageHead } from './page-head.tsx'

export function loader(app: AppContext) {
  return async () => {
    if (app.server) app.server.status = 404
    return null
  }
}

export function Component() {
  return (
    <>
      <PageHead title="Page not found" hidden />
      <EmptyState
        icon={Cookie}
        title="Nothing but crumbs here"
        headingLevel="h1"
        className="py-24"
        actions={<LinkButton to="/">Back to the market</LinkButton>}
      >
        <p>We can’t find the page you’re looking for. It may have moved, or the address may be mistyped.</p>
      </EmptyState>
    </>
  )
}
