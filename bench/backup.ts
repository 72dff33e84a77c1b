/**
 * Pages of visitors while a large market is backed up: the p95 of an open loop with and without. Then the backup is restored into an
 * empty place.
 */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pLimit from 'p-limit'
import sharp from 'sharp'
import { createRandom, type Random } from '../tests/crash/random.ts'
import {
  createDatabase,
  type DatabaseKind,
  databases,
  dropDatabase,
  startServer,
  type TestServer,
} from '../tests/harness.ts'
import { clientOf, environmentOf, type Run, runCommand, startCommand } from '../tests/server/small-market.ts'
import { withDatabase } from './against-raw.ts'
import { fillMarketplace } from './search-data.ts'
import { type Figures, figuresOf } from './traffic/figures.ts'
import { runOpenLoop, type Window } from './traffic/open-loop.ts'
import { openTransport } from './traffic/transport.ts'

const products = Number(process.env.BACKUP_PRODUCTS ?? 100_000)
const bytes = Number(process.env.BACKUP_GIGABYTES ?? 5) * 1e9
/** A photo as sellers upload it. */
const objectBytes = 400_000
/** Well below what each holds. Most pages are rendered anew, and a search among 100,000 products takes PGlite 0.1 s and more. */
const pagesPerSecond: Readonly<Record<DatabaseKind, number>> = { pglite: 3, postgres: 8 }
const quietSeconds = 120
const windowSeconds = 10
/** The p95 with a backup against the p95 without. */
const goal = 2

export async function backup({ setup }: { readonly setup?: string | undefined }): Promise<void> {
  for (const kind of databases) if (setup === undefined || setup === kind) await measure(kind)
}

async function measure(kind: DatabaseKind): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'tuckbox-bench-'))
  const databaseUrl = kind === 'postgres' ? await createDatabase() : ''
  const dataDir = path.join(folder, 'data')
  const settings = { dataDir, ...(databaseUrl ? { databaseUrl } : {}), env: { LOG_LEVEL: 'warn' } }
  await (await startServer(settings)).stop()
  await withDatabase(path.join(dataDir, 'database'), databaseUrl, (database) => fillMarketplace(database, products))
  const server = await startServer(settings)
  await uploadObjects(server)
  const visits = { server, pages: await pagesOf(server), rate: pagesPerSecond[kind], random: createRandom(1) }

  await visit(visits, windowSeconds)
  const quiet = figuresOf(await visit(visits, quietSeconds))
  const backups = path.join(folder, 'backups')
  const first = await whileVisited(visits, ['--to', backups])
  const second = await whileVisited(visits, ['--to', backups])
  await server.stop()

  console.log(`${kind}: ${products} products, ${(bytes / 1e9).toFixed(1)} GB of objects, ${visits.rate} pages a second`)
  print('without a backup', quiet)
  for (const [name, { figures, seconds }] of Object.entries({ 'first backup': first, 'next backup': second })) {
    print(`${name}, ${seconds.toFixed(0)} s`, figures)
    const ratio = figures.p95Ms / quiet.p95Ms
    console.log(`  p95 ${ratio.toFixed(2)} times (goal at most ${goal}) ${ratio <= goal ? 'reached' : 'MISSED'}`)
  }
  await restore(server, folder, first.name)
  if (databaseUrl) await dropDatabase(databaseUrl)
  rmSync(folder, { recursive: true, force: true })
}

function print(name: string, { p50Ms, p95Ms, p99Ms, arrivals, failed }: Figures): void {
  const times = [p50Ms, p95Ms, p99Ms].map((ms) => ms.toFixed(1)).join(', ')
  console.log(`  ${name.padEnd(24)} p50, p95, p99: ${times} ms; ${arrivals} pages, ${failed} failed`)
}

