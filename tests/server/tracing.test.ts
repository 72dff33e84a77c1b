/** Traces of a running server, received by OTLP over HTTP. Skipped where OpenTelemetry's packages are not installed. */
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type SmtpServer, startSmtpServer } from '#backend/mail/testing'
import { installCommand } from '../../server/tracing.ts'
import { databases, startServer, type TestServer } from '../harness.ts'
import { newMember, visitorOf } from '../payments/market-fixtures.ts'

const spanSchema = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  attributes: z.array(z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) })),
})
type Span = z.infer<typeof spanSchema>
const exportSchema = z.object({
  resourceSpans: z.array(z.object({ scopeSpans: z.array(z.object({ spans: z.array(spanSchema) })) })),
})

/** A collector: accepts what OpenTelemetry's exporter posts. */
async function startCollector() {
  const spans: Span[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text) => {
      body += text
    })
    request.on('end', () => {
      if (request.method === 'POST' && request.url === '/v1/traces') {
        const { resourceSpans } = exportSchema.parse(JSON.parse(body))
        spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)))
      }
      response.setHeader('content-type', 'application/json').end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The collector has no port')
  return { spans, url: `http://127.0.0.1:${address.port}`, close: () => server.close() }
}

const newTrace = () => crypto.randomUUID().replaceAll('-', '')
const parentSpan = 'b7ad6b7169203331'

const isInstalled = existsSync(new URL('../../node_modules/@opentelemetry/exporter-trace-otlp-http', import.meta.url))
if (!isInstalled) console.warn(`The tests of traces are skipped. They need: ${installCommand}`)

describe.skipIf(!isInstalled).each(databases)('traces, on %s', (database) => {
  let collector: Awaited<ReturnType<typeof startCollector>>
  let mailServer: SmtpServer
  let server: TestServer
  beforeAll(async () => {
    collector = await startCollector()
    mailServer = await startSmtpServer()
    const env = {
      SMTP_URL: mailServer.url,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_BSP_SCHEDULE_DELAY: '50',
    }
    server = await startServer({ database, env })
  })
  afterAll(async () => {
    await server?.stop()
    await mailServer?.close()
    collector?.close()
  })

  const spansOf = (traceId: string) => collector.spans.filter((span) => span.traceId === traceId)
  const named = (traceId: string, name: string) => spansOf(traceId).filter((span) => span.name === name)
  const until = { timeout: 15_000 }
  const traceparent = (traceId: string) => `00-${traceId}-${parentSpan}-01`

  it('have a span for a request, within the caller’s trace, and one for each of its statements', async () => {
    const traceId = newTrace()
    const headers = { apikey: server.anonKey, traceparent: traceparent(traceId), 'x-request-id': 'traced-1' }
    await fetch(`${server.url}/rest/v1/shops?select=name&name=eq.a-secret-name`, { headers })
    await expect.poll(() => named(traceId, 'GET rest').length, until).toBe(1)
    await expect.poll(() => named(traceId, 'database statement').length, until).toBeGreaterThan(0)
    const [request] = named(traceId, 'GET rest')
    expect(request?.parentSpanId).toBe(parentSpan)
    expect(request?.attributes).toEqual(
      expect.arrayContaining([
        { key: 'url.path', value: { stringValue: '/rest/v1/shops' } },
        { key: 'http.response.status_code', value: { intValue: 200 } },
        { key: 'tuckbox.request_id', value: { stringValue: 'traced-1' } },
      ]),
    )
    for (const { parentSpanId } of named(traceId, 'database statement')) expect(parentSpanId).toBe(request?.spanId)
    expect(JSON.stringify(spansOf(traceId))).not.toContain('a-secret-name')
  })

  it('do not take the trace of a client behind a proxy that is not trusted', async () => {
    const traceId = newTrace()
    const headers = { traceparent: traceparent(traceId), 'x-forwarded-for': '203.0.113.7' }
    await fetch(`${server.url}/faq`, { headers })
    await expect.poll(() => collector.spans.filter(({ name }) => name === 'GET site').length, until).toBeGreaterThan(0)
    expect(spansOf(traceId)).toEqual([])
  })

  it('have a span for a function, and its own requests within it', async () => {
    const traceId = newTrace()
    const headers = { authorization: `Bearer ${server.serviceKey}`, traceparent: traceparent(traceId) }
    const response = await fetch(`${server.url}/functions/v1/send-mail`, { method: 'POST', headers })
    expect(response.status).toBe(200)
    await expect.poll(() => named(traceId, 'POST rpc').length, until).toBeGreaterThan(0)
    await expect.poll(() => named(traceId, 'function send-mail').length, until).toBe(1)
    const [called] = named(traceId, 'function send-mail')
    for (const { parentSpanId } of named(traceId, 'POST rpc')) expect(parentSpanId).toBe(called?.spanId)
  })

  it('have a span for an email about an account, without its recipient', async () => {
    const { email } = await newMember(server, 'Ann')
    expect((await visitorOf(server).auth.resetPasswordForEmail(email)).error).toBeNull()
    const sent = () => collector.spans.find(({ name }) => name === 'send email')
    const parent = () => collector.spans.find(({ spanId }) => spanId === sent()?.parentSpanId)
    await expect.poll(() => parent()?.name, until).toBe('POST auth')
    expect(JSON.stringify(collector.spans)).not.toContain(email)
  })
})
