import { describe, expect, it } from 'vitest'
import { takePort } from './listen.ts'

describe('the door', () => {
  it('lets in an address of 10,000 emoji, so that the page can say what it makes of them', async () => {
    const door = await takePort({ port: 0, host: '127.0.0.1', trustProxy: false })
    door.open({
      site: async (request) => new Response(`${[...(new URL(request.url).searchParams.get('q') ?? '')].length}`),
    })
    const response = await fetch(`http://127.0.0.1:${door.port}/search?q=${encodeURIComponent('🍰'.repeat(10_000))}`)
    expect([response.status, await response.text()]).toEqual([200, '10000'])
    await door.close(0)
  })
})
