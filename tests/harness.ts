/** Starts the built server on a free port, in a child process. Test files of a worker can share one: `shared-server.ts`. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { openPostgres } from '#backend/database/postgres'
import { copyTemplateFolder, createTestDatabase, dropTestDatabase } from '#backend/database/testing'
import { sampleTemplate } from './sample-template.ts'

export type DatabaseKind = 'pglite' | 'postgres'

/** PGlite, and PostgreSQL where it is installed. For tests of what differs between the two. */
export const everyDatabase: DatabaseKind[] = process.env.TEST_POSTGRES_URL ? ['pglite', 'postgres'] : ['pglite']

/** Whether `npm run test:all` runs. */
export const testsAll = process.env.TEST_SUITE === 'all'

/** The databases of all other tests: both in `npm run test:all`, in `npm test` PostgreSQL where it is installed, else PGlite. */
export const databases: DatabaseKind[] = testsAll ? everyDatabase : everyDatabase.slice(-1)

export interface StartOptions {
  database?: DatabaseKind
  /** Overrides the harness's environment. */
  env?: Record<string, string>
  /** An existing data folder. By default a new one, which `stop` removes. */
  dataDir?: string
  /** An existing PostgreSQL database, which `stop` keeps. */
  databaseUrl?: string | undefined
  /** Whether the server creates and migrates its database. By default that is a copy of the template. */
  isFirstStart?: boolean
  /** `sample`: begins with a copy of the sample catalogue, which is loaded once for all tests, instead of an empty market. */
  market?: 'sample' | undefined
  /** Whether the server ends with the test worker that started it, unless it is stopped before. */
  endsWithWorker?: boolean
  /** The folder of the built program. By default the repository. */
  programDir?: string
  /** Called with the process before the server is ready. */
  onSpawn?: (process: ChildProcess) => void
}

export interface RunningServer {
  url: string
  anonKey: string
  serviceKey: string
  dataDir: string
  /** Undefined on PGlite. */
  databaseUrl: string | undefined
  process: ChildProcess
  /** Emails of the development mailbox, newest first. */
  mailbox(to: string): Promise<MailboxEmail[]>
  /** The server's standard error so far. */
  logs(): string
}

export interface TestServer extends RunningServer {
  /** Stops the process and removes a data folder of its own. @returns the exit code */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

const emailsSchema = z.array(
  z.object({ to: z.string(), subject: z.string(), text: z.string(), html: z.string(), links: z.array(z.string()) }),
)
export type MailboxEmail = z.infer<typeof emailsSchema>[number]

const config = z.object({ supabaseUrl: z.string(), supabaseAnonKey: z.string() })
const root = fileURLToPath(new URL('..', import.meta.url))
export const jwtSecret = 'a secret that only tests use and everyone may know'
/** Imported by servers that end with their test worker. */
const endsWithWorker = new URL('./end-with-worker.mjs', import.meta.url).href
/** Options of a supabase-js client that shares its session with no other. */
export const noSession = { auth: { persistSession: false, autoRefreshToken: false } }

/**
 * Resolves when the server is ready. By default SAMPLE_DATA is 0 and RATE_LIMITS is off. TEST_WORKERS in the tests' own environment
 * sets the number of workers of each server on PostgreSQL.
 */
export async function startServer(options: StartOptions = {}): Promise<TestServer> {
  const dataDir = options.dataDir ?? mkdtempSync(path.join(tmpdir(), 'tuckbox-data-'))
  const project = options.env?.SUPABASE_DIR
  const sample = options.market === 'sample' ? await copySample(dataDir, options.database) : undefined
  const databaseUrl =
    options.databaseUrl ??
    sample?.databaseUrl ??
    (options.database === 'postgres' ? await createDatabase({ project, isEmpty: options.isFirstStart }) : undefined)
  const usesPglite = !databaseUrl && !options.env?.DATABASE_URL
  if (usesPglite && !options.isFirstStart) await copyDatabase(dataDir, project)
  const programDir = options.programDir ?? root
  const environment = {
    ...process.env,
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl ?? '',
    SAMPLE_DATA: options.market === 'sample' ? '1' : '0',
    RATE_LIMITS: 'off',
    JWT_SECRET: jwtSecret,
    // `npm start` sets them too.
    MALLOC_ARENA_MAX: '2',
    MALLOC_MMAP_THRESHOLD_: '262144',
    MALLOC_TRIM_THRESHOLD_: '262144',
    ...(databaseUrl ? { WEB_CONCURRENCY: process.env.TEST_WORKERS ?? '' } : {}),
    ...(options.endsWithWorker ? { TEST_PROCESS: String(process.pid) } : {}),
    ...options.env,
  }
  const launchOn = (port: number) =>
    launch(programDir, { ...environment, PORT: options.env?.PORT ?? `${port}` }, options)
  // A server with PUBLIC_URL announces only that, so its port must be known.
  let port = options.env?.PUBLIC_URL ? await freePort() : 0
  const launched = await launchOn(port).catch(async (error: unknown) => {
    const isTaken = error instanceof ServerExit && error.output.includes('already in use')
    if (port === 0 || !isTaken) throw error
    // Another process took it first.
    port = await freePort()
    return launchOn(port)
  })
  const { child } = launched
  const url = port === 0 ? launched.announcedUrl : `http://127.0.0.1:${port}`
  const { supabaseAnonKey } = config.parse(await (await fetch(`${url}/config.json`)).json())
  return {
    url,
    anonKey: supabaseAnonKey,
    serviceKey: await serviceKey(),
    dataDir,
    databaseUrl,
    process: child,
    async mailbox(to) {
      const response = await fetch(`${url}/dev/mailbox.json?to=${encodeURIComponent(to)}`)
      return emailsSchema.parse(await response.json())
    },
    logs: launched.logs,
    async stop(signal = 'SIGTERM') {
      if (child.exitCode === null && child.signalCode === null) {
        const exited = new Promise((resolve) => child.once('exit', resolve))
        child.kill(signal)
        await exited
      }
      // A function bundler of a killed server exits a moment later, when its input closes.
      if (options.dataDir === undefined)
        rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
      if (databaseUrl && !options.databaseUrl) await dropDatabase(databaseUrl)
      return child.exitCode
    },
  }
}

/** Starts the program. @returns its process once it is ready */
async function launch(programDir: string, env: Record<string, string | undefined>, options: StartOptions) {
  const imported = options.endsWithWorker ? ['--import', endsWithWorker] : []
  const program = path.join(programDir, 'build/server/main.js')
  const child = spawn(process.execPath, [...imported, program], { cwd: programDir, stdio: 'pipe', env })
  options.onSpawn?.(child)
  let output = ''
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk
  })
  const announcedUrl = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk
      const address = /open at (\S+)/.exec(output)?.[1]
      if (address) resolve(address)
    })
    // At the exit, output may still be on its way.
    child.once('close', (code) => reject(new ServerExit(code, output + errors)))
  })
  return { child, announcedUrl, logs: () => errors }
}

