/** The message for an unknown URL, or for a page this member may not see. */
import { Cookie } from 'lucide-react'
import { EmptyState } from '#ui/empty-state'
import { LinkButton } from '#ui/link-button'
import { PageHead } from './page-head.tsx'

export function NotFound() {
  return (
    <>
      <PageHead title="Page not found" hidden />
      <EmptyState
        icon={Cookie}
        title="Page not found"
        headingLevel="h1"
        className="py-24"
        actions={<LinkButton to="/">Go to the home page</LinkButton>}
      >
        <p>We can’t find the page you’re looking for. It may have moved, or the address may be wrong.</p>
      </EmptyState>
    </>
  )
}
