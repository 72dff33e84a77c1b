import { once } from 'node:events'
import { get } from 'node:http'
import { connect, isIPv4 } from 'node:net'
import { json, text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { isLoopbackHost } from './config.ts'
import { ownAddresses } from './hosts.ts'
import { listenOnPort } from './listen.ts'

/** An address by which other machines reach this one. */
const ownAddress = ownAddresses().find((address) => isIPv4(address) && !isLoopbackHost(address))

describe('The HTTP listener', () => {
  it('accepts a URL of 10,000 emoji, so that the page can respond to it', async () => {
    const listener = await listenOnPort({ port: 0, host: '127.0.0.1', trustProxy: false })
    listener.open({
      site: async (request) => new Response(`${[...(new URL(request.url).searchParams.get('q') ?? '')].length}`),
    })
    const response = await fetch(
      `http://127.0.0.1:${listener.port}/search?q=${encodeURIComponent('🍰'.repeat(10_000))}`,
    )
    expect([response.status, await response.text()]).toEqual([200, '10000'])
    await listener.drain(0)
  })

  it.skipIf(ownAddress === undefined)(
    'takes a client for local at any address of the machine, but not from another address or through a proxy',
    async () => {
      const listener = await listenOnPort({ port: 0, host: '0.0.0.0', trustProxy: false })
      listener.open({ site: async (_request, client) => Response.json(client.isLocal) })
      const isLocal = (host: string, localAddress = host, headers = {}) =>
        new Promise((resolve, reject) => {
          const url = `http://${host}:${listener.port}/`
          get(url, { localAddress, headers }, (response) => resolve(json(response))).on('error', reject)
        })
      const own = ownAddress ?? ''
      expect([await isLocal('127.0.0.1'), await isLocal(own)]).toEqual([true, true])
      // As seen by the server, this is another machine.
      expect(await isLocal('127.0.0.1', own)).toBe(false)
      expect(await isLocal(own, own, { 'x-forwarded-for': own })).toBe(false)
      await listener.drain(0)
    },
  )

  it.each([
    ['is not read', async () => {}],
    ['is read in part', async (body) => void (await body.getReader().read())],
    [
      'is cancelled',
      async (body) => {
        const reader = body.getReader()
        await reader.read()
        await reader.cancel()
      },
    ],
  ] satisfies [string, (body: ReadableStream<Uint8Array>) => Promise<void>][])(
    'responds to what follows a refused body that %s',
    async (_, read) => {
      const listener = await listenOnPort({ port: 0, host: '127.0.0.1', trustProxy: false })
      listener.open({
        async site({ body, method }) {
          if (method === 'GET') return new Response('the next one')
          if (body) await read(body)
          return new Response('refused', { status: 400 })
        },
      })
      const socket = connect(listener.port, '127.0.0.1')
      const half = Buffer.alloc(2_000_000, 97)
      socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${2 * half.length}\r\n\r\n`)
      socket.write(half)
      // Longer than the HTTP library waits for the rest.
      await delay(700)
      socket.write(half)
      socket.end('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
      const received = await text(socket)
      expect(received.match(/HTTP\/1.1 \d+|refused|the next one/g)).toEqual([
        'HTTP/1.1 400',
        'refused',
        'HTTP/1.1 200',
        'the next one',
      ])
      await listener.drain(0)
    },
  )

  it.each([
    ['reads a refused body of 16 MB to its end', 16 * 1024 * 1024, 'keep-alive'],
    ['closes the connection of one that is a byte longer, without reading it', 16 * 1024 * 1024 + 1, 'close'],
  ])('%s', async (_, length, connection) => {
    const listener = await listenOnPort({ port: 0, host: '127.0.0.1', trustProxy: false })
    listener.open({ site: async () => new Response('refused', { status: 413 }) })
    const socket = connect(listener.port, '127.0.0.1')
    socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n`)
    if (connection === 'keep-alive') socket.write(Buffer.alloc(length, 97))
    const [head] = await once(socket, 'data')
    expect(String(head).toLowerCase()).toContain(`\r\nconnection: ${connection}\r\n`)
    socket.destroy()
    await listener.drain(0)
  })

  it('closes the connection of a refused body that is too long to be read', async () => {
    const listener = await listenOnPort({ port: 0, host: '127.0.0.1', trustProxy: false })
    listener.open({ site: async () => new Response('refused', { status: 413 }) })
    const socket = connect(listener.port, '127.0.0.1')
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000000\r\n\r\n')
    const received = await text(socket)
    expect(received).toMatch(/^HTTP\/1.1 413 /)
    expect(received.toLowerCase()).toContain('\r\nconnection: close\r\n')
    await listener.drain(0)
  })

  it('responds over HTTP/1.1 to a request that offers another protocol or a WebSocket at a page', async () => {
    const listener = await listenOnPort({ port: 0, host: '127.0.0.1', trustProxy: false })
    listener.open({ site: async (request) => new Response(new URL(request.url).pathname), upgrade: () => false })
    const request = (protocol: string) =>
      new Promise<string>((resolve, reject) => {
        const socket = connect(listener.port, '127.0.0.1', () =>
          socket.write(`GET /here HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: ${protocol}\r\n\r\n`),
        )
        let response = ''
        socket.on('data', (bytes) => {
          response += bytes
        })
        socket.on('close', () => resolve(response))
        socket.on('error', reject)
      })
    // As curl --http2 does, and a WebSocket at the path of a page.
    for (const protocol of ['h2c', 'websocket'])
      expect(await request(protocol)).toMatch(/^HTTP\/1.1 200 OK[\s\S]*\/here/)
    await listener.drain(0)
  })

  it('stops although a client keeps a connection open whose upgrade was declined', async () => {
    const listener = await listenOnPort({ port: 0, host: '127.0.0.1', trustProxy: false })
    listener.open({ site: async () => new Response('page'), upgrade: () => false })
    const socket = connect({ port: listener.port, host: '127.0.0.1', allowHalfOpen: true })
    socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n')
    await once(socket, 'data')
    await listener.drain(0)
    socket.destroy()
  })

  it('responds to a request that was on its way on an idle connection when it began to drain', async () => {
    const listener = await listenOnPort({ port: 0, host: '127.0.0.1', trustProxy: false })
    listener.open({ site: async (request) => new Response(new URL(request.url).pathname) })
    const socket = connect(listener.port, '127.0.0.1')
    let received = ''
    socket.on('data', (bytes) => {
      received += bytes
    })
    socket.write('GET /first HTTP/1.1\r\nHost: x\r\n\r\n')
    await expect.poll(() => received).toMatch(/\/first$/)
    const drained = listener.drain(10_000)
    socket.write('GET /second HTTP/1.1\r\nHost: x\r\n\r\n')
    await once(socket, 'close')
    expect(received.slice(received.indexOf('/first'))).toMatch(
      /HTTP\/1.1 200 OK[\s\S]*connection: close[\s\S]*\/second/i,
    )
    await drained
  })
})
