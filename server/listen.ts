/**
 * The HTTP server. It listens on its port before anything else is opened, or receives its connections from the primary. It stops
 * without dropping a request.
 */
import { createServer, type IncomingMessage, type Server, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'
import { getRequestListener, type HttpBindings, RequestError } from '@hono/node-server'
import { requestIdHeader, requestIdOf, withRequestId } from '#backend/request-id'
import { listening } from './listen-error.ts'
import type { Client } from './site.ts'
import type { PrimaryChannel } from './workers/primary-channel.ts'

export interface ListenOptions {
  readonly port: number
  readonly host: string
  /** Whether to trust X-Forwarded-For, X-Forwarded-Proto and X-Request-Id of a reverse proxy. */
  readonly trustProxy: boolean
}

export interface HttpListener {
  /** The port in use, even if port 0 was configured. */
  readonly port: number
  /** Requests get 503 until this is called. */
  open(handlers: RequestHandlers): void
  /**
   * From now on each response closes its connection, and after 100 ms nothing more is accepted. Resolves when open requests are
   * finished, at most `graceMs` later.
   */
  drain(graceMs: number): Promise<void>
}

export interface RequestHandlers {
  readonly site: (request: Request, client: Client) => Promise<Response>
  /** Upgrades a connection to a WebSocket. Returns false if the path has none. */
  readonly upgrade?: (request: IncomingMessage, socket: Duplex, head: Buffer, client: Client) => boolean
  readonly middleware?: Middleware | undefined
}

/** A refused body of at most this size is read to its end all the same. Every body that is accepted is smaller. */
const maxDiscardedBytes = 16 * 1024 * 1024

/** A search for 10,000 emoji has a URL of 120 kB. Its page can then say that the text is too long. */
const maxHeaderBytes = 128 * 1024

type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void

/** @throws ListenError */
export async function listenOnPort({ port, host, trustProxy }: ListenOptions): Promise<HttpListener> {
  const { server, open, beginDraining, destroyAll } = createRequestServer(trustProxy)
  await listening(server, port, host)
  const address = server.address()

  return {
    port: typeof address === 'object' && address ? address.port : port,
    open,
    async drain(graceMs) {
      beginDraining()
      await readLastRequests()
      const force = setTimeout(destroyAll, graceMs)
      await new Promise((resolve) => server.close(resolve))
      clearTimeout(force)
    },
  }
}

/**
 * Waits before idle connections are closed, because a client may have sent a request on one of them that is not read yet. It could
 * not know whether the request was made. nginx has the same as keepalive_min_timeout.
 */
async function readLastRequests(): Promise<void> {
  await delay(100)
  // A late timer runs before connections are read, and an immediate after it.
  await nextTurn()
}

/** Shortest interval between two reports of the connection count to the primary. */
const reportIntervalMs = 50

/** The listener of a worker: receives its connections from the primary instead of a port. */
export function listenToPrimary(
  primary: PrimaryChannel,
  { trustProxy }: Pick<ListenOptions, 'trustProxy'>,
): HttpListener {
  const { server, open, beginDraining } = createRequestServer(trustProxy)
  // Starts Node's timeouts for idle and slow connections. This server never listens by itself.
  server.emit('listening')
  const sockets = new Set<Socket>()
  let onLastClose: (() => void) | undefined
  let reportTimer: NodeJS.Timeout | undefined
  const reportSoon = () => {
    if (reportTimer) return
    reportTimer = setTimeout(() => {
      reportTimer = undefined
      primary.reportConnections(sockets.size)
    }, reportIntervalMs)
  }

  return {
    port: primary.port,
    open(handlers) {
      open(handlers)
      primary.open((socket) => {
        sockets.add(socket)
        reportSoon()
        socket.once('close', () => {
          sockets.delete(socket)
          reportSoon()
          if (sockets.size === 0) onLastClose?.()
        })
        socket.allowHalfOpen = true
        server.emit('connection', socket)
      })
    },
    async drain(graceMs) {
      primary.drain()
      beginDraining()
      await readLastRequests()
      server.closeIdleConnections()
      if (sockets.size > 0) {
        const allClosed = new Promise<void>((resolve) => {
          onLastClose = resolve
        })
        const force = setTimeout(() => {
          for (const socket of sockets) socket.destroy()
        }, graceMs)
        await allClosed
        clearTimeout(force)
      }
      server.close()
    },
  }
}

interface RequestServer {
  readonly server: Server
  readonly open: (handlers: RequestHandlers) => void
  /** From now on each response closes its connection. */
  readonly beginDraining: () => void
  /** Destroys every connection that is not a WebSocket. */
  readonly destroyAll: () => void
}

function createRequestServer(trustProxy: boolean): RequestServer {
  let site = async (_request: Request, _client: Client): Promise<Response> =>
    new Response('The server is starting. Try again in a moment.\n', { status: 503, headers: { 'retry-after': '1' } })
  let middleware: Middleware = (_request, _response, next) => next()
  let upgrade: NonNullable<RequestHandlers['upgrade']> = () => false
  let draining = false

  const respond = getRequestListener(
    async (request, env) => {
      const { incoming, outgoing } = env as HttpBindings
      const client = clientOf(incoming, trustProxy)
      const id = requestIdOf(trustProxy || client.isLocal ? incoming.headers[requestIdHeader] : undefined)
      // Set here, because adding it to a Response is more expensive, and so that an error's response has it.
      outgoing.setHeader(requestIdHeader, id)
      const response = await withRequestId(id, () => site(forwarded(request, trustProxy), client))
      // Else the rest of the body would stand before the connection's next request, which may be another client's behind a proxy.
      const isReusable = response.ok || (await discardBody(incoming))
      if (draining || !isReusable) response.headers.set('connection', 'close')
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
    middleware(request, response, () => void respond(request, response))
  }
  const server = createServer({ maxHeaderSize: maxHeaderBytes }, serve)
  const declined = new Set<Duplex>()
  server.on('upgrade', (request, socket, head) => {
    const isWebSocket = request.headers.upgrade?.toLowerCase() === 'websocket'
    if (isWebSocket && upgrade(request, socket, head, clientOf(request, trustProxy))) return
    // Node has detached the connection, and no longer counts it as its own.
    declined.add(socket)
    socket.once('close', () => declined.delete(socket))
    // Some clients offer another protocol with every request (curl --http2). The response then uses HTTP/1.1.
    respondWithoutUpgrade(request, socket, serve)
  })
  // Longer than the keep-alive of common proxies, so that the proxy closes an idle connection first.
  server.keepAliveTimeout = 65_000
  server.requestTimeout = 120_000

  return {
    server,
    open(handlers) {
      site = handlers.site
      middleware = handlers.middleware ?? middleware
      upgrade = handlers.upgrade ?? upgrade
    },
    beginDraining() {
      draining = true
    },
    destroyAll() {
      server.closeAllConnections()
      for (const socket of declined) socket.destroy()
    },
  }
}

/** Reads what is left of a refused body. Resolves with whether that was all of it, and false without reading what is too long. */
function discardBody(incoming: IncomingMessage): Promise<boolean> {
  let left = maxDiscardedBytes
  if (incoming.readableEnded) return Promise.resolve(true)
  if (incoming.destroyed || Number(incoming.headers['content-length']) > left) return Promise.resolve(false)
  // A web stream that has read a part would pause at each further one.
  for (const event of ['data', 'readable']) incoming.removeAllListeners(event)
  return new Promise((resolve) => {
    const count = (chunk: Buffer) => {
      left -= chunk.byteLength
      if (left >= 0) return
      incoming.off('data', count)
      resolve(false)
    }
    incoming.on('data', count)
    for (const event of ['end', 'error', 'close']) incoming.once(event, () => resolve(incoming.readableEnded))
    incoming.resume()
  })
}

/** Responds to a request whose upgrade is declined. Node has already detached its socket from the HTTP server. */
function respondWithoutUpgrade(
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
  // Waits for no client that keeps its half of the connection open.
  response.on('finish', () => socket.destroySoon())
  socket.on('error', () => socket.destroy())
  serve(request, response)
}

function clientOf(incoming: IncomingMessage, trustProxy: boolean): Client {
  const peer = incoming.socket.remoteAddress ?? ''
  const header = incoming.headers['x-forwarded-for']
  const forwardedFor = (Array.isArray(header) ? header.join(',') : header)?.split(',').at(-1)?.trim()
  // From one of the machine's addresses to the same one. Packets of other machines that claim it are dropped by the system.
  const isOwn = peer !== '' && peer === incoming.socket.localAddress
  const isLocal = forwardedFor === undefined && (isOwn || /^(::1|(::ffff:)?127\.)/.test(peer))
  return { address: (trustProxy && forwardedFor) || peer, isLocal }
}

/** Behind a proxy that terminates TLS, the public URL begins with https. */
function forwarded(request: Request, trustProxy: boolean): Request {
  if (!trustProxy || request.headers.get('x-forwarded-proto') !== 'https' || request.url.startsWith('https:'))
    return request
  return new Request(request.url.replace(/^http:/, 'https:'), request)
}
