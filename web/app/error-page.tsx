/** The page for unexpected errors. It works without any script. */

import { CloudAlert, WifiOff } from 'lucide-react'
import { EmptyState } from '#ui/empty-state'
import { buttonStyle } from '#web/ui/button-style.ts'

interface ErrorPageProps {
  /** The URL of the page that failed. */
  retryUrl: string
  /** The page was not loaded before, and the browser has no connection. */
  isOffline?: boolean
}

export function ErrorPage({ retryUrl, isOffline = false }: ErrorPageProps) {
  // Plain links, so that the browser loads the page anew.
  return (
    <>
      <title>{`${isOffline ? 'You are offline' : 'Something went wrong'} · Tuckbox`}</title>
      <meta name="robots" content="noindex" />
      <EmptyState
        icon={isOffline ? WifiOff : CloudAlert}
        title={isOffline ? 'You are offline' : 'Unexpected Application Error!'}
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
        <p>
          {isOffline
            ? 'This page needs a connection. Please reconnect, then reload it.'
            : 'Something went wrong on our side, so we couldn’t show this page. Please try again in a moment.'}
        </p>
      </EmptyState>
    </>
  )
}
