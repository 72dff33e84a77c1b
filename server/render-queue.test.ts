import { describe, expect, it } from 'vitest'
import { createRenderQueue, type RenderLimits, renderLimits, TooManyPages } from './render-queue.ts'

const limits: RenderLimits = {
  places: 4,
  placesOfNetwork: 2,
  longestQueue: 5,
  heavyMs: 500,
  budgetMs: 1_000,
  refill: 0.5,
}

/** A queue of pages that are rendered until the test ends them. */
function openQueue(some: Partial<RenderLimits> = {}) {
  let atMs = 0
  const run = createRenderQueue({ ...limits, ...some }, () => atMs)
  const started: string[] = []
  const ends = new Map<string, () => void>()
  const ask = (network: string, page: string) =>
    run(network, async () => {
      started.push(page)
      await new Promise<void>((resolve) => ends.set(page, resolve))
      return page
    })
  const end = async (page: string) => {
    ends.get(page)?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  const pass = (ms: number) => {
    atMs += ms
  }
  return { ask, end, started, pass }
}

const secondsToWait = (asked: Promise<unknown>) =>
  asked.then(
    () => 'rendered',
    (error: unknown) => (error instanceof TooManyPages ? error.retryAfterSeconds : error),
  )

describe('the queue of pages to be rendered', () => {
  it('gives one network its places only, and another one a place at once', async () => {
    const { ask, end, started } = openQueue()
    for (let n = 1; n <= 5; n += 1) void ask('a', `a${n}`)
    void ask('b', 'b1')
    await end('')
    expect(started).toEqual(['a1', 'a2', 'b1'])
    await end('a2')
    expect(started).toEqual(['a1', 'a2', 'b1', 'a3'])
  })

  it('serves the networks in turn when all places are taken', async () => {
    const { ask, end, started } = openQueue({ places: 1 })
    for (const page of ['a1', 'a2', 'a3']) void ask('a', page)
    for (const page of ['b1', 'b2']) void ask('b', page)
    void ask('c', 'c1')
    for (let n = 0; n < 6; n += 1) await end(started.at(-1) ?? '')
    expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2'])
  })

  it('refuses the pages that a network has beyond its queue, and no other’s', async () => {
    const { ask, started } = openQueue({ places: 1 })
    for (let n = 1; n <= 6; n += 1) void ask('a', `a${n}`)
    expect(await secondsToWait(ask('a', 'a7'))).toBe(1)
    void ask('b', 'b1')
    expect(started).toEqual(['a1'])
  })

  it('renders pages of a network that has used much only while no other is rendered', async () => {
    const { ask, end, started, pass } = openQueue()
    void ask('a', 'a1')
    await end('')
    pass(800)
    await end('a1')
    void ask('b', 'b1')
    for (const page of ['a2', 'a3']) void ask('a', page)
    await end('')
    expect(started).toEqual(['a1', 'b1'])
    await end('b1')
    expect(started).toEqual(['a1', 'b1', 'a2'])
    await end('a2')
    expect(started).toEqual(['a1', 'b1', 'a2', 'a3'])
  })

  it('refuses a network that has used its budget until it has some again', async () => {
    const { ask, end, started, pass } = openQueue()
    void ask('a', 'long')
    await end('')
    pass(3_000)
    await end('long')
    // Of 3 seconds 1 is the budget, and half of each second comes back.
    expect(await secondsToWait(ask('a', 'next'))).toBe(4)
    void ask('b', 'other')
    await end('')
    await end('other')
    pass(4_001)
    void ask('a', 'later')
    await end('')
    expect(started).toEqual(['long', 'other', 'later'])
  })

  it('has the limits that docs/security.md states', () => {
    expect(renderLimits).toMatchObject({ placesOfNetwork: 3, heavyMs: 1_000, budgetMs: 20_000 })
  })

  it('frees the place of a page that fails', async () => {
    const run = createRenderQueue({ ...limits, places: 1 })
    await expect(run('a', () => Promise.reject(new Error('no page')))).rejects.toThrow('no page')
    expect(await run('a', async () => 'a page')).toBe('a page')
  })
})