/** PIDs of a process's children, such as the workers of a cluster. Linux only. */
export const childrenOf = (pid: number | undefined): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)

export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('There is no free port')
  return address.port
}

/** The server exited before it was ready. */
export class ServerExit extends Error {
  override readonly name = 'ServerExit'
  readonly code: number | null
  readonly output: string
  constructor(code: number | null, output: string) {
    super(`The server exited with code ${code}: ${output}`)
    this.code = code
    this.output = output
  }
}

export async function serviceKey(): Promise<string> {
  const { createTokens } = await import('#backend/tokens')
  const { createKeys } = await import('#backend/keys')
  return (await createKeys(createTokens(jwtSecret))).serviceKey
}

export const migrationsOf = (project = path.join(root, 'supabase')) => path.join(project, 'migrations')

/** Copies a database with a project's migrations into a data folder without one. */
async function copyDatabase(dataDir: string, project?: string): Promise<void> {
  const folder = path.join(dataDir, 'database')
  if (!existsSync(folder)) await copyTemplateFolder(folder, migrationsOf(project))
}

/** Copies the sample catalogue into a new data folder. @returns the connection string of its own copy of the database */
async function copySample(dataDir: string, kind: DatabaseKind | undefined): Promise<{ databaseUrl?: string }> {
  const postgres = kind === 'postgres' ? process.env.TEST_POSTGRES_URL : undefined
  const template = await sampleTemplate(postgres, async (folder) => {
    mkdirSync(folder)
    const databaseUrl = postgres === undefined ? undefined : await createDatabase()
    const server = await startServer({ dataDir: folder, databaseUrl, env: { SAMPLE_DATA: '1' } })
    await server.stop()
    return databaseUrl
  })
  cpSync(template.dataDir, dataDir, { recursive: true, mode: constants.COPYFILE_FICLONE })
  return template.databaseUrl ? { databaseUrl: await createDatabase({ copyOf: template.databaseUrl }) } : {}
}

export const dropDatabase = dropTestDatabase

export interface DatabaseContent {
  /** Folder of the Supabase project with its migrations. Defaults to the marketplace's. */
  project?: string | undefined
  isEmpty?: boolean | undefined
  /** The connection string of a database to copy. It must have no open connections. */
  copyOf?: string | undefined
}

/** Creates a database on the PostgreSQL server of `npm test`. @returns its connection string */
export async function createDatabase({ project, isEmpty = false, copyOf }: DatabaseContent = {}): Promise<string> {
  const server = process.env.TEST_POSTGRES_URL
  if (!server) throw new Error('TEST_POSTGRES_URL is not set: run the suite by `npm test`')
  const url = await createTestDatabase(
    server,
    isEmpty || copyOf ? { isEmpty, copyOf } : { migrations: migrationsOf(project) },
  )
  if (!isEmpty) await adoptJobs(url)
  return url
}

/** Schedules the copied jobs here. Each names the database in which it was scheduled, so a copy would run none of them. */
async function adoptJobs(url: string): Promise<void> {
  const database = await openPostgres({ url, connections: 1 })
  try {
    await database.script('update cron.job set database = current_database()')
  } finally {
    await database.close()
  }
}
