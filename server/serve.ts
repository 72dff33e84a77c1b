/** Opens, migrates, serves, drains and closes: the composition root, where configuration meets the parts of the house. */
import { AsyncLocalStorage } from 'node:async_hooks'
import path from 'node:path'
import type { Logger } from 'pino'
import {
  type Backend,
  type Client,
  createBackend,
  createMemoryRateLimits,
  DatabaseError,
  DataFolderError,
  MigrationError,
  networkOf,
  ProjectError,
  S3Error,
} from '#backend'
import { announce, siteUrlOf } from './announce.ts'
import { createBackendClient } from './backend-client.ts'
import { isWildcard, type ServerConfig, tilesOrigin } from './config.ts'
import { createCrawlers } from './crawlers.ts'
import { functionEnvironment, schedulerKey } from './function-environment.ts'
import { createGeocoder, type GeocoderOptions, geocoderLimit } from './geocoder.ts'
import { createHostCheck } from './hosts.ts'
import { createMissingJobs } from './jobs.ts'
import { type Door, type House, takeHandedConnections, takePort } from './listen.ts'
import { createMetrics } from './metrics.ts'
import { createPages } from './pages.ts'
import { fillWithSample } from './sample.ts'
import { readOrMakeSecret } from './secrets.ts'
import { securityHeaders } from './security-headers.ts'
import { createSite } from './site.ts'
import { createSitemap } from './sitemap.ts'
import { openBuiltWebApp, openDevelopmentWebApp, type WebApp } from './web-app.ts'
import type { Leader } from './workers/follower.ts'

/** How long requests under way may take to finish after a stop was asked for. */
const graceMs = 10_000

/** Faults of whoever started the program get their sentence; anything else is ours and shows where it happened. */
const expected = [DataFolderError, MigrationError, ProjectError, S3Error]

export function startFault(error: unknown): unknown {
  if (error instanceof DatabaseError) return `The database cannot be opened: ${error.message}`
  return error instanceof Error && expected.some((kind) => error instanceof kind) ? error.message : error
}

export interface ServeOptions {
  readonly config: ServerConfig
  readonly log: Logger
  /** Serves from sources, with hot reload. */
  readonly developing: boolean
  /** Whose worker this process is; without, it is alone. */
  readonly leader?: Leader
}

/** @throws ListenError, and what `startFault` has sentences for */
export async function serve({ config, log, developing, leader }: ServeOptions): Promise<void> {
  const root = process.cwd()
  const door = leader ? takeHandedConnections(leader, config) : await takePort(config)
  const ownUrl = `http://localhost:${door.port}`
  const siteUrl = siteUrlOf(config, door.port)
  const webApp = developing ? await openDevelopmentWebApp(root) : await openBuiltWebApp(root)
  const backend = config.remote ? undefined : await openBackend(config, { siteUrl, port: door.port }, log)
  if (developing)
    for (const file of backend?.changedMigrations ?? [])
      console.error(`${file} has changed since it was applied: run npm run db:reset`)
  // The sample is loaded through the open door, and until then nobody else should come.
  let isFilled = !config.sampleData || !backend || (leader !== undefined && !leader.isFirst)
  const missingJobs = backend ? createMissingJobs(backend, directFetch(backend)) : async () => []
  openDoor({ config, log, door, webApp, backend, siteUrl, leader, isFilled: () => isFilled, missingJobs })
  if (!isFilled && backend) await fillWithSample(backend, directFetch(backend), ownUrl)
  isFilled = true
  const missing = await missingJobs()
  if (missing.length > 0) log.warn({ missing }, 'jobs are not scheduled: run select private.schedule_jobs()')
  stopWhenTold(log, leader, async () => {
    await Promise.all([door.close(graceMs), backend?.hangUp()])
    await webApp.close()
    await backend?.close()
  })
  if (leader) leader.ready()
  else announce(config, door.port)
}

interface Addresses {
  readonly siteUrl: string
  readonly port: number
}

async function openBackend(config: ServerConfig, { siteUrl, port }: Addresses, log: Logger): Promise<Backend> {
  const jwtSecret = config.jwtSecret ?? (await readOrMakeSecret(path.resolve(config.dataDir)))
  if (!config.payments.stripe && !config.isPrivate)
    log.warn({}, 'payments are for testing only: nobody is charged until STRIPE_SECRET_KEY is set')
  if (config.mail.smtpUrl === undefined && !config.isPrivate) log.warn({}, 'no letters are sent until SMTP_URL is set')
  return createBackend({
    projectDir: path.resolve(config.supabaseDir),
    dataDir: path.resolve(config.dataDir),
    databaseUrl: config.databaseUrl,
    s3: config.s3,
    jwtSecret,
    siteUrl,
    localUrl: localUrl(config.host, port),
    preparedFunctionsDir: path.resolve('build/functions'),
    functionEnvironment: functionEnvironment({
      siteUrl,
      jwtSecret,
      payments: config.payments,
      mail: config.mail,
      supportEmail: config.supportEmail,
    }),
    vaultSecrets: { scheduler_key: schedulerKey(jwtSecret) },
    schemas: config.apiSchemas,
    providers: config.providers,
    mail: config.mail,
    showMailbox: config.mail.smtpUrl === undefined && config.isPrivate,
    rateLimits: config.rateLimits,
    newPasswordNeedsCurrent: true,
    processes: config.workers,
    statementTimeoutMs: config.statementTimeoutMs,
    environment: process.env,
    log,
  })
}

