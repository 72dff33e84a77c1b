/**
 * Compares the real server with a bare one that sends the same prepared statement over the same driver. The bare server sets no role,
 * parses nothing and plans nothing. The result is the share of its rate that the real server reaches.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Database, Statement } from '../backend/database/database.ts'
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
import { requestsPerSecond } from './load.ts'
import { recordStatement } from './recorded-statement.ts'
import { median } from './traffic/statistics.ts'

export interface Workload {
  readonly name: string
  /** Such as `/rest/v1/products?limit=24`. */
  readonly path: string
  /** What the bare server sends instead of the same statement. */
  readonly rawPath?: string
  readonly method?: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** The smallest acceptable share of the bare server's rate, on each database or on both. */
  readonly goal: number | Readonly<Record<DatabaseKind, number>>
}

export interface Comparison {
  readonly workloads: readonly Workload[]
  /** Environment of the real server. */
  readonly env: Record<string, string>
  /** Adds data after the first start. */
  readonly fill?: (database: Database) => Promise<void>
  readonly rounds: number
  /** Length of a round for each server. */
  readonly seconds: number
}

/** Prints a line for each workload and available database. */
export async function compareWithRaw(comparison: Comparison): Promise<void> {
  for (const kind of databases) await compareOn(kind, comparison)
}

async function compareOn(kind: DatabaseKind, { workloads, env, fill, rounds, seconds }: Comparison): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'tuckbox-bench-'))
  const databaseUrl = kind === 'postgres' ? await createDatabase({ project: env.SUPABASE_DIR }) : ''
  const settings = { DATABASE_URL: databaseUrl, LOG_LEVEL: 'warn', ...env }
  const dataDir = path.join(folder, 'data')
  // The data is loaded by a first start, so that both servers begin with the same data.
  await (await startServer({ dataDir, env: settings })).stop()
  if (fill) await withDatabase(path.join(dataDir, 'database'), databaseUrl, fill)
  const rawDir = path.join(folder, 'raw')
  if (!databaseUrl) cpSync(path.join(dataDir, 'database'), rawDir, { recursive: true })
  const server = await startServer({ dataDir, env: settings })
  for (const workload of workloads) {
    const statement = await statementOf(workload, server, rawDir, databaseUrl)
    const raw = await startRaw({ statement, rawDir, databaseUrl })
    const rates = await alternate(workload, server, raw.url, rounds, seconds)
    const { goal } = workload
    print(`${kind}, ${workload.name}`, rates, typeof goal === 'number' ? goal : goal[kind])
    await stop(raw.process)
  }
  await server.stop()
  if (databaseUrl) await dropDatabase(databaseUrl)
  rmSync(folder, { recursive: true, force: true })
}

interface Rates {
  readonly raw: number
  readonly real: number
}

/** Alternates the servers after a warm-up, so that other load on the machine affects both. */
async function alternate(
  workload: Workload,
  server: TestServer,
  rawUrl: string,
  rounds: number,
  seconds: number,
): Promise<Rates[]> {
  const headers = { apikey: server.anonKey, authorization: `Bearer ${server.anonKey}`, ...workload.headers }
  const { method, body } = workload
  const load = (url: string, seconds: number) => requestsPerSecond({ url, headers, method, body, seconds })
  const realUrl = server.url + workload.path
  for (const url of [rawUrl, realUrl]) await load(url, 2)
  const rates: Rates[] = []
  for (let round = 0; round < rounds; round += 1)
    rates.push({ raw: await load(rawUrl, seconds), real: await load(realUrl, seconds) })
  return rates
}

function print(name: string, rates: readonly Rates[], goal: number): void {
  const ratios = rates.map(({ raw, real }) => real / raw)
  const ratio = median(ratios)
  console.log(
    `${name}: ${median(rates.map(({ real }) => real))} requests/s of ${median(rates.map(({ raw }) => raw))} raw: ` +
      `ratio ${ratio.toFixed(2)} (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}; goal ${goal}) ` +
      `${ratio >= goal ? 'reached' : 'MISSED'}`,
  )
}

function statementOf(
  { path, rawPath, method, headers, body }: Workload,
  server: TestServer,
  rawDir: string,
  databaseUrl: string,
): Promise<Statement> {
  const sent = rawPath ? new Request(server.url + rawPath) : new Request(server.url + path, { method, headers, body })
  return withDatabase(rawDir, databaseUrl, (database) => recordStatement(database, sent))
}

export async function withDatabase<T>(
  dataDir: string,
  url: string,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const timeoutMs = 600_000
  const database = await (url ? openPostgres({ url, connections: 1, timeoutMs }) : openPglite({ dataDir, timeoutMs }))
  try {
    return await work(database)
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
    child.once('exit', (code) => reject(new Error(`The raw server exited with code ${code}`)))
  })
}

function stop(child: ChildProcess): Promise<unknown> {
  const exited = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  return exited
}
