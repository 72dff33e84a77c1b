/** What a visitor sees when a page fails: no details, a way to try again and a way home. Works without any script. */

import { CloudAlert } from 'lucide-react'
import { EmptyState } from '#ui/empty-state'
import { buttonStyle } from '#web/ui/button-style.ts'

/** @param address where to try again: the page's own address. */
export function ErrorPage({ retryUrl }: { retryUrl: string }) {
  // Plain links on purpose: a full load gives a broken page its fresh start.
  return (
    <>
      <title>Something went wrong · Tuckbox</title>
      <meta name="robots" content="noindex" />
      <EmptyState
        icon={CloudAlert}
        title="Unexpected Application Error!"
        headingLevel="h1"
        className="py-24"
        actions={
          <>
            <a href={retryUrl} className={buttonStyle({})}>
              Reload this page
            </a>
            <a href="/" className={buttonStyle({ variant: 'secondary' })}>
              Go to the home page
            </a>
          </>
        }
      >
        <p>Something went wrong on our side, so we couldn’t show this page. Please try again in a moment.</p>
      </EmptyState>
    </>
  )
}
