/** Hydrates the server's HTML in the browser, with the embedded data. */
import '../styles.css'
import { hydrate } from '@tanstack/react-query'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, matchRoutes, type RouteObject } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import {
  cleanUrl,
  createBrowserAuth,
  createFetch,
  readUrlOutcome,
  renewSession,
  sessionKey,
  startAuth,
  syncSession,
} from '#features/auth'
import { createBrowserBasket } from '#features/basket'
import { createBrowserPlaceStore } from '#features/place'
import type { AppContext } from '#platform/app-context.ts'
import { lazyBackend } from '#platform/browser-backend.ts'
import { createQueryClient } from '#platform/query-client.ts'
import { clearDrafts } from '#platform/session-drafts.ts'
import { App } from './app.tsx'
import { Document } from './document.tsx'
import { readState, stateElementId } from './page-state.ts'
import { prefetchLinks } from './prefetch-links.ts'
import { createRoutes } from './routes.tsx'

// No top-level await: pages import from this chunk and would deadlock with it.
void start()

async function start(): Promise<void> {
  const stateText = document.getElementById(stateElementId)?.textContent ?? ''
  const { config, assets, queries, place } = readState(stateText, Date.now())

  // Removes tokens from the URL before any other code can read or store it.
  const url = new URL(window.location.href)
  const outcome = readUrlOutcome(url)
  if (outcome) window.history.replaceState(window.history.state, '', cleanUrl(url))

  const queryClient = createQueryClient('browser')
  hydrate(queryClient, queries)
  const auth = createBrowserAuth({
    onUserChange() {
      queryClient.removeQueries({ queryKey: ['me'] })
      clearDrafts()
    },
  })
  const basket = createBrowserBasket()
  const supabase = lazyBackend({
    config,
    storage: auth.storage,
    storageKey: sessionKey,
    onCreated: (client) => syncSession(client, auth),
    createFetch: (client) => createFetch(auth, client, config.supabaseAnonKey),
  })
  const app: AppContext = {
    queryClient,
    config,
    place: createBrowserPlaceStore(place),
    supabase,
    signInAgain: async () => (await renewSession(auth, await supabase())) !== null,
  }

  startAuth(app, auth, outcome, url)

  const routes = createRoutes(app)
  const shownIds = await loadShownPages(routes)
  const router = createBrowserRouter(routes, {
    // The loaders have run on the server, and their data is in the query client.
    hydrationData: { loaderData: Object.fromEntries(shownIds.map((id) => [id, null])) },
  })

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
}

/** Loads the chunks of the current page before hydration. Otherwise React would discard the server's HTML. */
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
