/** Catches errors of pages while they load or render, and logs them to the console. */
import { useEffect } from 'react'
import { useLocation, useRouteError } from 'react-router'
import { ErrorPage } from './error-page.tsx'

export function RouteError() {
  const error = useRouteError()
  const { pathname, search } = useLocation()
  useEffect(() => console.error(error), [error])
  return <ErrorPage retryUrl={pathname + search} />
}
