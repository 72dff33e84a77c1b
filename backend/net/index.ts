/** net.http_post() as in pg_net: sends the requests that SQL has queued, only to the project's own functions. */
import { z } from 'zod'
import type { Database } from '#backend/database/database'
import { requestIdHeader, requestIdOf, withRequestId, withSpan } from '#backend/request-id'
import type { Tracer } from '#backend/tracing'

export interface NetOptions {
  readonly database: Database
  /** Handles a request to /functions/v1/… */
  readonly functions: (request: Request) => Promise<Response>
  readonly tracer?: Tracer | undefined
  readonly log: { error(context: object, message: string): void }
}

export interface Net {
  /** Sends no more requests; resolves when those in flight have ended. */
  close(): Promise<void>
}

/** The origin of project_url in vault.decrypted_secrets (60_net.sql). */
const ownOrigin = 'http://backend.internal'
const concurrency = 8
const maxTimeoutMs = 60_000
const retentionHours = 6

interface QueuedRequest {
  readonly id: string
  readonly method: string
  readonly url: string
  readonly headers: Record<string, string>
  readonly body: string
  readonly timeoutMs: number
}

interface RequestResult {
  readonly status: number | null
  readonly contentType: string | null
  readonly content: string | null
  readonly timedOut: boolean
  readonly error: string | null
}

export async function startNet({ database, functions, tracer, log }: NetOptions): Promise<Net> {
  if (!(await hasQueue(database))) return { close: async () => {} }
  const inFlight = new Set<Promise<void>>()
  let closed = false

  const processQueue = async () => {
    while (!closed && inFlight.size < concurrency) {
      const request = await dequeue(database)
      if (!request) return
      const running = withRequestId(requestIdOf(request.headers[requestIdHeader]), () =>
        withSpan(tracer?.start('net.http_post', 'internal', {}), () => send(request, functions)),
      )
        .then((result) => storeResponse(database, request, result))
        .catch((error: unknown) =>
          log.error({ err: error, url: request.url }, 'a request queued by net.http_post failed'),
        )
        .finally(() => {
          inFlight.delete(running)
          wake()
        })
      inFlight.add(running)
    }
  }
  let queueRun = Promise.resolve()
  const wake = () => {
    queueRun = queueRun
      .then(processQueue)
      .catch((error: unknown) => log.error({ err: error }, 'requests queued by net.http_post could not be read'))
  }

  const stopListening = await database.listen('backend_net', wake)
  // Requests that were queued before the start.
  wake()
  return {
    async close() {
      closed = true
      await stopListening()
      await queueRun
      await Promise.all(inFlight)
    },
  }
}

async function hasQueue(database: Database): Promise<boolean> {
  const text = `select to_regclass('net.http_request_queue') is not null
    and not exists (select from pg_catalog.pg_extension where extname = 'pg_net')`
  const { rows } = await database.run({ text, values: [] })
  return rows[0]?.[0] === 't'
}

const headersSchema = z.record(z.string(), z.string()).catch({})

/** Dequeued before it is sent: as with pg_net a request is sent at most once, and jobs must repeat what matters. */
async function dequeue(database: Database): Promise<QueuedRequest | undefined> {
  const text = `delete from net.http_request_queue where id = (
      select id from net.http_request_queue order by id limit 1 for update skip locked
    ) returning id, method, url, headers, convert_from(body, 'UTF8'), timeout_milliseconds`
  const { rows } = await database.run({ text, values: [] })
  const [id, method, url, headers, body, timeout] = rows[0] ?? []
  if (!id) return undefined
  return {
    id,
    method: method ?? 'POST',
    url: url ?? '',
    headers: headersSchema.parse(headers ? JSON.parse(headers) : {}),
    body: body ?? '',
    timeoutMs: Math.min(maxTimeoutMs, Math.max(1, Number(timeout))),
  }
}

async function send(request: QueuedRequest, functions: NetOptions['functions']): Promise<RequestResult> {
  const failed = (error: string, timedOut = false) => ({
    status: null,
    contentType: null,
    content: null,
    timedOut,
    error,
  })
  if (!URL.canParse(request.url) || !request.url.startsWith(`${ownOrigin}/functions/v1/`))
    return failed('Only the functions of this project can be called')
  const signal = AbortSignal.timeout(request.timeoutMs)
  try {
    const { method, headers, body } = request
    const response = await functions(new Request(request.url, { method, headers, body, signal }))
    const content = await response.text()
    return {
      status: response.status,
      contentType: response.headers.get('content-type'),
      content,
      timedOut: false,
      error: null,
    }
  } catch (error) {
    if (signal.aborted) return failed(`Timeout of ${request.timeoutMs} ms reached`, true)
    return failed(error instanceof Error ? error.message : String(error))
  }
}

async function storeResponse(database: Database, { id }: QueuedRequest, result: RequestResult): Promise<void> {
  const { status, contentType, content, timedOut, error } = result
  const text = `with old as (delete from net._http_response where created < now() - interval '${retentionHours} hours')
    insert into net._http_response (id, status_code, content_type, content, timed_out, error_msg)
    values ($1::bigint, $2::integer, $3, $4, $5::boolean, $6)`
  const values = [id, status === null ? null : String(status), contentType, content, String(timedOut), error]
  await database.run({ text, values })
}
