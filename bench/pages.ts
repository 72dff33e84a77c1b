/** Pages of visitors from the cache and rendered anew, beside a bare server that sends the same compressed bytes. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type DatabaseKind, databases, startServer, type TestServer } from '../tests/harness.ts'
import { requestsPerSecond } from './load.ts'
import { residentMegabytesOf } from './traffic/samples.ts'
import { median } from './traffic/statistics.ts'

const rounds = Number(process.env.BENCH_ROUNDS ?? 5)
const seconds = Number(process.env.BENCH_SECONDS ?? 2)
const cachedGoal = 0.5
const memoryGoals = { pglite: 450, postgres: 250 } as const satisfies Record<DatabaseKind, number>
const headers = { 'accept-encoding': 'br' }

/** Variants of a page that no earlier round requested. Each has an invalid choice, so its content is that of the page. */
const variantsOf = (page: string, round: number) =>
  Array.from({ length: 16_000 }, (_, n) => `${page}?rating=none${round}-${n}&stars=none${round}-${n}`)

export async function pages(): Promise<void> {
  for (const kind of databases) await measure(kind)
}

async function measure(kind: DatabaseKind): Promise<void> {
  const server = await startServer({ database: kind, env: { SAMPLE_DATA: '1', LOG_LEVEL: 'warn' } })
  const folder = mkdtempSync(path.join(tmpdir(), 'tuckbox-bench-'))
  for (const [name, page] of Object.entries({
    home: '/',
    category: '/category/Cakes',
    product: `/product/${await firstProduct(server)}`,
  }))
    await comparePage(`${kind}, ${name}`, server, page, path.join(folder, name))
  const megabytes = residentMegabytesOf(server.process)
  const goal = memoryGoals[kind]
  console.log(`${kind}: ${megabytes} MB resident (goal at most ${goal}) ${megabytes <= goal ? 'reached' : 'MISSED'}`)
  await server.stop()
  rmSync(folder, { recursive: true })
}

async function comparePage(name: string, server: TestServer, page: string, file: string): Promise<void> {
  writeFileSync(file, await compressedBytes(server.url + page))
  const raw = await startRaw(file)
  const rates = { raw: [] as number[], cached: [] as number[], rendered: [] as number[] }
  // Alternating, so that other load on the machine affects all.
  for (let round = 0; round < rounds; round += 1) {
    rates.raw.push(await requestsPerSecond({ url: raw.url, headers, seconds }))
    rates.cached.push(await requestsPerSecond({ url: server.url + page, headers, seconds }))
    rates.rendered.push(await requestsPerSecond({ url: server.url, paths: variantsOf(page, round), headers, seconds }))
  }
  raw.process.disconnect()
  const ratio = median(rates.cached.map((rate, round) => rate / (rates.raw[round] ?? Number.NaN)))
  console.log(
    `${name}: ${median(rates.cached)} requests/s cached of ${median(rates.raw)} raw: ratio ${ratio.toFixed(2)} ` +
      `(goal ${cachedGoal}) ${ratio >= cachedGoal ? 'reached' : 'MISSED'}; ${median(rates.rendered)} requests/s rendered`,
  )
}

async function firstProduct({ url, anonKey }: TestServer): Promise<string> {
  const response = await fetch(`${url}/rest/v1/products?select=id&order=created_at,id&limit=1`, {
    headers: { apikey: anonKey },
  })
  const [product]: { id: string }[] = await response.json()
  if (!product) throw new Error('The sample catalogue has no products')
  return product.id
}

/** The body as sent. `fetch` would decompress it. */
async function compressedBytes(url: string): Promise<Buffer> {
  const [response] = await once(get(url, { headers }), 'response')
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk)
  return Buffer.concat(chunks)
}

async function startRaw(file: string): Promise<{ url: string; process: ChildProcess }> {
  const child = fork('bench/raw-page-server.mjs', [file])
  const [port] = await once(child, 'message')
  return { url: `http://127.0.0.1:${port}`, process: child }
}
