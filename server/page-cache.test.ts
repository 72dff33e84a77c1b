import { beforeEach, describe, expect, it } from 'vitest'
import type { Period } from '#backend'
import type { Rendered } from '#web/app/entry-server.tsx'
import { bodyOf, createPageCache, isCached, type PageCache, type PageRequest } from './page-cache.ts'

/** The content of the database, what the change log says of it, and the clock. */
let content: string
let clockMs: number
let renderings: number
let changes: { period: Period | undefined; isNotified: boolean; check(): Promise<void> }
let isDatabaseUp: boolean
let hasChanged: boolean
let cache: PageCache

beforeEach(() => {
  content = 'old price'
  clockMs = 1_000_000
  renderings = 0
  isDatabaseUp = true
  hasChanged = false
  changes = {
    period: undefined,
    isNotified: false,
    async check() {
      changes.isNotified = false
      if (!isDatabaseUp) changes.period = undefined
      else if (hasChanged || !changes.period) changes.period = { unchangedUntilMs: clockMs }
      else Object.assign(changes.period, { unchangedUntilMs: clockMs })
      hasChanged = false
    },
  }
  cache = createPageCache({ changes, now: () => clockMs })
})

const render = async (): Promise<Rendered> => {
  renderings += 1
  return { status: 200, html: content }
}

async function htmlOf(request: Partial<PageRequest> = {}): Promise<string> {
  const page = await cache.get({ key: '/', isPlain: true, coding: 'br', render, ...request })
  return isCached(page) ? Buffer.from(await bodyOf(page, 'identity')).toString() : `status ${page.status}`
}

/** Changes the content, as another process does. */
function change(to: string) {
  content = to
  hasChanged = true
}

/** Requests the page every 50 ms. @returns the last age at which it still showed the old content */
async function oldestShown(old: string): Promise<number> {
  const changedMs = clockMs
  let lastMs = 0
  for (; clockMs < changedMs + 20_000; clockMs += 50) if ((await htmlOf()) === old) lastMs = clockMs - changedMs
  return lastMs
}

describe('The page cache', () => {
  it('renders a page once while nothing changes, and again before its texts are too late', async () => {
    for (let request = 0; request < 100; request += 1) {
      await htmlOf()
      clockMs += 90
    }
    expect(renderings).toBe(1)
    clockMs += 3_000
    await htmlOf()
    await htmlOf()
    expect(renderings).toBe(2)
    clockMs += 16_000
    await htmlOf()
    expect(renderings).toBe(3)
  })

  it('shows a change at the next request after its notification', async () => {
    await htmlOf()
    clockMs += 1_000
    change('new price')
    changes.isNotified = true
    expect(await htmlOf()).toBe('new price')
  })

  it('shows a change within a second when its notification is lost', async () => {
    for (let request = 0; request < 60; request += 1) {
      await htmlOf()
      clockMs += 50
    }
    change('new price')
    expect(await oldestShown('old price')).toBeLessThanOrEqual(1_000)
  })

  it('shows a change after a pause in which nobody looked', async () => {
    await htmlOf()
    change('new price')
    clockMs += 5_000
    expect(await htmlOf()).toBe('new price')
  })

  it('caches a page for a second at most while the database does not say what changed', async () => {
    isDatabaseUp = false
    await htmlOf()
    clockMs += 900
    await htmlOf()
    expect(renderings).toBe(1)
    content = 'new price'
    expect(await oldestShown('old price')).toBeLessThanOrEqual(1_000)
    cache = createPageCache({ changes: undefined, now: () => clockMs })
    await htmlOf()
    content = 'newest price'
    expect(await oldestShown('new price')).toBeLessThanOrEqual(1_000)
  })

  it('forgets its pages when the change log begins anew', async () => {
    await htmlOf()
    isDatabaseUp = false
    await changes.check()
    content = 'new price'
    isDatabaseUp = true
    clockMs += 500
    expect(await htmlOf()).toBe('new price')
  })

  it('renders a page at intervals while changes never stop', async () => {
    for (let request = 0; request < 100; request += 1) {
      await htmlOf()
      clockMs += 10
      change(`price ${request}`)
      changes.isNotified = true
    }
    expect(renderings).toBeLessThan(10)
  })

  it('renders once for simultaneous requests, but not for those that would get an old page', async () => {
    let finish = () => {}
    const slowly = async () => {
      const shown = await render()
      await new Promise<void>((resolve) => {
        finish = resolve
      })
      return shown
    }
    await changes.check()
    const first = Array.from({ length: 10 }, () => htmlOf({ render: slowly }))
    await Promise.resolve()
    expect(renderings).toBe(1)
    change('new price')
    clockMs += 1_500
    expect(await htmlOf()).toBe('new price')
    finish()
    expect(new Set(await Promise.all(first))).toEqual(new Set(['old price']))
    clockMs += 200
    expect(await htmlOf()).toBe('new price')
  })

  it('caches no error and no redirect, and gives nobody the failure of another visitor', async () => {
    let failures = 0
    const fails = async (): Promise<Rendered> => {
      failures += 1
      await new Promise((resolve) => setTimeout(resolve))
      return failures === 1 ? { status: 503, html: 'too many requests' } : { status: 200, html: content }
    }
    const [failed, ...others] = await Promise.all(Array.from({ length: 5 }, () => htmlOf({ render: fails })))
    expect(failed).toBe('status 503')
    expect(others).toEqual(Array(4).fill('old price'))
    const redirect = async (): Promise<Rendered> => ({ status: 302, html: '', redirect: '/' })
    for (const key of ['/moved', '/moved']) expect(await htmlOf({ key, render: redirect })).toBe('status 302')
    expect(await htmlOf({ key: '/moved' })).toBe('old price')
  })

  it('has a bound on its memory, and invented parameters do not displace a page without any', async () => {
    await htmlOf()
    const random = async (): Promise<Rendered> => ({ status: 200, html: Buffer.from(randomBytes()).toString('base64') })
    for (let n = 0; n < 400; n += 1) await htmlOf({ key: `/search?q=${n}`, isPlain: false, render: random })
    expect(cache.size()).toBeLessThan(9 * 1024 * 1024)
    const before = renderings
    expect(await htmlOf()).toBe('old price')
    expect(renderings).toBe(before)
  })

  it('compresses a page once for each coding', async () => {
    const page = await cache.get({ key: '/', isPlain: true, coding: 'identity', render })
    if (!isCached(page)) throw new Error('it was not cached')
    expect([...page.bodies.keys()]).toEqual(['br'])
    expect(Buffer.from(await bodyOf(page, 'identity')).toString()).toBe('old price')
    expect(await bodyOf(page, 'gzip')).toBe(await bodyOf(page, 'gzip'))
  })
})

/** Compression does not shrink it. */
const randomBytes = () => crypto.getRandomValues(new Uint8Array(60_000))
