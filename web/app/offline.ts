/** The parts of the app that work without a network, loaded after the page. See docs/decisions/pages/020-offline-pages.md. */
import { londonTime, shortDate } from '#domain/values/calendar'
import { isRemembered, type SessionStore } from '#features/account/auth'
import { memberKeys } from '#keys/member-keys'
import type { AppContext } from '#platform/app-context.ts'
import { clearCachedQueries, keepQueries, restoreQueries } from '#platform/cached-data.ts'
import { startServiceWorker } from '#platform/service-worker.ts'

interface Parts {
  readonly app: AppContext
  readonly session: SessionStore
  /** When the service worker kept the shown page; null for a page of the network. */
  readonly keptAt: number | null
}

/** Puts the member's kept orders into the query cache. */
export async function restoreOrders(app: AppContext, session: SessionStore): Promise<void> {
  const state = session.current()
  if (state.status === 'signed-in') await restoreQueries(app.queryClient, state.user.id).catch(() => {})
}

export async function startOffline(parts: Parts): Promise<void> {
  followConnection(parts)
  // Some browsers have none in private windows.
  const registration = await startServiceWorker().catch(() => null)
  if (registration) followMember(parts, registration.active)
}

function followMember({ app, session, keptAt }: Parts, worker: ServiceWorker | null): void {
  let owner: string | null = null
  let stop = () => {}
  const follow = () => {
    const state = session.current()
    const next = state.status === 'signed-in' && isRemembered() ? state.user.id : null
    if (next === owner && next !== null) return
    stop()
    stop = next === null ? () => {} : keepQueries(app.queryClient, next)
    // The session ended in this tab, or while no page was open.
    void clearCachedQueries(next).then((hadAny) => {
      if (hadAny) clearDevice(worker)
    })
    owner = next
    if (next !== null && keptAt === null && navigator.onLine) void keepOrders(app, next, worker)
  }
  follow()
  session.subscribe(follow)
}

async function keepOrders(app: AppContext, userId: string, worker: ServiceWorker | null): Promise<void> {
  const pages = await (await import('./keep-orders.ts')).keepOrders(app, userId).catch(() => [])
  worker?.postMessage(pages)
}

/** After a sign-out: what the member saw, and messages that are on their way to this device. */
function clearDevice(worker: ServiceWorker | null): void {
  worker?.postMessage('clear-pages')
  void navigator.serviceWorker
    .getRegistration()
    .then((registration) => registration?.pushManager?.getSubscription())
    .then((subscription) => subscription?.unsubscribe())
    .catch(() => {})
}

/** Shows above the page that there is no network, and how old the page is. */
function followConnection({ app, session, keptAt }: Parts): void {
  const line = document.createElement('p')
  line.setAttribute('role', 'status')
  line.className = 'tone-honey px-4 py-2 text-center text-sm font-semibold print:hidden'
  let pageAt = keptAt

  const isOffline = () => pageAt !== null || !navigator.onLine
  const show = () => {
    if (!isOffline()) return line.remove()
    const text = `Last updated ${timeText(oldestShown(app) ?? pageAt ?? keptAt ?? Date.now(), Date.now())}, offline`
    if (line.textContent !== text) line.textContent = text
    if (!line.isConnected) document.body.prepend(line)
  }
  app.queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return
    // A response has arrived, so there is a network again.
    if (event.action.type === 'success' && !event.action.manual) pageAt = null
    show()
  })
  window.addEventListener('online', () => {
    pageAt = null
    show()
  })
  window.addEventListener('offline', () => {
    pageAt = Date.now()
    void restoreOrders(app, session).then(show)
  })
  // Files of the kept page's build may be gone from the server, so the next page comes from the network.
  if (keptAt !== null) window.addEventListener('click', (event) => !isOffline() && loadPage(event), { capture: true })
  show()
}

function loadPage(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link || link.origin !== location.origin || link.target || event.ctrlKey || event.metaKey || event.shiftKey)
    return
  event.preventDefault()
  event.stopPropagation()
  location.assign(link.href)
}

/** When the oldest of the member's data on the page was fetched. */
function oldestShown({ queryClient }: AppContext): number | undefined {
  const times = queryClient
    .getQueryCache()
    .findAll({ queryKey: memberKeys.all, type: 'active' })
    .flatMap(({ state: { dataUpdatedAt } }) => (dataUpdatedAt > 0 ? [dataUpdatedAt] : []))
  return times.length > 0 ? Math.min(...times) : undefined
}

/** In London: '14:05', or '23 Nov, 14:05' of another day. */
export function timeText(ms: number, now: number): string {
  const { date, time } = londonTime(new Date(ms))
  return date === londonTime(new Date(now)).date ? time : `${shortDate(date)}, ${time}`
}
