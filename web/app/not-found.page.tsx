/** The page for unknown URLs. */
import type { AppContext } from '#platform/app-context.ts'
import { NotFound } from '#platform/not-found.tsx'

export function loader(app: AppContext) {
  return async () => {
    if (app.server) app.server.status = 404
    return null
  }
}

export function Component() {
  return <NotFound />
}
