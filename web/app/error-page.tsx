/** The page for unexpected errors. It works without any script. */

import { CloudAlert } from 'lucide-react'
import { EmptyState } from '#ui/empty-state'
import { buttonStyle } from '#web/ui/button-style.ts'

/** @param retryUrl the URL of the page that failed */
export function ErrorPage({ retryUrl }: { retryUrl: string }) {
  // Plain links, so that the browser loads the page anew.
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
