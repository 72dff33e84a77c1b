/** Resident memory of the embedded server after 10,000 requests of the kinds that a visitor makes. */
import { readFileSync } from 'node:fs'
import { startServer } from '../tests/harness.ts'
import { request } from './load.ts'

const goalMegabytes = 600

export async function memory(): Promise<void> {
  const server = await startServer({ env: { SAMPLE_DATA: '1', LOG_LEVEL: 'warn' } })
  const before = residentMegabytes(server.process.pid)
  const headers = { apikey: server.anonKey }
  const rest = `${server.url}/rest/v1/products?select=*,shops(name)&limit=24`
  await request({ url: rest, headers, amount: 8_000 })
  await request({ url: `${server.url}/`, headers, amount: 1_000 })
  await request({ url: `${rest}&order=price`, headers, amount: 1_000 })
  const after = residentMegabytes(server.process.pid)
  console.log(
    `resident: ${before} MB after loading the sample data, ${after} MB after 10,000 requests ` +
      `(goal at most ${goalMegabytes}) ${after <= goalMegabytes ? 'reached' : 'MISSED'}`,
  )
  await server.stop()
}

/** From /proc, so on Linux only. */
function residentMegabytes(pid: number | undefined): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Math.round(Number(kilobytes) / 1024)
}
