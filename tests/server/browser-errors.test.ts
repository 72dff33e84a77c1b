/** POST /browser-errors of a running server. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startServer, type TestServer } from '../harness.ts'

const report = { page: '/product/:productId', message: 'TypeError: x is not a function', frames: ['Ab-1.js:1:20'] }

let server: TestServer
beforeAll(async () => {
  server = await startServer({ env: { RATE_LIMITS: 'on', TRUST_PROXY: '1' } })
})
afterAll(() => server.stop())

let lastNetwork = 0
const newNetwork = () => {
  lastNetwork += 1
  return `203.0.${lastNetwork >> 8}.${lastNetwork & 255}`
}

async function send(body: string, headers: Record<string, string> = {}, from = newNetwork()): Promise<Response> {
  const all = { 'content-type': 'application/json', 'x-forwarded-for': from, ...headers }
  const response = await fetch(`${server.url}/browser-errors`, { method: 'POST', headers: all, body })
  await response.arrayBuffer()
  return response
}

const logged = () =>
  server
    .logs()
    .split('\n')
    .filter((line) => line.includes('a browser reported an error'))

it('A report is logged and counted, and its message loses what may be personal', async () => {
  const message = `TypeError: no "Ann Baker" of ann@example.test at https://x.test/?q=ann, order 6e0f3a52`
  expect((await send(JSON.stringify({ ...report, message }))).status).toBe(204)
  await expect.poll(() => logged().length).toBe(1)
  const lines = logged().map((line) => JSON.parse(line))
  expect(lines).toMatchObject([{ page: report.page, frames: report.frames, release: expect.any(String) }])
  expect(lines[0].message).toMatch(/^TypeError: no <text> of <email> at <url>/)
  expect(logged()[0]).not.toMatch(/\bann\b|203\.0\./i)
  const metrics = await (await fetch(`${server.url}/metrics`)).text()
  expect(metrics).toContain('browser_errors_total{outcome="logged"} 1')
})

it('Anything but a small report of this site’s own form is refused', async () => {
  const before = logged().length
  const bad = [
    'not JSON',
    '[]',
    '{}',
    JSON.stringify({ ...report, name: 'Ann' }),
    JSON.stringify({ ...report, page: '/product/12?q=ann' }),
    JSON.stringify({ ...report, frames: ['https://x.test/ann.js:1:2'] }),
    JSON.stringify({ ...report, frames: Array(11).fill('a.js:1:2') }),
  ]
  for (const body of bad) expect((await send(body)).status).toBe(400)
  expect((await send(JSON.stringify({ ...report, message: 'x'.repeat(10_000) }))).status).toBe(413)
  expect((await send(JSON.stringify(report), { 'content-type': 'text/plain' })).status).toBe(415)
  expect((await send(JSON.stringify(report), { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  expect((await fetch(`${server.url}/browser-errors`)).status).toBe(404)
  expect(logged()).toHaveLength(before)
})

it('A client that reports ten thousand errors is refused, and many networks together are, too', {
  timeout: 120_000,
}, async () => {
  const before = logged().length
  const statuses = new Map<number, number>()
  const count = ({ status }: Response) => statuses.set(status, (statuses.get(status) ?? 0) + 1)
  const body = JSON.stringify(report)
  for (let n = 0; n < 100; n += 1)
    for (const response of await Promise.all(Array.from({ length: 100 }, () => send(body, {}, '198.51.100.7'))))
      count(response)
  // The bucket refills slowly while the test runs.
  expect(statuses.get(429)).toBeGreaterThan(9_900)
  expect((statuses.get(204) ?? 0) + (statuses.get(429) ?? 0)).toBe(10_000)
  const refused = await send(body, {}, '198.51.100.7')
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)

  const others = await Promise.all(Array.from({ length: 1_200 }, () => send(body)))
  expect(others.filter(({ status }) => status === 429).length).toBeGreaterThan(300)
  expect(logged().length - before).toBeLessThan(900)
})
