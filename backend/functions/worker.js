/**
 * The worker thread of one function. It provides Supabase's edge runtime API (`Deno.serve`, `Deno.env`, `EdgeRuntime.waitUntil`) and
 * passes requests to the handler and responses back, chunk by chunk. JavaScript, because Node 20 cannot start a thread from
 * TypeScript. thread.ts describes the messages.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { Console } from 'node:console'
import { Writable } from 'node:stream'
import { parentPort, workerData } from 'node:worker_threads'
import { WebSocket } from 'ws'

if (!parentPort) throw new Error('worker.js runs in a worker thread only')
const port = parentPort

/** @typedef {(request: Request, info: object) => Response | Promise<Response>} Handler */
/** @typedef {{ request: Request | undefined, reader: ReadableStreamDefaultReader<Uint8Array> | undefined, body: ReadableStreamDefaultController<Uint8Array> | undefined, chunkReceived: (() => void) | undefined, controller: AbortController }} Exchange */

/** The headers that the function's own requests have in common with the request that is handled. @type {AsyncLocalStorage<Headers>} */
const current = new AsyncLocalStorage()
const requestIdHeader = 'x-request-id'
const passedOn = [requestIdHeader, 'traceparent']

/** A stream that logs, with the id of the request. @param {'info' | 'error'} level */
const logStream = (level) =>
  new Writable({
    decodeStrings: false,
    write(text, _encoding, done) {
      port.postMessage({
        kind: 'output',
        level,
        text: String(text),
        requestId: current.getStore()?.get(requestIdHeader) ?? undefined,
      })
      done()
    },
  })
globalThis.console = new Console({ stdout: logStream('info'), stderr: logStream('error') })

/** @type {Handler | undefined} */
let handler
/** @type {(error: unknown) => Response | Promise<Response>} */
let onError = (error) => {
  console.error(error)
  return new Response('Internal Server Error', { status: 500, headers: { 'sb-error-code': 'EDGE_FUNCTION_ERROR' } })
}
/** @type {Map<number, Exchange>} */
const exchanges = new Map()
let background = 0
let retiring = false

/** Ends a retiring thread when no request and no background work is left. */
function endWhenDone() {
  if (retiring && exchanges.size === 0 && background === 0) process.exit(0)
}

/** @param {unknown} value @returns {value is Handler} */
const isHandler = (value) => typeof value === 'function'

/** Deno.serve(handler), Deno.serve(options, handler) and Deno.serve({ handler, … }); ignores addresses. @param {unknown[]} given */
function serve(...given) {
  const options = given.find((value) => typeof value === 'object' && value !== null)
  const inOptions = /** @type {Record<string, unknown>} */ (options ?? {})
  const found = given.find(isHandler) ?? inOptions.handler
  if (!isHandler(found)) throw new TypeError('A handler function must be provided.')
  handler = found
  if (isHandler(inOptions.onError)) onError = /** @type {typeof onError} */ (inOptions.onError)
  const finished = new Promise(() => {})
  return {
    finished,
    shutdown: async () => {},
    ref() {},
    unref() {},
    addr: { transport: 'tcp', hostname: '0.0.0.0', port: 0 },
  }
}

/** @type {Record<string, string>} */
const environment = workerData.environment
const env = {
  /** @param {string} name */
  get: (name) => (Object.hasOwn(environment, name) ? environment[name] : undefined),
  /** @param {string} name */
  has: (name) => Object.hasOwn(environment, name),
  /** @param {string} name @param {string} value */
  set(name, value) {
    environment[name] = String(value)
  },
  /** @param {string} name */
  delete(name) {
    delete environment[name]
  },
  toObject: () => ({ ...environment }),
}
/** Requests to this backend belong to the request that is handled. */
const outerFetch = globalThis.fetch
/** @type {typeof fetch} */
globalThis.fetch = (input, init) => {
  const headers = current.getStore()
  const url = input instanceof Request ? input.url : String(input)
  if (headers === undefined || !environment.SUPABASE_URL || !url.startsWith(`${environment.SUPABASE_URL}/`))
    return outerFetch(input, init)
  const request = new Request(input, init)
  for (const name of passedOn) {
    const value = headers.get(name)
    if (value !== null) request.headers.set(name, value)
  }
  return outerFetch(request)
}
const EdgeRuntime = {
  /** Keeps the thread alive until the promise settles. @template T @param {Promise<T>} promise */
  waitUntil(promise) {
    background += 1
    Promise.resolve(promise)
      .catch((error) => console.error(error))
      .finally(() => {
        background -= 1
        endWhenDone()
      })
    return promise
  },
}
const globals = { Deno: { serve, env, args: [], build: { os: 'linux' } }, EdgeRuntime }
Object.assign(globalThis, globals, 'WebSocket' in globalThis ? {} : { WebSocket })

