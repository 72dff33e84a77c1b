/** Hydrates the server's HTML in the browser, with the embedded data. */
import '../styles.css'
import { hydrate } from '@tanstack/react-query'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import {
  cleanUrl,
  createBrowserAuth,
  loadBrowserClient,
  memberContext,
  readUrlOutcome,
  startAuth,
} from '#features/account/auth'
import { createBrowserBasket, followBasket } from '#features/buy/basket'
import { createBrowserHouseholdStore, followHousehold } from '#features/discover/household'
import { createBrowserPlaceStore } from '#features/discover/location'
import { clearRecentSearches } from '#features/discover/search'
import { memberKeys } from '#keys/member-keys'
import type { AppContext } from '#platform/app-context.ts'
import { lazyBackend } from '#platform/browser-backend.ts'
import { takeKeptAt } from '#platform/cached-page.ts'
import { createClock } from '#platform/clock.ts'
import { createLoaderContext } from '#platform/page.ts'
import { createQueryClient } from '#platform/query-client.ts'
import { clearDrafts } from '#platform/session-drafts.ts'
import { App } from './app.tsx'
import { Document } from './document.tsx'
import { readState, stateElementId } from './page-state.ts'
import { prefetchLinks } from './prefetch-links.ts'
import { loadRoute, routes, routesAt } from './routes.tsx'

for (const kind of ['error', 'unhandledrejection'] as const)
  window.addEventListener(kind, (event) => {
    import('./report-error.ts').then(
      (part) => part.reportEvent(event),
      () => {},
    )
  })

// No top-level await: pages import from this chunk and would deadlock with it.
void start()

async function start(): Promise<void> {
  // zod, which pages load, would try to compile code, which the content security policy forbids and reports.
  Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

  const keptAt = takeKeptAt()
  const stateText = document.getElementById(stateElementId)?.textContent ?? ''
  const localMs = Date.now()
  const { config, assets, queries, place, renderedAt } = readState(stateText, localMs)

  // Removes tokens from the URL before any other code can read or store it.
  const url = new URL(window.location.href)
  const outcome = readUrlOutcome(url)
  if (outcome) window.history.replaceState(window.history.state, '', cleanUrl(url))

  const queryClient = createQueryClient('browser')
  hydrate(queryClient, queries)
  const auth = createBrowserAuth({
    onUserChange() {
      queryClient.removeQueries({ queryKey: memberKeys.all })
      clearDrafts()
      clearRecentSearches()
    },
  })
  const basket = createBrowserBasket()
  const supabase = lazyBackend(async () => (await loadBrowserClient()).createBrowserClient(config, auth))
  const app: AppContext = {
    queryClient,
    config,
    place: createBrowserPlaceStore(place),
    household: createBrowserHouseholdStore(),
    clock: keptAt !== null || isFromCache() ? { renderedAt, now: () => new Date() } : createClock(renderedAt, localMs),
    supabase,
    signInAgain: async () => (await (await loadBrowserClient()).renewSession(auth, await supabase())) !== null,
  }

  startAuth(app, auth, outcome, url)
  // Without its code, only the lists stay empty: the boot script has hidden them.
  const hasHousehold = app.household.loadIfSaved().catch(() => {})
  const isFollowing = Promise.all([followBasket(app, auth.session, basket), followHousehold(app, auth.session)])

  if (keptAt !== null) await (await import('./offline.ts')).restoreOrders(app, auth.session)
  const shownIds = await loadShownPage()
  const router = createBrowserRouter(routes, {
    getContext() {
      const context = createLoaderContext(app)
      const session = auth.session.current()
      context.set(memberContext, session.status === 'signed-in' ? session.user : null)
      return context
    },
    // The loaders have run on the server, and their data is in the query client.
    hydrationData: { loaderData: Object.fromEntries(shownIds.map((id) => [id, null])) },
  })
  // Starts the queries of a members' page, which the server rendered without a session.
  if (auth.session.current().status === 'signed-in') void router.revalidate()
  await Promise.all([isFollowing, hasHousehold])

  // In a transition React hydrates in slices, so the page can react to scrolling and clicks in between.
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <Document assets={assets} stateText={stateText}>
          <App app={app} auth={auth} basket={basket}>
            <RouterProvider router={router} />
          </App>
        </Document>
      </StrictMode>,
    )
  })
  prefetchLinks(app)
  if (import.meta.env.PROD && 'serviceWorker' in navigator)
    setTimeout(
      () =>
        import('./offline.ts').then(
          (part) => part.startOffline({ app, session: auth.session, keptAt }),
          // The network was lost before the parts for use without one arrived. The next page starts them.
          () => {},
        ),
      3_000,
    )
}

/** After going back, the browser may show HTML from its cache, whose time says nothing about the visitor's clock. */
function isFromCache(): boolean {
  const [navigation] = performance.getEntriesByType('navigation')
  return navigation instanceof PerformanceNavigationTiming && navigation.transferSize === 0
}

/** Loads the chunks of the current page before hydration. Otherwise React would discard the server's HTML. */
async function loadShownPage(): Promise<string[]> {
  const shown = routesAt(window.location.pathname)
  for (const route of shown) Object.assign(route, await loadRoute(route), { lazy: undefined })
  return shown.flatMap(({ id }) => id ?? [])
}
