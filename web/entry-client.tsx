/** Brings the server's HTML to life in the browser, with the data that came along. */
import './styles.css'
import { hydrate } from '@tanstack/react-query'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, matchRoutes, type RouteObject } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import {
  cleanUrl,
  createBrowserAuth,
  fetchAs,
  followSession,
  readUrlOutcome,
  renewSession,
  sessionKey,
  startAuth,
} from '#features/auth'
import { createBrowserBasket } from '#features/basket'
import { createBrowserPlaceStore } from '#features/place'
import { App } from './app/app.tsx'
import type { AppContext } from './app/app-context.ts'
import { lazyBackend } from './app/browser-backend.ts'
import { Document } from './app/document.tsx'
import { readState, stateElementId } from './app/page-state.ts'
import { prefetchLinks } from './app/prefetch-links.ts'
import { createQueryClient } from './app/query-client.ts'
import { createRoutes } from './app/routes.tsx'
import { clearDrafts } from './app/session-drafts.ts'

// Not awaited at the top level: pages import from this chunk, and would wait for it while it waits for them.
void start()

async function start(): Promise<void> {
  const stateText = document.getElementById(stateElementId)?.textContent ?? ''
  const { config, assets, queries, place } = readState(stateText, Date.now())

  // Tokens leave the address before anything else can see or keep it.
  const url = new URL(window.location.href)
  const outcome = readUrlOutcome(url)
  if (outcome) window.history.replaceState(window.history.state, '', cleanUrl(url))

  const queryClient = createQueryClient('browser')
  hydrate(queryClient, queries)
  const auth = createBrowserAuth({
    onChangeOfUser() {
      queryClient.removeQueries({ queryKey: ['me'] })
      clearDrafts()
    },
  })
  const basket = createBrowserBasket()
  const supabase = lazyBackend({
    config,
    storage: auth.keeper,
    storageKey: sessionKey,
    onCreated: (client) => followSession(client, auth),
    fetchAs: (client) => fetchAs(auth, client, config.supabaseAnonKey),
  })
  const app: AppContext = {
    queryClient,
    config,
    place: createBrowserPlaceStore(place),
    supabase,
    signInAgain: async () => (await renewSession(auth, await supabase())) !== null,
  }

  const routes = createRoutes(app)
  const shownIds = await loadShownPages(routes)
  const router = createBrowserRouter(routes, {
    // Every loader of this page has run on the server; what it fetched is in the query client.
    hydrationData: { loaderData: Object.fromEntries(shownIds.map((id) => [id, null])) },
  })

  // As a transition it is done in slices, and the page answers to scrolling and pressing in between.
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
  startAuth(app, auth, outcome)
  prefetchLinks(app)
}

/** The chunk of the page in the HTML has to be there before hydration, or the page would be taken down and put up again. */
async function loadShownPages(routes: RouteObject[]): Promise<string[]> {
  const matches = matchRoutes(routes, window.location) ?? []
  await Promise.all(
    matches.map(async ({ route }) => {
      if (typeof route.lazy !== 'function') return
      Object.assign(route, await route.lazy(), { lazy: undefined })
    }),
  )
  return matches.flatMap(({ route }) => route.id ?? [])
}
