import { describe, expect, it, vi } from 'vitest'
import type { Backend, PublicConfig } from '#platform/app-context.ts'
import { createPages } from './pages.ts'
import type { RenderQueue } from './render-queue.ts'

/** A queue in which the pages of one network wait until the test lets them. */
function pagesOf() {
  const waiting: (() => void)[] = []
  const networks: string[] = []
  const queue: RenderQueue = async (network, render) => {
    networks.push(network)
    if (network === '203.0.113.9') await new Promise<void>((resolve) => waiting.push(resolve))
    return render()
  }
  const respond = createPages({
    webApp: {
      manifest: null,
      render: async () => ({ status: 200, html: 'a page' }),
      variantOf: ({ pathname }) => ({ path: pathname, cookie: '' }),
      staticPages: async () => [],
      file: () => undefined,
      close: async () => {},
    },
    configFor: (origin) => ({ siteUrl: origin }) as PublicConfig,
    supabase: {} as Backend,
    // Nothing changes.
    changes: {
      period: { unchangedUntilMs: Number.POSITIVE_INFINITY },
      isNotified: false,
      check: async () => {},
      close: async () => {},
    },
    queue,
    log: { error() {} },
  })
  const visit = (address: string) => respond(new Request('http://market.test/'), { address, isLocal: false })
  return { visit, networks, waiting }
}

describe('The pages', () => {
  it('are rendered again in the turn of the network that asks, also a cached page', async () => {
    const { visit, networks } = pagesOf()
    const startedMs = performance.now()
    expect((await visit('192.0.2.1')).status).toBe(200)
    expect((await visit('192.0.2.2')).status).toBe(200)
    expect(networks, 'the second visitor gets the cached page').toEqual(['192.0.2.1'])
    const clock = vi.spyOn(performance, 'now').mockReturnValue(startedMs + 12_000)
    expect((await visit('192.0.2.2')).status).toBe(200)
    clock.mockRestore()
    expect(networks).toEqual(['192.0.2.1', '192.0.2.2'])
  })

  it('do not wait for the turn of another network that asked first', async () => {
    const { visit, waiting } = pagesOf()
    const first = visit('203.0.113.9')
    await vi.waitFor(() => expect(waiting).toHaveLength(1))
    expect((await visit('192.0.2.1')).status).toBe(200)
    for (const start of waiting) start()
    expect((await first).status).toBe(200)
  })
})
