/** Request ids, from the request through functions, SQL and emails to the log. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type SmtpServer, startSmtpServer } from '#backend/mail/testing'
import { databases, startServer, type TestServer } from '../harness.ts'
import { newBuyer, openShop, payPage, place, serviceOf, tokenOf, unwrap } from '../payments/market-fixtures.ts'
import { behindProxy, sharedServer } from '../shared-server.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const logLine = z.object({ msg: z.string(), requestId: z.string().optional(), function: z.string().optional() })
const logLines = (server: TestServer) =>
  server
    .logs()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => logLine.parse(JSON.parse(line)))

async function idOf(url: string, headers: Record<string, string> = {}): Promise<string> {
  const response = await fetch(url, { headers })
  await response.text()
  return response.headers.get('x-request-id') ?? ''
}

describe.each(databases)('a request id, on %s', (database) => {
  let mailServer: SmtpServer
  let server: TestServer
  beforeAll(async () => {
    mailServer = await startSmtpServer()
    server = await startServer({ database, env: { SMTP_URL: mailServer.url, SUPPORT_EMAIL: 'help@tuckbox.example' } })
  })
  afterAll(async () => {
    await server?.stop()
    await mailServer?.close()
  })

  it('is in the response of every kind of request, errors included', async () => {
    const paths = ['/', '/faq', '/nowhere', '/health', '/rest/v1/shops', '/auth/v1/user', '/functions/v1/nothing']
    const ids = await Promise.all(paths.map((path) => idOf(server.url + path)))
    for (const id of ids) expect(id).toMatch(uuid)
    expect(new Set(ids).size).toBe(paths.length)
    const cached = await Promise.all([idOf(`${server.url}/faq`), idOf(`${server.url}/faq`)])
    expect(new Set(cached).size).toBe(2)
  })

  it('is taken from this machine, if it is well-formed, and not from others', async () => {
    const url = `${server.url}/health`
    expect(await idOf(url, { 'x-request-id': 'edge-1' })).toBe('edge-1')
    expect(await idOf(url, { 'x-request-id': 'two words' })).toMatch(uuid)
    expect(await idOf(url, { 'x-request-id': 'x'.repeat(65) })).toMatch(uuid)
    expect(await idOf(url, { 'x-request-id': 'edge-1', 'x-forwarded-for': '203.0.113.7' })).toMatch(uuid)
  })

  it('is kept with an email, and the log of a failed attempt names it', async () => {
    const buyer = await newBuyer(server)
    mailServer.behaviour = 'refuses'
    const headers = { apikey: server.anonKey, 'content-type': 'application/json' }
    const enquiry = { subject: 'Bristol?', message: 'Do you come to Bristol as well?', sender_id: buyer.id }
    const token = await tokenOf(buyer.client)
    const sent = await fetch(`${server.url}/rest/v1/contact_messages`, {
      method: 'POST',
      headers: { ...headers, authorization: `Bearer ${token}`, 'x-request-id': 'enquiry-7' },
      body: JSON.stringify(enquiry),
    })
    expect(sent.status).toBe(201)
    const emails = unwrap(await serviceOf(server).from('outbox').select('recipient').eq('request_id', 'enquiry-7'))
    expect(emails).toHaveLength(1)
    await fetch(`${server.url}/functions/v1/send-mail`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.serviceKey}`, 'x-request-id': 'sending-8' },
    })
    const lines = () => logLines(server).filter(({ msg }) => msg.includes('enqueued by request enquiry-7'))
    // The job of each minute may have sent it first, as another request.
    await expect
      .poll(lines, { timeout: 10_000 })
      .toMatchObject([{ function: 'send-mail', requestId: expect.stringMatching(/^(sending-8|[\da-f-]{36})$/) }])
    mailServer.behaviour = 'accepts'
  })

  it('goes with a function’s own requests', async () => {
    const shop = await openShop(server, 'crumb')
    const buyer = await newBuyer(server)
    const { checkoutId } = await place(buyer, [[shop, 1]])
    const session = (await payPage(buyer, checkoutId)).slice('/pay/'.length)
    const token = await tokenOf(buyer.client)
    const paid = await fetch(`${server.url}/functions/v1/test-payment`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'x-request-id': 'payment-9' },
      body: JSON.stringify({ session, card: 'good' }),
    })
    expect(paid.status).toBe(200)
    const emails = () => serviceOf(server).from('outbox').select('template').eq('request_id', 'payment-9')
    expect(unwrap(await emails()).length).toBeGreaterThan(0)
  })
})

it('A request id is taken from a trusted proxy', async () => {
  const server = await sharedServer({ env: behindProxy })
  const forwarded = { 'x-request-id': 'edge-1', 'x-forwarded-for': '203.0.113.7' }
  expect(await idOf(`${server.url}/faq`, forwarded)).toBe('edge-1')
})
