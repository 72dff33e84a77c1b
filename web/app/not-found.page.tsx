/** The page for unknown URLs. */
import type { LoaderFunctionArgs } from 'react-router'
import { NotFound } from '#platform/not-found.tsx'
import { appContext } from '#platform/page.ts'

export function loader({ context }: LoaderFunctionArgs) {
  const { server } = context.get(appContext)
  if (server) server.status = 404
}

export function Component() {
  return <NotFound />
}
