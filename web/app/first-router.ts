/**
 * The router of the first view. It knows the shown page alone, so that visitors who only read load neither the table of
 * all pages nor the code that moves between them. Both come with the first interaction, as React Router's own router,
 * which takes over. See docs/decisions/062-deferred-app-scripts.md.
 */
import {
  type BlockerFunction,
  createPath,
  type DataRouteObject,
  type DataRouter,
  IDLE_BLOCKER,
  IDLE_NAVIGATION,
  matchRoutes,
  NavigationType,
  type RouterNavigateOptions,
  type To,
} from 'react-router'
import type { PageModule } from '#platform/page.ts'
import { frame, pageErrors } from './frame.tsx'
import type { ShownRoute } from './page-state.ts'

type Listener = Parameters<DataRouter['subscribe']>[0]

/** What `RouterProvider` and the hooks read. */
type FirstRouter = Pick<
  DataRouter,
  | 'basename'
  | 'createHref'
  | 'deleteBlocker'
  | 'enableScrollRestoration'
  | 'encodeLocation'
  | 'future'
  | 'getBlocker'
  | 'manifest'
  | 'navigate'
  | 'routes'
  | 'state'
  | 'subscribe'
  | 'window'
> & {
  /** Loads the full router. */
  load(): Promise<DataRouter>
}

const noChange = { deletedFetchers: [], newErrors: null, flushSync: false }

/** @param createFull loads and starts the full router */
export async function createFirstRouter(
  shown: readonly ShownRoute[],
  createFull: (shownPath: string) => Promise<DataRouter>,
): Promise<FirstRouter & DataRouter> {
  const routes = frame(await loadShown(shown))
  let state = firstState(routes)
  const listeners = new Set<Listener>()
  /** What the full router has to do when it takes over. */
  const waiting = new Set<(router: DataRouter) => void>()
  const blockers = new Map<string, BlockerFunction>()
  let full: DataRouter | undefined
  let loading: Promise<DataRouter> | undefined

  function load(): Promise<DataRouter> {
    loading ??= createFull(state.location.pathname).then(takeOver, (error: unknown) => {
      // The next navigation tries again.
      loading = undefined
      throw error
    })
    return loading
  }

  function takeOver(router: DataRouter): DataRouter {
    full = router
    window.removeEventListener('popstate', loadForHistory)
    for (const begin of waiting) begin(router)
    for (const [key, block] of blockers) router.getBlocker(key, block)
    waiting.clear()
    const hasMoved = createPath(router.state.location) !== createPath(state.location)
    if (hasMoved) for (const listener of listeners) listener(router.state, noChange)
    return router
  }

  /** Does something now or when the full router takes over. @returns what undoes it */
  function whenFull(begin: (router: DataRouter) => () => void): () => void {
    if (full) return begin(full)
    let end: (() => void) | undefined
    const beginLater = (router: DataRouter) => {
      end = begin(router)
    }
    waiting.add(beginLater)
    return () => {
      waiting.delete(beginLater)
      end?.()
    }
  }

  /** Shows the error of a script that could not be loaded, at the URL that the member wanted. */
  function fail(to: To | null, error: unknown): void {
    const { pathname, search, hash } = resolve(to ?? {})
    window.history.pushState(null, '', pathname + search + hash)
    state = { ...state, location: { ...state.location, pathname, search, hash }, errors: { [pageErrors]: error } }
    for (const listener of listeners) listener(state, noChange)
  }

  function navigate(steps: number): Promise<void>
  function navigate(to: To | null, options?: RouterNavigateOptions): Promise<void>
  async function navigate(to: To | null | number, options?: RouterNavigateOptions): Promise<void> {
    if (typeof to === 'number') {
      window.history.go(to)
      return
    }
    const router = full ?? (await load().catch((error: unknown) => fail(to, error)))
    await router?.navigate(to, options)
  }

  const loadForHistory = () => void load().catch(() => window.location.reload())
  window.addEventListener('popstate', loadForHistory)

  const router: FirstRouter = {
    load,
    get state() {
      return full?.state ?? state
    },
    get routes() {
      return full?.routes ?? routes
    },
    get manifest() {
      return full?.manifest ?? {}
    },
    basename: '/',
    future: {},
    window,
    createHref: (location) => createPath(location),
    encodeLocation(to) {
      const { pathname, search, hash } = resolve(to)
      return { pathname, search, hash }
    },
    subscribe(listener) {
      listeners.add(listener)
      const end = whenFull((router) => router.subscribe(listener))
      return () => {
        listeners.delete(listener)
        end()
      }
    },
    enableScrollRestoration: (...options) => whenFull((router) => router.enableScrollRestoration(...options)),
    navigate,
    getBlocker(key, block) {
      if (full) return full.getBlocker(key, block)
      blockers.set(key, block)
      return IDLE_BLOCKER
    },
    deleteBlocker(key) {
      blockers.delete(key)
      full?.deleteBlocker(key)
    },
  }
  // Nothing reads the rest of a router: fetchers, and what React Router uses inside.
  return router as FirstRouter & DataRouter
}

/** The modules of the shown routes, each inside the one before. */
async function loadShown(shown: readonly ShownRoute[]): Promise<DataRouteObject[]> {
  const loaded = await Promise.all(
    shown.map(async ({ id, path, url }) => {
      const { Component, handle }: PageModule = await import(/* @vite-ignore */ url)
      return { id, path, Component, handle }
    }),
  )
  return loaded.reduceRight<DataRouteObject[]>((children, route) => [{ ...route, children }], [])
}

function firstState(routes: DataRouteObject[]): DataRouter['state'] {
  const { pathname, search, hash } = window.location
  const { key = 'default', usr = null } = window.history.state ?? {}
  const matches = matchRoutes(routes, pathname) ?? []
  return {
    historyAction: NavigationType.Pop,
    location: { pathname, search, hash, key, state: usr, mask: undefined },
    matches,
    initialized: true,
    renderFallback: false,
    navigation: IDLE_NAVIGATION,
    restoreScrollPosition: false,
    preventScrollReset: false,
    revalidation: 'idle',
    loaderData: Object.fromEntries(matches.map(({ route }) => [route.id, null])),
    actionData: null,
    errors: null,
    fetchers: new Map(),
    blockers: new Map(),
  }
}

function resolve(to: To): URL {
  return new URL(typeof to === 'string' ? to : createPath(to), window.location.href)
}
