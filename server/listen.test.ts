import { connect } from 'node:net'
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

  it('answers who offers another protocol in the one they speak, and opens sockets only where there are any', async () => {
    const door = await takePort({ port: 0, host: '127.0.0.1', trustProxy: false })
    door.open({ site: async (request) => new Response(new URL(request.url).pathname), upgrade: () => false })
    const ask = (protocol: string) =>
      new Promise<string>((resolve, reject) => {
        const socket = connect(door.port, '127.0.0.1', () =>
          socket.write(`GET /here HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: ${protocol}\r\n\r\n`),
        )
        let answer = ''
        socket.on('data', (bytes) => {
          answer += bytes
        })
        socket.on('close', () => resolve(answer))
        socket.on('error', reject)
      })
    // curl --http2, and a WebSocket at the address of a page.
    for (const protocol of ['h2c', 'websocket']) expect(await ask(protocol)).toMatch(/^HTTP\/1.1 200 OK[\s\S]*\/here/)
    await door.close(0)
  })
})