/** @returns {Exchange} */
const newExchange = () => ({
  request: undefined,
  reader: undefined,
  body: undefined,
  chunkReceived: undefined,
  controller: new AbortController(),
})

/** The request's body, fetched chunk by chunk. @param {number} id @param {Exchange} exchange */
function bodyOf(id, exchange) {
  return new ReadableStream(
    {
      start(controller) {
        exchange.body = controller
      },
      pull: () =>
        new Promise((resolve) => {
          exchange.chunkReceived = () => resolve(undefined)
          port.postMessage({ kind: 'body pull', id })
        }),
      cancel() {
        exchange.body = undefined
        port.postMessage({ kind: 'body cancel', id })
      },
    },
    { highWaterMark: 0 },
  )
}

/** Receives a chunk, the end or an error of a body. @param {{ kind: string, id: number, bytes?: Uint8Array }} message */
function receiveBody({ kind, id, bytes }) {
  const exchange = exchanges.get(id)
  if (kind === 'body') exchange?.body?.enqueue(bytes ?? new Uint8Array())
  else if (kind === 'body end') exchange?.body?.close()
  else exchange?.body?.error(new Error('The request was interrupted'))
  if (kind !== 'body' && exchange) exchange.body = undefined
  exchange?.chunkReceived?.()
}

/** @param {{ id: number, url: string, method: string, headers: [string, string][], hasBody: boolean, address: string }} message */
async function handleRequest({ id, url, method, headers, hasBody, address }) {
  const exchange = exchanges.get(id)
  if (!exchange) return
  const body = hasBody ? bodyOf(id, exchange) : null
  const init = /** @type {RequestInit} */ ({
    method,
    headers,
    body,
    signal: exchange.controller.signal,
    duplex: 'half',
  })
  // Referenced until the response ends: the signal of a garbage-collected request never fires.
  exchange.request = new Request(url, init)
  const request = exchange.request
  const response = await current.run(request.headers, () => respond(request, address))
  if (!exchanges.has(id)) return void response.body?.cancel().catch(() => {})
  exchange.reader = response.body?.getReader()
  port.postMessage({
    kind: 'head',
    id,
    status: response.status,
    statusText: response.statusText,
    headers: [...response.headers],
    hasBody: exchange.reader !== undefined,
  })
  if (!exchange.reader) finish(id)
}

/** @param {Request} request @param {string} address @returns {Promise<Response>} */
async function respond(request, address) {
  try {
    if (!handler) throw new Error('The function has not called Deno.serve')
    const response = await handler(request, { remoteAddr: { transport: 'tcp', hostname: address, port: 0 } })
    if (!(response instanceof Response))
      throw new TypeError('Return value from serve handler must be a response or a promise resolving to a response')
    return response
  } catch (error) {
    return onError(error)
  }
}

/** Sends the next chunk on request, so that a slow client slows the function and does not fill the memory. @param {number} id */
async function pull(id) {
  const reader = exchanges.get(id)?.reader
  if (!reader) return
  try {
    const { done, value } = await reader.read()
    if (!done)
      return port.postMessage({
        kind: 'chunk',
        id,
        bytes: typeof value === 'string' ? new TextEncoder().encode(value) : value,
      })
    port.postMessage({ kind: 'end', id })
  } catch (error) {
    console.error(error)
    port.postMessage({ kind: 'error', id, message: error instanceof Error ? error.message : String(error) })
  }
  finish(id)
}

/** @param {number} id */
function finish(id) {
  exchanges.delete(id)
  endWhenDone()
}

port.on('message', (message) => {
  switch (message.kind) {
    case 'request':
      // The client may disconnect before the function serves.
      exchanges.set(message.id, newExchange())
      void opened.then(() => handleRequest(message))
      return
    case 'body':
    case 'body end':
    case 'body error':
      return receiveBody(message)
    case 'pull':
      void pull(message.id)
      return
    case 'cancel': {
      const exchange = exchanges.get(message.id)
      exchange?.controller.abort()
      exchange?.reader?.cancel().catch(() => {})
      exchange?.body?.error(new Error('The client disconnected'))
      finish(message.id)
      return
    }
    case 'ping':
      port.postMessage({ kind: 'pong' })
      return
    case 'retire':
      retiring = true
      endWhenDone()
  }
})

/** Resolves when the function serves. Requests wait for it; pings do not. */
const opened = import(workerData.file).then((module) => {
  const { fetch: exported } = module.default ?? {}
  if (!handler && isHandler(exported)) handler = (request) => exported.call(module.default, request, {})
  if (!handler) throw new Error('The function does not call Deno.serve')
  port.postMessage({ kind: 'open' })
})