async function uploadObjects(server: TestServer): Promise<void> {
  const storage = clientOf(server, server.serviceKey).storage.from('product_images')
  const count = Math.ceil(bytes / objectBytes)
  const limit = pLimit(4)
  const jpeg = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#a86' } })
    .jpeg()
    .toBuffer()
  await limit.map(
    Array.from({ length: count }, (_, n) => n),
    async (n) => {
      const content = Buffer.concat([jpeg, randomBytes(objectBytes - jpeg.length)])
      const { error } = await storage.upload(`bench/${n}.jpg`, content, { contentType: 'image/jpeg' })
      if (error) throw error
    },
  )
}

async function pagesOf(server: TestServer): Promise<string[]> {
  const client = clientOf(server, server.serviceKey)
  const { data: some } = await client.from('products').select('id, name').eq('is_listed', true).order('id').limit(1000)
  const { data: shops } = await client.from('shops').select('slug').order('slug').limit(200)
  const listings = ['/', '/category/cakes', '/category/bread', '/occasion/birthday']
  return [
    ...Array<string[]>(100).fill(listings).flat(),
    ...(some ?? []).map(({ id }) => `/product/${id}`),
    ...(some ?? []).slice(0, 300).map(({ name }) => `/search?q=${encodeURIComponent(name)}`),
    ...(shops ?? []).map(({ slug }) => `/shop/${slug}`),
  ]
}

interface Visits {
  readonly server: TestServer
  readonly pages: readonly string[]
  /** Pages a second. */
  readonly rate: number
  readonly random: Random
}

/** Opens random pages at the rate, whether or not earlier ones have been answered. */
async function visit({ server, pages, rate, random }: Visits, seconds: number): Promise<Window[]> {
  const transport = openTransport(server.url)
  const windows: Window[] = []
  await runOpenLoop({
    ratePerSecond: rate,
    seconds,
    windowSeconds,
    maxInFlight: 500,
    random,
    choose() {
      const page = random.pick(pages)
      return {
        kind: 'page',
        async run() {
          const { status } = await transport.send(page, { headers: { 'accept-encoding': 'br' } })
          if (status !== 200) throw new Error(`${page} responded ${status}`)
        },
      }
    },
    onWindow: (window) => windows.push(window),
  })
  transport.close()
  return windows
}

interface Backup {
  readonly figures: Figures
  readonly seconds: number
  /** The folder of the backup. */
  readonly name: string
}

async function whileVisited(visits: Visits, options: readonly string[]): Promise<Backup> {
  const start = performance.now()
  const { done } = startCommand('backup', options, environmentOf(visits.server))
  let run: Run | undefined
  let seconds = 0
  void done.then((ended) => {
    run = ended
    seconds = (performance.now() - start) / 1000
  })
  const windows: Window[] = []
  while (!run) windows.push(...(await visit(visits, windowSeconds)))
  const name = /^Wrote (.+)\.$/m.exec(run.output)?.[1]
  if (run.code !== 0 || name === undefined) throw new Error(`The backup failed.\n${run.output}`)
  return { figures: figuresOf(windows), seconds, name }
}

async function restore(server: TestServer, folder: string, backup: string): Promise<void> {
  const databaseUrl = server.databaseUrl ? await createDatabase() : ''
  const target = { dataDir: path.join(folder, 'target'), ...(databaseUrl ? { databaseUrl } : {}) }
  // With PostgreSQL the server runs meanwhile, because it stores the objects.
  const running = databaseUrl ? await startServer(target) : undefined
  const start = performance.now()
  const { code, output } = await runCommand('restore', ['--from', backup], {
    ...environmentOf({ dataDir: target.dataDir, databaseUrl, url: running?.url ?? server.url }),
  })
  if (code !== 0) throw new Error(`The restore failed.\n${output}`)
  console.log(`  restored and compared in ${((performance.now() - start) / 1000).toFixed(0)} s`)
  await running?.stop()
  if (databaseUrl) await dropDatabase(databaseUrl)
}
