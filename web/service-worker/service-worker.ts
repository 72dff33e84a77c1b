/**
 * The service worker: shows push messages, and keeps seen pages for offline use. It contains nothing of the app, so it can take over
 * at once. Pages come from the network first. A kept page brings the files of its own build, whose names contain a hash.
 * See docs/decisions/pages/020-offline-pages.md.
 */
import { keptAtName } from '#platform/cached-page.ts'
import { pageKey } from './page-key.ts'

/** What is used here of the types of service workers, which cannot be loaded beside those of pages. */
interface WorkerEvent extends Event {
  waitUntil(promise: Promise<unknown>): void
}
interface FetchEvent extends WorkerEvent {
  readonly request: Request
  /** Undefined where the browser does not preload pages. */
  readonly preloadResponse: Promise<Response | undefined>
  respondWith(response: Promise<Response>): void
}
interface PushEvent extends WorkerEvent {
  readonly data: { json(): PushMessage } | null
}
interface NotificationEvent extends WorkerEvent {
  readonly notification: Notification
}
interface Client {
  readonly url: string
  focus(): Promise<unknown>
}
interface WorkerScope {
  readonly registration: ServiceWorkerRegistration
  readonly clients: {
    claim(): Promise<void>
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<Client[]>
    openWindow(url: string): Promise<unknown>
  }
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate', listener: (event: WorkerEvent) => void): void
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void
  addEventListener(type: 'push', listener: (event: PushEvent) => void): void
  addEventListener(type: 'notificationclick', listener: (event: NotificationEvent) => void): void
  addEventListener(type: 'message', listener: (event: WorkerEvent & { data: unknown }) => void): void
}
const worker = globalThis as unknown as WorkerScope

const pagesName = 'tuckbox-pages-1'
const filesName = 'tuckbox-files-1'
const maxPages = 40
const maxFiles = 600
/** A connection without data, such as a weak signal at a market. */
const patienceMs = 10_000
/** After the page's own requests. */
const keepAfterMs = 2_000

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()))
worker.addEventListener('activate', (event) => event.waitUntil(activate()))

async function activate(): Promise<void> {
  const names = await caches.keys()
  const old = names.filter((name) => /^tuckbox-(pages|files)-/.test(name) && name !== pagesName && name !== filesName)
  await Promise.all(old.map((name) => caches.delete(name)))
  // The request of a page starts together with this worker.
  await worker.registration.navigationPreload?.enable()
  await worker.clients.claim()
}

// Pages and files.

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== location.origin) return
  if (request.mode === 'navigate') {
    event.respondWith(openPage(event, pageKey(url)))
  } else if (url.pathname.startsWith('/assets/')) event.respondWith(openFile(request))
})

/** The network's page, or the kept one without a network. @param key null for pages that are never kept */
async function openPage(event: FetchEvent, key: string | null): Promise<Response> {
  const loading = event.preloadResponse.then((preloaded) => preloaded ?? fetch(event.request))
  const kept = key === null ? undefined : await findPage(key)
  try {
    const response = await (kept ? withPatience(loading) : loading)
    if (key !== null && response.ok && !response.redirected)
      event.waitUntil(keepPage(key, response.clone(), keepAfterMs))
    return response
  } catch {
    return kept ? markKept(kept) : offlinePage()
  }
}

function withPatience(loading: Promise<Response>): Promise<Response> {
  const timedOut = new Promise<never>((_, reject) => setTimeout(() => reject(new Error('timeout')), patienceMs))
  return Promise.race([loading, timedOut])
}

async function findPage(key: string): Promise<Response | undefined> {
  return (await caches.open(pagesName)).match(key)
}

