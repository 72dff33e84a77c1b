/**
 * Opens a page of the real app in the browser, with a backend that answers from the test. As `web/app/entry-client.tsx`
 * puts it together, without the server's HTML: routes and loaders, query client, session, stores and supabase-js.
 */
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { onTestFinished } from 'vitest'
import type { Basket } from '#domain/checkout/basket'
import type { Household } from '#domain/food/household'
import { type ChosenPlace, defaultChosenPlace } from '#domain/locations/chosen-place'
import { memberKeys } from '#keys/member-keys'
import type { AppContext, PublicConfig } from '#platform/app-context.ts'
import { createLoaderContext } from '#platform/page.ts'
import { createQueryClient } from '#platform/query-client.ts'
import { App } from '#web/app/app.tsx'
import { routes } from '#web/app/routes.tsx'
import { createBrowserAuth } from '#web/features/account/auth/browser-auth.ts'
import { createBrowserClient, renewSession } from '#web/features/account/auth/browser-client.ts'
import { memberContext } from '#web/features/account/auth/member-loader.ts'
import { startAuth } from '#web/features/account/auth/start-auth.ts'
import { cleanUrl, readUrlOutcome } from '#web/features/account/auth/url-outcome.ts'
import { basketKey } from '#web/features/buy/basket/basket-store.ts'
import { createBrowserBasket } from '#web/features/buy/basket/browser-basket.ts'
import { followBasket } from '#web/features/buy/basket/follow-basket.ts'
import { followHousehold } from '#web/features/discover/household/follow-household.ts'
import { createBrowserHouseholdStore } from '#web/features/discover/household/household-store.ts'
import { householdKey } from '#web/features/discover/household/storage-keys.ts'
import { createBrowserPlaceStore } from '#web/features/discover/location/place-store.ts'
import { type AnsweringBackend, createAnsweringBackend } from './answering-backend.ts'
import { type Answers, type Fixed, merged, type PageRequest } from './answers.ts'
import { clearBrowser } from './clear-browser.ts'
import { watchConsole } from './console.ts'
import { storeSession, type TestMember, userOf } from './member-session.ts'
import { now as usualNow } from './rows.ts'
import { silenceRealtime } from './silent-socket.ts'

export interface PageOptions {
  /** Absent for a visitor. */
  readonly member?: TestMember
  readonly answers?: Answers
  /** The answer to all other requests. Without it they fail the test. */
  readonly otherwise?: Fixed<unknown>
  readonly basket?: Basket
  readonly place?: ChosenPlace
  readonly household?: Household
  readonly config?: Partial<PublicConfig>
  readonly now?: Date
  /** Patterns of console errors that the test causes. */
  readonly expectedErrors?: readonly RegExp[]
}

export interface OpenPage {
  /** The requests of one kind until now, such as 'POST /rest/v1/rpc/place_order'. */
  requests(key: string): readonly PageRequest[]
  /** Changes what later requests get. */
  answer(changes: Answers): void
  /** The path and query in the address bar. */
  path(): string
}

/** What most pages ask for a member, who has nothing yet. */
const frameOf = (member: TestMember): Answers => ({
  'GET /auth/v1/user': userOf(member),
  'GET /rest/v1/notifications': [],
  'HEAD /rest/v1/notifications': [],
  'GET /rest/v1/waitlist_entries': [],
  'GET /rest/v1/favourites': [],
  'GET /rest/v1/saved_cards': [],
  'GET /rest/v1/shops': [],
  'GET /rest/v1/shop_followers': [],
  'GET /rest/v1/slot_waitlist_entries': [],
  'POST /rest/v1/rpc/own_suspension': [],
})

/** Asked some time after a page was opened or text was typed, which a slow test reaches. */
const later: Answers = {
  'POST /rest/v1/rpc/suggest_products': [],
  'POST /rest/v1/rpc/record_product_view': null,
  'POST /rest/v1/rpc/record_shop_visit': null,
}

let opened = 0