/** How this machine reaches its own server; a host that stands for every address is reached by the loopback one. */
function localUrl(host: string, port: number): string {
  const reachable = isWildcard(host) ? '127.0.0.1' : host
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`
}

/** For whom a page is rendered: what it reads is charged to them. */
const visiting = new AsyncLocalStorage<Client>()
const itself: Client = { address: '127.0.0.1', isServer: true }

/** Calls go straight into the backend, without a socket between. */
function directFetch(backend: Backend): typeof globalThis.fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const answer = backend.fetch(request, visiting.getStore() ?? itself)
    if (!answer) throw new Error(`The backend has nothing at ${request.url}`)
    return answer
  }
}

interface Household {
  readonly config: ServerConfig
  readonly log: Logger
  readonly door: Door
  readonly webApp: WebApp
  readonly backend: Backend | undefined
  readonly siteUrl: string
  readonly leader: Leader | undefined
  /** Whether the sample catalogue is there, where there shall be one. */
  readonly isFilled: () => boolean
  readonly missingJobs: () => Promise<readonly string[]>
}

function openDoor({ config, log, door, webApp, backend, siteUrl, leader, isFilled, missingJobs }: Household): void {
  const { remote, publicUrl, mapTiles, geocoderUrl, supportEmail } = config
  const supabaseAnonKey = backend?.keys.anonKey ?? remote?.anonKey ?? ''
  const providers = [...(backend?.providers ?? [])]
  // Without a public address we are reached by several of our own (localhost, 127.0.0.1): each visitor is told the one they came by.
  const configFor = (origin: string) => {
    const site = publicUrl ?? origin
    return {
      supabaseUrl: remote?.url ?? site,
      supabaseAnonKey,
      providers,
      siteUrl: site,
      mapTiles,
      hasGeocoder: geocoderUrl !== undefined,
      supportEmail,
    }
  }
  const supabase = createBackendClient(
    configFor(siteUrl).supabaseUrl,
    supabaseAnonKey,
    backend ? directFetch(backend) : globalThis.fetch,
  )
  const page = createPages({ webApp, configFor, supabase, log })
  const acceptsHost = createHostCheck(config)
  const site = createSite({
    acceptsHost,
    api: (request, client) => backend?.fetch(request, client),
    file: webApp.file,
    crawlers: createCrawlers({
      sitemap: createSitemap({ supabase, staticPages: webApp.staticPages }),
      siteUrlFor: (origin) => configFor(origin).siteUrl,
      log,
    }),
    page: (request, client) => visiting.run(client, () => page(request)),
    geocode: createGeocoder({ url: geocoderUrl, limit: questionLimit(config, backend), log }),
    publicConfig: (origin) => {
      const { supabaseUrl } = configFor(origin)
      return { supabaseUrl, supabaseAnonKey }
    },
    unavailableReason: async () => {
      if (!isFilled()) return 'the sample catalogue is being loaded'
      return !backend || (await backend.ready()) ? undefined : 'the database does not answer'
    },
    missingJobs,
    metrics: createMetrics(backend?.live, leader),
    workers: () => leader?.serving(),
    headers: securityHeaders({
      apiOrigin: remote && new URL(remote.url).origin,
      siteUrl,
      tilesOrigin: mapTiles && tilesOrigin(mapTiles.url),
      secure: siteUrl.startsWith('https:'),
      developing: webApp.middleware !== undefined,
    }),
  })
  const upgrade: House['upgrade'] = (request, socket, head, client) =>
    acceptsHost(request.headers.host) && (backend?.upgrade(request, socket, head, client) ?? false)
  door.open({ site, middleware: webApp.middleware, upgrade })
}

function questionLimit({ rateLimits }: ServerConfig, backend: Backend | undefined): GeocoderOptions['limit'] {
  if (!rateLimits) return { take: async () => 0 }
  const limits = backend?.rateLimits ?? createMemoryRateLimits()
  const limit = limits.limit('postcodes', geocoderLimit.questions, geocoderLimit.seconds)
  return { take: (address) => limit.take(networkOf(address)) }
}

/** The leader, or SIGTERM and SIGINT, stop the server once; a second signal does not wait. */
function stopWhenTold(log: Logger, leader: Leader | undefined, close: () => Promise<void>): void {
  let stopping = false
  const stop = (why: string) => {
    if (stopping) process.exit(1)
    stopping = true
    log.info({ why }, 'stopping')
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'did not stop cleanly')
        process.exit(1)
      },
    )
  }
  if (leader) leader.onStop(stop)
  else for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop)
}
