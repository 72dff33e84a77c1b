/**
 * HTTP of the generator, over connections that are kept. It costs less than Node's `fetch`, and reaches one server on this machine
 * only: a load on a server of somebody else would be an attack.
 */
import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { isLoopbackHost } from '../../server/config.ts'

interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer<ArrayBuffer>
}

export interface Transport {
  /** @throws Error if the address is not the server's, or without an answer in time */
  send(
    url: string,
    init?: { method?: string; headers?: Record<string, string>; body?: string | Buffer },
  ): Promise<Answer>
  /** For supabase-js. */
  readonly fetch: typeof globalThis.fetch
  close(): void
}

/** A person has left by then. */
export const patienceMs = 10_000

/** @throws Error if the URL is that of another machine */
export function requireLoopback(url: string): URL {
  const parsed = new URL(url)
  if (parsed.protocol !== 'http:' || !isLoopbackHost(parsed.hostname))
    throw new Error(`${parsed.origin} is not this machine. A load is put on 127.0.0.1, ::1 or localhost only.`)
  return parsed
}

export function openTransport(serverUrl: string, timeoutMs = patienceMs): Transport {
  const server = requireLoopback(serverUrl)
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })

  const send: Transport['send'] = (url, { method = 'GET', headers = {}, body } = {}) => {
    const target = new URL(url, server)
    if (target.origin !== server.origin) return Promise.reject(new Error(`not sent to ${target.origin}`))
    return new Promise((resolve, reject) => {
      const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
      const sent = request(target, { method, agent, headers: { ...headers, ...length } }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.once('error', fail)
        response.once('end', () => {
          clearTimeout(timer)
          const { statusCode: status = 0, headers } = response
          resolve({ status, headers, body: Buffer.concat(chunks) })
        })
      })
      const timer = setTimeout(() => sent.destroy(new Error(`no answer in ${timeoutMs / 1000} s`)), timeoutMs)
      function fail(error: Error & { code?: string }) {
        clearTimeout(timer)
        reject(error.code === undefined ? error : new Error(error.code))
      }
      sent.once('error', fail)
      sent.end(body)
    })
  }

  return {
    send,
    async fetch(input, init) {
      const form = init?.body instanceof FormData ? new Response(init.body) : undefined
      const headers = new Headers(init?.headers)
      const type = form?.headers.get('content-type')
      if (type) headers.set('content-type', type)
      const body = form ? Buffer.from(await form.arrayBuffer()) : textOf(init?.body)
      const answer = await send(input instanceof Request ? input.url : String(input), {
        method: init?.method ?? 'GET',
        headers: Object.fromEntries(headers),
        ...(body === undefined ? {} : { body }),
      })
      const isEmpty = answer.status === 204 || answer.status === 304
      return new Response(isEmpty ? null : answer.body, {
        status: answer.status,
        headers: Object.entries(answer.headers).flatMap(([name, value]): [string, string][] =>
          typeof value === 'string' ? [[name, value]] : (value ?? []).map((one) => [name, one]),
        ),
      })
    },
    close: () => agent.destroy(),
  }
}

function textOf(body: unknown): string | undefined {
  if (body === undefined || body === null || typeof body === 'string') return body ?? undefined
  throw new TypeError('The transport sends text and forms only')
}
