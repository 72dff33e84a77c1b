/**
 * The worker thread of one function. It provides Supabase's edge runtime API (`Deno.serve`, `Deno.env`, `EdgeRuntime.waitUntil`) and
 * passes requests to the handler and responses back, chunk by chunk. JavaScript, because Node 20 cannot start a thread from
 * TypeScript. thread.ts describes the messages.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { WebSocket } from 'ws'

if (!parentPort) throw new Error('worker.js runs in a worker thread only')
const port = parentPort

/** @typedef {(request: Request, info: object) => Response | Promise<Response>} Handler */
/** @typedef {{ request: Request | undefined, reader: ReadableStreamDefaultReader<Uint8Array> | undefined, body: ReadableStreamDefaultController<Uint8Array> | undefined, chunkReceived: (() => void) | undefined, controller: AbortController }} Exchange */

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
  const response = await respond(exchange.request, address)
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
