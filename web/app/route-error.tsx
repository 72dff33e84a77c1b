/** Catches what a page throws while it loads or renders, and reports it to the console for whoever looks into it. */
import { useEffect } from 'react'
import { useLocation, useRouteError } from 'react-router'
import { ErrorPage } from './error-page.tsx'

export function RouteError() {
  const error = useRouteError()
  const { pathname, search } = useLocation()
  useEffect(() => console.error(error), [error])
  return <ErrorPage retryUrl={pathname + search} />
}
