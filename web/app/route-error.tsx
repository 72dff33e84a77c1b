/** Catches errors of pages while they load or render, logs them to the console, and lets the page report them. */
import { useEffect } from 'react'
import { useLocation, useRouteError } from 'react-router'
import { ErrorPage } from './error-page.tsx'

export function RouteError() {
  const error = useRouteError()
  const { pathname, search } = useLocation()
  useEffect(() => {
    console.error(error)
    window.dispatchEvent(new ErrorEvent('error', { error }))
  }, [error])
  const isOffline = typeof navigator !== 'undefined' && navigator.onLine === false
  return <ErrorPage retryUrl={pathname + search} isOffline={isOffline} />
}
