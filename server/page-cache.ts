/**
 * Caches rendered pages for a short time, compressed. A cached page is served only while the database is known to show the same: see
 * docs/decisions/pages/019-page-cache.md.
 */
import { randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Period, PublicChanges } from '#backend'
import type { Rendered } from '#web/app/entry-server.tsx'
import { type Bytes, type Coding, decode, encode } from './compression.ts'

/** A page that may be served again. */
export interface CachedPage {
  /** Names this rendering, as part of the entity tag. */
  readonly tag: string
  /** At first one coding. Others follow when a client needs them. */
  readonly bodies: Map<Coding, Bytes>
  /** When the rendering started: the page shows all changes before. */
  readonly startedMs: number
  /** The period without changes in which the rendering started. */
  readonly period: Period | undefined
}

export interface PageRequest {
  /** Names the page and everything its content depends on. */
  readonly key: string
  /** Whether the page has neither parameters nor a place. Clients can invent as many of the others as they like. */
  readonly isPlain: boolean
  readonly coding: Coding
  /**
   * @param isAwaited whether a visitor waits, so that the rendering ends when they leave
   * @param turn says that the rendering waits for the turn of its network, so that no other network waits with it
   */
  render(isAwaited: boolean, turn: Turn): Promise<Rendered>
}

export interface PageCacheOptions {
  /** Without it a page is cached for a second. */
  readonly changes: Pick<PublicChanges, 'period' | 'isNotified' | 'check'> | undefined
  /** As `performance.now()`, for tests. */
  readonly now?: () => number
}

export interface PageCache {
  /** The page, or a rendering that is not cached: a redirect or an error. */
  get(request: PageRequest): Promise<CachedPage | Rendered>
  /** The bytes in use. */
  size(): number
}

/** The texts that depend on the time, such as the next pickup, may be this late. */
const longestAgeMs = 15_000
/** An older page is rendered again while it is served. */
const refreshAfterMs = 10_000
/** How long a page is served without knowing whether the database has changed. */
const longestUnverifiedMs = 1_000
/** A check starts after this time, so that requests need not wait for one. */
const checkAfterMs = 250
/** While changes never stop, a page is rendered again at these intervals. */
const shortestAgeMs = 150

const plainBytes = 24 * 1024 * 1024
/** Pages with parameters or a place have memory of their own, so that they cannot displace the others. */
const variantBytes = 8 * 1024 * 1024
const entryBytes = 1_024

interface Turn {
  isWaiting: boolean
}

interface Rendering {
  readonly turn: Turn
  readonly startedMs: number
  readonly page: Promise<CachedPage | Rendered>
}

export function createPageCache({ changes, now = () => performance.now() }: PageCacheOptions): PageCache {
  const plain = createPages(plainBytes)
  const variants = createPages(variantBytes)
  /** The unfinished renderings. Requests for one page share one. */
  const renderings = new Map<string, Rendering>()
  const pagesOf = ({ isPlain }: PageRequest) => (isPlain ? plain : variants)

  const render = async (request: PageRequest, startedMs: number, isAwaited: boolean, turn: Turn) => {
    if (changes && !changes.period) await changes.check()
    const period = changes?.period
    const rendered = await request.render(isAwaited, turn)
    if (rendered.status !== 200) return rendered
    // An uncompressed page would take ten times the memory.
    const coding = request.coding === 'identity' ? 'br' : request.coding
    const body = await encode(Buffer.from(rendered.html), coding)
    const page: CachedPage = { tag: createTag(), bodies: new Map([[coding, body]]), startedMs, period }
    pagesOf(request).set(request.key, page)
    return page
  }

  const startRendering = (request: PageRequest, isAwaited: boolean): Rendering => {
    const startedMs = now()
    const turn = { isWaiting: false }
    const rendering = { startedMs, turn, page: render(request, startedMs, isAwaited, turn) }
    renderings.set(request.key, rendering)
    const end = () => {
      if (renderings.get(request.key) === rendering) renderings.delete(request.key)
    }
    rendering.page.then(end, end)
    return rendering
  }

  const renderFor = async (request: PageRequest): Promise<CachedPage | Rendered> => {
    const shared = renderings.get(request.key)
    if (shared && !shared.turn.isWaiting && now() - shared.startedMs < longestUnverifiedMs) {
      // It may fail because the other visitor leaves, or has reached a rate limit.
      const page = await shared.page.catch(() => undefined)
      if (page && isCached(page)) return page
    }
    return startRendering(request, true).page
  }

  /** Whether the page is known to show the content of the database. */
  const isCurrent = ({ startedMs, period }: CachedPage, atMs: number): boolean => {
    const ageMs = atMs - startedMs
    const knownMs = Math.max(startedMs, period?.unchangedUntilMs ?? 0)
    if (ageMs > longestAgeMs || atMs - knownMs > longestUnverifiedMs) return false
    return period === changes?.period || ageMs < shortestAgeMs
  }

  const verify = async (): Promise<void> => {
    if (!changes) return
    const unverifiedMs = changes.period ? now() - changes.period.unchangedUntilMs : Number.POSITIVE_INFINITY
    if (changes.isNotified || unverifiedMs > longestUnverifiedMs) await changes.check()
    else if (unverifiedMs > checkAfterMs) void changes.check()
  }

  return {
    async get(request) {
      const pages = pagesOf(request)
      if (!pages.has(request.key)) return renderFor(request)
      await verify()
      const page = pages.get(request.key)
      const atMs = now()
      if (!page || !isCurrent(page, atMs)) return renderFor(request)
      if (atMs - page.startedMs > refreshAfterMs && !renderings.has(request.key)) startRendering(request, false)
      return page
    },
    size: () => plain.calculatedSize + variants.calculatedSize,
  }
}

export const isCached = (page: CachedPage | Rendered): page is CachedPage => 'tag' in page

/** The page in a coding. Brotli and gzip are compressed once. */
export async function bodyOf({ bodies }: CachedPage, coding: Coding): Promise<Bytes> {
  const known = bodies.get(coding)
  const [first] = bodies
  if (known || !first) return known ?? new Uint8Array()
  const body = await encode(await decode(first[1], first[0]), coding)
  if (coding !== 'identity') bodies.set(coding, body)
  return body
}

const createTag = () => randomBytes(9).toString('base64url')

const createPages = (maxSize: number) =>
  new LRUCache<string, CachedPage>({
    maxSize,
    // Twice, because the other coding may follow.
    sizeCalculation: ({ bodies }, key) =>
      entryBytes + key.length * 2 + 2 * [...bodies.values()].reduce((sum, { byteLength }) => sum + byteLength, 0),
  })
