/** The HTTP server: takes its port before anything else is opened, or its connections from the leader, and stops without dropping a request. */
import { createServer, type IncomingMessage, type Server, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { getRequestListener, type HttpBindings, RequestError } from '@hono/node-server'
import { ListenError } from './listen-error.ts'
import type { Client } from './site.ts'
import type { Leader } from './workers/follower.ts'

export interface ListenOptions {
  readonly port: number
  readonly host: string
  /** Believe X-Forwarded-For and X-Forwarded-Proto of the proxy in front of us. */
  readonly trustProxy: boolean
}

export interface Door {
  /** The port in use, also where 0 asked for any. */
  readonly port: number
  /** From now on requests are answered by `site`; until then with 503. */
  open(house: House): void
  /** No new requests; resolves when those under way are answered, or after `graceMs`. */
  close(graceMs: number): Promise<void>
}

export interface House {
  readonly site: (request: Request, client: Client) => Promise<Response>
  /** Takes a connection that wants to become a WebSocket; false where there is none at its address. */
  readonly upgrade?: (request: IncomingMessage, socket: Duplex, head: Buffer, client: Client) => boolean
  readonly middleware?: Middleware | undefined
}

/** Whoever searches for 10,000 emoji has an address of 120 kB, and gets a page that says so instead of a bare refusal. */
const longestHeaders = 128 * 1024

type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void

/** @throws ListenError */
export async function takePort({ port, host, trustProxy }: ListenOptions): Promise<Door> {
  const { server, open, beginClosing } = createHouseServer(trustProxy)
  await listening(server, port, host)
  const address = server.address()

  return {
    port: typeof address === 'object' && address ? address.port : port,
    open,
    close(graceMs) {
      beginClosing()
      return new Promise((resolve) => {
        const force = setTimeout(() => server.closeAllConnections(), graceMs)
        server.close(() => {
          clearTimeout(force)
          resolve()
        })
        server.closeIdleConnections()
      })
    },
  }
}

/** How often the leader hears how many connections there are, when that changes. */
const countMs = 50

/** The door of a worker: opens no port, and takes what the leader hands it once it is open. */
export function takeHandedConnections(leader: Leader, { trustProxy }: Pick<ListenOptions, 'trustProxy'>): Door {
  const { server, open, beginClosing } = createHouseServer(trustProxy)
  // What Node begins with listening, which this server never does: to look after idle and slow connections.
  server.emit('listening')
  const sockets = new Set<Socket>()
  let allGone: (() => void) | undefined
  let counting: NodeJS.Timeout | undefined
  const countSoon = () => {
    if (counting) return
    counting = setTimeout(() => {
      counting = undefined
      leader.count(sockets.size)
    }, countMs)
  }

  return {
    port: leader.port,
    open(house) {
      open(house)
      leader.open((socket) => {
        sockets.add(socket)
        countSoon()
        socket.once('close', () => {
          sockets.delete(socket)
          countSoon()
          if (sockets.size === 0) allGone?.()
        })
        socket.allowHalfOpen = true
        server.emit('connection', socket)
      })
    },
    async close(graceMs) {
      leader.closing()
      beginClosing()
      server.closeIdleConnections()
      if (sockets.size > 0) {
        const gone = new Promise<void>((resolve) => {
          allGone = resolve
        })
        const force = setTimeout(() => {
          for (const socket of sockets) socket.destroy()
        }, graceMs)
        await gone
        clearTimeout(force)
      }
      server.close()
    },
  }
}

interface HouseServer {
  readonly server: Server
  readonly open: (house: House) => void
  /** Answers end their connections from now on. */
  readonly beginClosing: () => void
}

function createHouseServer(trustProxy: boolean): HouseServer {
  let site = async (_request: Request, _client: Client): Promise<Response> =>
    new Response('Opening, one moment.\n', { status: 503, headers: { 'retry-after': '1' } })
  let middleware: Middleware = (_request, _response, next) => next()
  let upgrade: NonNullable<House['upgrade']> = () => false
  let closing = false

  const answer = getRequestListener(
    async (request, env) => {
      const response = await site(forwarded(request, trustProxy), clientOf((env as HttpBindings).incoming, trustProxy))
      if (closing) response.headers.set('connection', 'close')
      return response
    },
    {
      errorHandler: (error) => {
        if (error instanceof RequestError) return new Response('Bad request\n', { status: 400 })
        console.error(error)
        return new Response('Internal server error\n', { status: 500 })
      },
    },
  )
  const serve = (request: IncomingMessage, response: ServerResponse) => {
    middleware(request, response, () => void answer(request, response))
  }
  const server = createServer({ maxHeaderSize: longestHeaders }, serve)
  server.on('upgrade', (request, socket, head) => {
    const isWebSocket = request.headers.upgrade?.toLowerCase() === 'websocket'
    if (isWebSocket && upgrade(request, socket, head, clientOf(request, trustProxy))) return
    // Some clients offer another protocol with every request (curl --http2): they are answered in the one they speak already.
    answerWithout(request, socket, serve)
  })
  // Longer than the keep-alive of the usual proxies, so that they and not we end a connection.
  server.keepAliveTimeout = 65_000
  server.requestTimeout = 120_000

  return {
    server,
    open(house) {
      site = house.site
      middleware = house.middleware ?? middleware
      upgrade = house.upgrade ?? upgrade
    },
    beginClosing() {
      closing = true
    },
  }
}

/** Answers a request whose offer to change the protocol is declined. Node has taken its connection away from HTTP by then. */
function answerWithout(
  request: IncomingMessage,
  socket: Duplex,
  serve: (request: IncomingMessage, response: ServerResponse) => void,
): void {
  if (!(socket instanceof Socket)) {
    socket.destroy()
    return
  }
  const response = new ServerResponse(request)
  response.shouldKeepAlive = false
  response.assignSocket(socket)
  response.on('finish', () => socket.end())
  socket.on('error', () => socket.destroy())
  serve(request, response)
}

function listening(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(ListenError.of(error, port, host)))
    server.listen(port, host, () => resolve())
  })
}

function clientOf(incoming: IncomingMessage, trustProxy: boolean): Client {
  const peer = incoming.socket.remoteAddress ?? ''
  const header = incoming.headers['x-forwarded-for']
  const forwardedFor = (Array.isArray(header) ? header.join(',') : header)?.split(',').at(-1)?.trim()
  const isLocal = forwardedFor === undefined && /^(::1|(::ffff:)?127\.)/.test(peer)
  return { address: (trustProxy && forwardedFor) || peer, isLocal }
}

/** Behind a proxy that ends TLS, the address that people see begins with https. */
function forwarded(request: Request, trustProxy: boolean): Request {
  if (!trustProxy || request.headers.get('x-forwarded-proto') !== 'https' || request.url.startsWith('https:'))
    return request
  return new Request(request.url.replace(/^http:/, 'https:'), request)
}
