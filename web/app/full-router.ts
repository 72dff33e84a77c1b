/** The router of all pages, loaded on the first interaction (first-router.ts). The build gives it its own React Router. */
import { createBrowserRouter, type DataRouter, type RouterContextProvider } from 'react-router'
import type { AppContext } from '#platform/app-context.ts'
import { prefetchLinks } from './prefetch-links.ts'
import { loadRoute, routes, routesAt } from './routes.tsx'

/** @param shownPath the path of the page that is shown, whose loaders have run on the server */
export async function createFullRouter(app: AppContext, getContext: () => RouterContextProvider, shownPath: string) {
  const shown = routesAt(shownPath)
  for (const route of shown) Object.assign(route, await loadRoute(route), { lazy: undefined })
  prefetchLinks(app)
  const loaderData = Object.fromEntries(shown.map(({ id }) => [id, null]))
  // After a step back in the history its loaders have to run.
  const hasMoved = window.location.pathname !== shownPath
  const router = createBrowserRouter(routes, { getContext, ...(hasMoved ? {} : { hydrationData: { loaderData } }) })
  await isReady(router)
  return router
}

function isReady(router: DataRouter): Promise<void> | undefined {
  if (router.state.initialized) return
  return new Promise((resolve) => {
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return
      stop()
      resolve()
    })
  })
}