export async function openPage(path: string, options: PageOptions = {}): Promise<OpenPage> {
  const { member, answers = {}, place = defaultChosenPlace, now = usualNow } = options
  opened += 1
  // A host for each page: a late request of an earlier one has no answer here, and disturbs nobody.
  const supabaseUrl = `http://page-${opened}.localhost`
  const backend = createAnsweringBackend(merged(later, member && frameOf(member), answers), options.otherwise)
  const restore = [silenceRealtime(), answerFetches(backend, supabaseUrl), watchConsole(options.expectedErrors)]
  const { origin, href: testUrl } = window.location

  if (member) storeSession(member)
  if (options.basket) localStorage.setItem(basketKey, JSON.stringify(options.basket))
  if (options.household) localStorage.setItem(householdKey, JSON.stringify(options.household))
  const url = new URL(path, origin)
  const outcome = readUrlOutcome(url)
  window.history.replaceState(null, '', outcome ? cleanUrl(url) : url)

  const queryClient = createQueryClient('browser')
  const { queries } = queryClient.getDefaultOptions()
  // Retries are tested in web/platform/query-client.test.ts. Here each answer is for one request.
  queryClient.setDefaultOptions({ ...queryClient.getDefaultOptions(), queries: { ...queries, retry: false } })
  const auth = createBrowserAuth({ onUserChange: () => queryClient.removeQueries({ queryKey: memberKeys.all }) })
  const basket = createBrowserBasket()
  const config: PublicConfig = {
    supabaseUrl,
    supabaseAnonKey: 'public-key',
    providers: [],
    siteUrl: origin,
    supportEmail: 'hello@tuckbox.test',
    ...options.config,
  }
  const client = createBrowserClient(config, auth)
  let isClosed = false
  // An effect may still ask for it while the page closes.
  const supabase = () => (isClosed ? new Promise<never>(() => {}) : Promise.resolve(client))
  const app: AppContext = {
    queryClient,
    config,
    place: createBrowserPlaceStore(place),
    household: createBrowserHouseholdStore(),
    clock: { renderedAt: now.getTime(), now: () => now },
    supabase,
    signInAgain: async () => (await renewSession(auth, await supabase())) !== null,
  }

  startAuth(app, auth, outcome, url)
  await app.household.loadIfSaved()
  // Only where the test answers for them. They would synchronise half a second later.
  if ('GET /rest/v1/basket_lines' in answers) await followBasket(app, auth.session, basket)
  if ('GET /rest/v1/household_people' in answers) await followHousehold(app, auth.session)

  const router = createBrowserRouter(routes, {
    getContext() {
      const context = createLoaderContext(app)
      const session = auth.session.current()
      context.set(memberContext, session.status === 'signed-in' ? session.user : null)
      return context
    },
  })
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  root.render(
    <App app={app} auth={auth} basket={basket}>
      <RouterProvider router={router} />
    </App>,
  )

  onTestFinished(async () => {
    const { problems } = backend
    isClosed = true
    backend.close()
    // What has been answered by now ends on this page, such as a toast.
    await new Promise((resolve) => setTimeout(resolve))
    clearBrowser()
    root.unmount()
    container.remove()
    router.dispose()
    queryClient.clear()
    await client.auth.dispose()
    void client.removeAllChannels()
    window.history.replaceState(null, '', testUrl)
    const lines = new Set([...problems, ...restore.flatMap((end) => end() ?? [])])
    if (lines.size > 0) throw new Error([...lines].join('\n'))
  })
  return {
    requests: backend.requests,
    answer: backend.answer,
    path: () => window.location.pathname + window.location.search,
  }
}

/** Answers what is sent to the page's backend and to the site itself. The rest is of an earlier page. */
function answerFetches(backend: AnsweringBackend, supabaseUrl: string): () => void {
  const realFetch = globalThis.fetch
  globalThis.fetch = (input, init) => {
    const { origin } = new URL(input instanceof Request ? input.url : input, window.location.href)
    if (origin === supabaseUrl || origin === window.location.origin) return backend.fetch(input, init)
    return Promise.reject(new TypeError('The page was closed'))
  }
  return () => {
    globalThis.fetch = realFetch
  }
}
