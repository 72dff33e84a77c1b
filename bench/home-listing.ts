/** The home listing (24 products with their shop's name) over HTTP, against a bare server that sends the same statement. */
import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Statement } from '../backend/database/database.ts'
import { openPglite } from '../backend/database/pglite.ts'
import { openPostgres } from '../backend/database/postgres.ts'
import {
  createDatabase,
  type DatabaseKind,
  databases,
  dropDatabase,
  startServer,
  type TestServer,
} from '../tests/harness.ts'
import { median, requestsPerSecond } from './load.ts'
import { recordStatement } from './recorded-statement.ts'

const listing =
  '/rest/v1/products?select=id,name,image,price,min_price,max_price,product_type,requires_consultation,is_bestseller,rating,review_count,shop:shops!inner(name,slug)' +
  '&is_listed=eq.true&order=is_bestseller.desc,review_count.desc,created_at.desc,id&limit=24'
const goal = 0.6
const rounds = 5
const seconds = 4

export async function homeListing(): Promise<void> {
  for (const kind of databases) await measure(kind)
}

async function measure(kind: DatabaseKind): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'tuckbox-bench-'))
  const databaseUrl = kind === 'postgres' ? await createDatabase() : ''
  const env = { SAMPLE_DATA: '1', DATABASE_URL: databaseUrl, LOG_LEVEL: 'warn', RATE_LIMITS: 'on' }
  const dataDir = path.join(folder, 'data')
  // Filled, then stopped: each server under test starts from the same data.
  await (await startServer({ dataDir, env })).stop()
  const rawDir = path.join(folder, 'raw')
  if (!databaseUrl) cpSync(path.join(dataDir, 'database'), rawDir, { recursive: true })

  const server = await startServer({ dataDir, env })
  const headers = { apikey: server.anonKey, authorization: `Bearer ${server.anonKey}` }
  const raw = await startRaw({ statement: await statementOf(server, rawDir, databaseUrl), rawDir, databaseUrl })
  const ratios: number[] = []
  const rates = { raw: [] as number[], real: [] as number[] }
  // A warm-up of both, then rounds in turn, so that a slower minute of the machine meets both.
  for (const url of [raw.url, server.url + listing]) await requestsPerSecond({ url, headers, seconds: 2 })
  for (let round = 0; round < rounds; round += 1) {
    const limit = await requestsPerSecond({ url: raw.url, headers, seconds })
    const rate = await requestsPerSecond({ url: server.url + listing, headers, seconds })
    rates.raw.push(limit)
    rates.real.push(rate)
    ratios.push(rate / limit)
  }
  const ratio = median(ratios)
  console.log(
    `${kind}: ${median(rates.real)} requests/s of ${median(rates.raw)} raw: ratio ${ratio.toFixed(2)} ` +
      `(${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}; goal ${goal}) ${ratio >= goal ? 'reached' : 'MISSED'}`,
  )
  await stop(raw.process)
  await server.stop()
  if (databaseUrl) await dropDatabase(databaseUrl)
  rmSync(folder, { recursive: true, force: true })
}

async function statementOf(server: TestServer, rawDir: string, databaseUrl: string): Promise<Statement> {
  const database = databaseUrl ? await openPostgres({ url: databaseUrl }) : await openPglite({ dataDir: rawDir })
  try {
    return await recordStatement(database, new Request(server.url + listing))
  } finally {
    await database.close()
  }
}

interface Raw {
  statement: Statement
  rawDir: string
  databaseUrl: string
}

function startRaw({ statement, rawDir, databaseUrl }: Raw): Promise<{ url: string; process: ChildProcess }> {
  const env = { PORT: '0', DATA_DIR: rawDir, STATEMENT: JSON.stringify(statement), DATABASE_URL: databaseUrl }
  const child = spawn(process.execPath, ['--import', 'tsx', 'bench/raw-server.ts'], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return new Promise((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      const url = /open at (\S+)/.exec(String(chunk))?.[1]
      if (url) resolve({ url, process: child })
    })
    child.once('exit', (code) => reject(new Error(`The raw server ended with code ${code}`)))
  })
}

function stop(child: ChildProcess): Promise<unknown> {
  const exited = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  return exited
}
