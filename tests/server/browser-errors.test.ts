/** POST /browser-errors of a running server. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { browserErrorLimit, totalBrowserErrorLimit } from '../../server/browser-errors.ts'
import { databases, startServer, type TestServer } from '../harness.ts'
import { behindProxy } from '../shared-server.ts'
import { loggedReports, report, send } from './browser-error-reports.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({ database: databases[0], env: behindProxy })
})
afterAll(() => server.stop())

it('A report is logged and counted, and its message loses what may be personal', async () => {
  const message = `TypeError: no "Ann Baker" of ann@example.test at https://x.test/?q=ann, order 6e0f3a52`
  expect((await send(server, JSON.stringify({ ...report, message }))).status).toBe(204)
  await expect.poll(() => loggedReports(server).length, { timeout: 15_000 }).toBe(1)
  const lines = loggedReports(server).map((line) => JSON.parse(line))
  expect(lines).toMatchObject([{ page: report.page, frames: report.frames, release: expect.any(String) }])
  expect(lines[0].message).toMatch(/^TypeError: no <text> of <email> at <url>/)
  expect(loggedReports(server)[0]).not.toMatch(/\bann\b|203\.0\./i)
  const metrics = await (await fetch(`${server.url}/metrics`)).text()
  expect(metrics).toContain('browser_errors_total{outcome="logged"} 1')
})

it('Anything but a small report of this site’s own form is refused', async () => {
  const before = loggedReports(server).length
  const bad = [
    'not JSON',
    '[]',
    '{}',
    JSON.stringify({ ...report, name: 'Ann' }),
    JSON.stringify({ ...report, page: '/product/12?q=ann' }),
    JSON.stringify({ ...report, frames: ['https://x.test/ann.js:1:2'] }),
    JSON.stringify({ ...report, frames: Array(11).fill('a.js:1:2') }),
  ]
  for (const body of bad) expect((await send(server, body)).status).toBe(400)
  expect((await send(server, JSON.stringify({ ...report, message: 'x'.repeat(10_000) }))).status).toBe(413)
  const asText = { headers: { 'content-type': 'text/plain' } }
  expect((await send(server, JSON.stringify(report), asText)).status).toBe(415)
  const crossSite = { headers: { 'sec-fetch-site': 'cross-site' } }
  expect((await send(server, JSON.stringify(report), crossSite)).status).toBe(403)
  expect((await fetch(`${server.url}/browser-errors`)).status).toBe(404)
  expect(loggedReports(server)).toHaveLength(before)
})

it('A client that reports more errors than its limit is refused, and many networks together are, too', async () => {
  const body = JSON.stringify(report)
  const from = '198.51.100.7'
  const statuses: number[] = []
  for (let n = 0; n < browserErrorLimit.requests; n += 1) statuses.push((await send(server, body, { from })).status)
  expect(new Set(statuses)).toEqual(new Set([204]))
  // The bucket refills slowly while the test runs, by one in half a minute.
  const refused = [await send(server, body, { from }), await send(server, body, { from })].at(-1)
  expect(refused?.status).toBe(429)
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
  const others = await Promise.all(Array.from({ length: totalBrowserErrorLimit.requests }, () => send(server, body)))
  expect(others.map(({ status }) => status)).toContain(429)
})