/** Keeps a page together with the files that its build needs. */
async function keepPage(key: string, response: Response, delayMs = 0): Promise<void> {
  const html = await response.text()
  await new Promise((resolve) => setTimeout(resolve, delayMs))
  const headers = new Headers({ 'content-type': 'text/html; charset=utf-8', 'x-kept-at': String(Date.now()) })
  const policy = response.headers.get('content-security-policy')
  if (policy) headers.set('content-security-policy', policy)
  await keepFiles(new Set(html.match(/\/assets\/[\w.-]+/g)))
  const pages = await caches.open(pagesName)
  // Deleted first, so that the order of the keys is that of the visits.
  await pages.delete(key)
  await pages.put(key, new Response(html, { headers }))
  await removeOldest(pages, maxPages)
}

async function keepFiles(paths: ReadonlySet<string>): Promise<void> {
  const files = await caches.open(filesName)
  for (const path of paths) if (!(await files.match(path))) await files.add(path).catch(() => {})
  await removeOldest(files, maxFiles)
}

async function removeOldest(cache: Cache, most: number): Promise<void> {
  const keys = await cache.keys()
  await Promise.all(keys.slice(0, Math.max(0, keys.length - most)).map((key) => cache.delete(key)))
}

/** A file's name contains its hash, so a kept one is never old. */
async function openFile(request: Request): Promise<Response> {
  const files = await caches.open(filesName)
  const kept = await files.match(request.url)
  if (kept) return kept
  const response = await fetch(request)
  if (response.ok) void files.put(request.url, response.clone()).catch(() => {})
  return response
}

/** Tells the page that it is a kept one, and from when. */
async function markKept(kept: Response): Promise<Response> {
  const mark = `<head><meta name="${keptAtName}" content="${Number(kept.headers.get('x-kept-at'))}">`
  return new Response((await kept.text()).replace('<head>', mark), { headers: kept.headers })
}

function offlinePage(): Response {
  const html = `<!doctype html><html lang="en-GB"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Offline · Tuckbox</title>
<style>body{max-width:34rem;margin:4rem auto;padding:0 1rem;font:1rem/1.6 system-ui;color:#2b1910;background:#fbf5ea}a{color:#a3153f}
@media (prefers-color-scheme:dark){body{color:#f6ebdd;background:#1a120d}a{color:#f290ad}}</style>
<h1>You are offline</h1><p>This page is not kept on this device. Please try again with a connection.</p>
<p><a href="/">Home</a> · <a href="/orders">Your orders</a> · <a href="/seller/orders">Orders of your shop</a></p>`
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
  }
  return new Response(html, { status: 503, headers })
}

// Messages of the pages.

worker.addEventListener('message', (event) => {
  if (event.data === 'clear-pages') event.waitUntil(caches.delete(pagesName))
  else if (Array.isArray(event.data)) event.waitUntil(keepPaths(event.data.map(String)))
})

/** Keeps pages that a member will need, before they were opened. */
async function keepPaths(paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const key = pageKey(new URL(path, location.origin))
    if (key === null) continue
    const response = await fetch(path, { headers: { accept: 'text/html' } })
    if (response.ok && !response.redirected) await keepPage(key, response)
  }
}

// Push messages.

interface PushMessage {
  readonly id: string
  readonly title: string
  readonly message: string
  readonly link: string | null
}

let shown = Promise.resolve()

// Only the site can send them: the push service checks its signature.
worker.addEventListener('push', (event) => {
  const message = event.data?.json()
  if (!message) return
  // One after the other. Otherwise an older message could replace a newer one.
  shown = shown.then(() => show(message)).catch(() => {})
  event.waitUntil(shown)
})

async function show({ id, title, message, link }: PushMessage): Promise<void> {
  // The same id replaces the older message, and the device sounds again.
  const options = { body: message, tag: id, renotify: true, icon: '/icon-192.png', badge: '/badge-96.png', data: link }
  await worker.registration.showNotification(title, options)
}

worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data))
})

async function open(link: unknown): Promise<unknown> {
  const url = new URL(typeof link === 'string' ? link : '/notifications', location.origin)
  if (url.origin !== location.origin) return
  const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const shown = windows.find((client) => client.url === url.href)
  return shown ? shown.focus() : worker.clients.openWindow(url.href)
}
