/** Ten thousand reports to POST /browser-errors of a running server. */
import { expect, it, onTestFinished } from 'vitest'
import { startServer } from '../harness.ts'
import { behindProxy } from '../shared-server.ts'
import { loggedReports, report, send } from './browser-error-reports.ts'

it('A client that reports ten thousand errors is refused, and many networks together are, too', {
  timeout: 120_000,
}, async () => {
  const server = await startServer({ env: behindProxy })
  onTestFinished(async () => void (await server.stop()))
  const statuses = new Map<number, number>()
  const body = JSON.stringify(report)
  const from = '198.51.100.7'
  for (let n = 0; n < 100; n += 1)
    for (const { status } of await Promise.all(Array.from({ length: 100 }, () => send(server, body, { from }))))
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
  // The bucket refills slowly while the test runs.
  expect(statuses.get(429)).toBeGreaterThan(9_900)
  expect((statuses.get(204) ?? 0) + (statuses.get(429) ?? 0)).toBe(10_000)
  const refused = await send(server, body, { from })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)

  const others = await Promise.all(Array.from({ length: 1_200 }, () => send(server, body)))
  expect(others.filter(({ status }) => status === 429).length).toBeGreaterThan(300)
  expect(loggedReports(server).length).toBeLessThan(900)
})
