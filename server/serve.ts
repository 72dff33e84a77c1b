/** The composition root: opens, migrates, serves, drains and closes. */
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
  release,
  S3Error,
  type Tracer,
} from '#backend'
import { announce, siteUrlOf } from './announce.ts'
import { createBackendClient } from './backend-client.ts'
import { browserErrorLimit, createBrowserErrors, type Limit, totalBrowserErrorLimit } from './browser-errors.ts'
import { cleanUpload } from './clean-upload.ts'
import { isWildcard, type ServerConfig, tilesOrigin } from './config.ts'
import { createCrawlers } from './crawlers.ts'
import { createEmbeds } from './embed.ts'
import { functionEnvironment, schedulerKey } from './function-environment.ts'
import { createGeocoder, type GeocoderOptions, geocoderLimit } from './geocoder.ts'
import { createHealthDetails } from './health-details.ts'
import { createHostCheck, createOwnNameCheck } from './hosts.ts'
import { createMissingJobs } from './jobs.ts'
import { type HttpListener, listenOnPort, listenToPrimary, type RequestHandlers } from './listen.ts'
import { createMarketFigures } from './market-figures.ts'
import { createMetrics } from './metrics.ts'
import { createPages } from './pages.ts'
import { createRenderQueue, type RenderQueue, renderLimits } from './render-queue.ts'
import { loadSampleOnce } from './sample.ts'
import { readOrCreateSecret } from './secrets.ts'
import { securityHeaders } from './security-headers.ts'
import { createSite } from './site.ts'
import { createSitemap } from './sitemap.ts'
import { createSnapshots } from './snapshots.ts'
import { traced } from './traced-site.ts'
import { openTracing, type Tracing, TracingError } from './tracing.ts'
import { openBuiltWebApp, openDevelopmentWebApp, type WebApp } from './web-app.ts'
import type { PrimaryChannel } from './workers/primary-channel.ts'

/** How long open requests may take to finish after a stop signal. */
const graceMs = 10_000

/** Errors that the operator can correct. Their message is enough; any other error is a bug and keeps its stack. */
const operatorErrors = [DataFolderError, MigrationError, ProjectError, S3Error, TracingError]

/** @returns the message of an error that the operator can correct, else the error itself */
export function startErrorText(error: unknown): unknown {
  if (error instanceof DatabaseError) return `The database cannot be opened: ${error.message}`
  return error instanceof Error && operatorErrors.some((kind) => error instanceof kind) ? error.message : error
}

export interface ServeOptions {
  readonly config: ServerConfig
  readonly log: Logger
  /** How many lines each level of the log has had. */
  readonly lines: ReadonlyMap<string, number>
  /** Serves from sources, with hot reload. */
  readonly developing: boolean
  /** Set in a worker of a cluster. */
  readonly primary?: PrimaryChannel
}

/** @throws ListenError, and the errors of `startErrorText` */
export async function serve({ config, log, lines, developing, primary }: ServeOptions): Promise<void> {
  const root = process.cwd()
  const listener = primary ? listenToPrimary(primary, config) : await listenOnPort(config)
  const ownUrl = localUrl(config.host, listener.port)
  const siteUrl = siteUrlOf(config, listener.port)
  const tracing = config.traces ? await openTracing(release) : undefined
  const webApp = developing ? await openDevelopmentWebApp(root) : await openBuiltWebApp(root)
  const backend = config.remote ? undefined : await openBackend(config, { siteUrl, port: listener.port }, log, tracing)
  if (developing)
    for (const file of backend?.changedMigrations ?? [])
      console.error(`${file} has changed since it was applied. Run npm run db:reset.`)
  // The sample catalogue is loaded through the open port. /ready responds with 503 until then.
  let hasSample = !config.sampleData || !backend || (primary !== undefined && !primary.isFirst)
  const missingJobs = backend ? createMissingJobs(backend, directFetch(backend)) : async () => []
  const parts = { config, log, lines, tracing, listener, webApp, backend, siteUrl, primary, missingJobs }
  openListener({ ...parts, hasSample: () => hasSample })
  if (!hasSample && backend) await loadSampleOnce(backend, directFetch(backend), ownUrl)
  hasSample = true
  const missing = await missingJobs()
  if (missing.length > 0) log.warn({ missing }, 'scheduled jobs are missing: run select private.schedule_jobs()')
  stopOnSignal(log, primary, async () => {
    await Promise.all([listener.drain(graceMs), backend?.drain()])
    await webApp.close()
    await backend?.close()
    await tracing?.close()
  })
  if (primary) primary.ready()
  else announce(config, listener.port)
}

interface Addresses {
  readonly siteUrl: string
  readonly port: number
}

async function openBackend(
  config: ServerConfig,
  { siteUrl, port }: Addresses,
  log: Logger,
  tracer: Tracer | undefined,
): Promise<Backend> {
  const jwtSecret = config.jwtSecret ?? (await readOrCreateSecret(path.resolve(config.dataDir)))
  if (!config.payments.stripe && !config.isPrivate)
    log.warn({}, 'payments are for testing only: no card is charged until STRIPE_SECRET_KEY is set')
  if (config.mail.smtpUrl === undefined && !config.isPrivate) log.warn({}, 'no emails are sent until SMTP_URL is set')
  return createBackend({
    projectDir: path.resolve(config.supabaseDir),
    dataDir: path.resolve(config.dataDir),
    databaseUrl: config.databaseUrl,
    s3: config.s3,
    cleanUpload,
    jwtSecret,
    siteUrl,
    localUrl: localUrl(config.host, port),
    preparedFunctionsDir: path.resolve('build/functions'),
    functionEnvironment: functionEnvironment({
      siteUrl,
      jwtSecret,
      payments: config.payments,
      mail: config.mail,
      push: config.push,
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
    slowStatementMs: config.slowStatementMs,
    tracer,
    environment: process.env,
    log,
  })
}

/** The URL by which this machine reaches its own server. A wildcard host is reached at the loopback address. */
function localUrl(host: string, port: number): string {
  const reachable = isWildcard(host) ? '127.0.0.1' : host
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`
}

/** The client for whom a page is rendered. Rate limits of the API calls count against that client. */
const pageClient = new AsyncLocalStorage<Client>()
const serverClient: Client = { address: '127.0.0.1', isServer: true }

/** Calls the backend in this process, without a socket. */
function directFetch(backend: Backend): typeof globalThis.fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const response = backend.fetch(request, pageClient.getStore() ?? serverClient)
    if (!response) throw new Error(`The backend has no route for ${request.url}`)
    return response
  }
}

interface ServerParts {
  readonly config: ServerConfig
  readonly log: Logger
  readonly lines: ReadonlyMap<string, number>
  readonly tracing: Tracing | undefined
  readonly listener: HttpListener
  readonly webApp: WebApp
  readonly backend: Backend | undefined
  readonly siteUrl: string
  readonly primary: PrimaryChannel | undefined
  /** Whether the sample catalogue is loaded, if one is configured. */
  readonly hasSample: () => boolean
  readonly missingJobs: () => Promise<readonly string[]>
}

function openListener(parts: ServerParts): void {
  const { config, log, lines, tracing, listener, webApp, backend, siteUrl, primary, hasSample, missingJobs } = parts
  const { remote, publicUrl, mapTiles, geocoderUrl, supportEmail, payments } = config
  const supabaseAnonKey = backend?.keys.anonKey ?? remote?.anonKey ?? ''
  const providers = [...(backend?.providers ?? [])]
  // Without PUBLIC_URL the server has several addresses (localhost, 127.0.0.1). Each visitor gets the one of their request.
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
      feePercent: payments.feePercent,
    }
  }
  const supabase = createBackendClient(
    configFor(siteUrl).supabaseUrl,
    supabaseAnonKey,
    backend ? directFetch(backend) : globalThis.fetch,
  )
  const queue: RenderQueue = config.rateLimits ? createRenderQueue(renderLimits) : (_network, render) => render()
  const page = createPages({ webApp, configFor, supabase, changes: backend?.publicChanges, queue, log })
  const embeds = createEmbeds({ supabase, urlsFor: configFor, log })
  const acceptsHost = createHostCheck(config)
  const browserErrors = createBrowserErrors({ limit: browserErrorLimits(config, backend), release, log })
  const figures = backend && createMarketFigures(backend, directFetch(backend))
  const unavailableReason = async () => {
    if (!hasSample()) return 'the sample catalogue is being loaded'
    return !backend || (await backend.ready()) ? undefined : 'the database does not respond'
  }
  const workers = () => primary?.openWorkers()
  const healthDetails = createHealthDetails({
    fetch: backend ? directFetch(backend) : globalThis.fetch,
    url: configFor(siteUrl).supabaseUrl,
    anonKey: supabaseAnonKey,
    release,
    load: backend?.load,
    figures,
    lines,
    unavailableReason,
    missingJobs,
    workers,
  })
  const site = createSite({
    acceptsHost,
    isOwnName: createOwnNameCheck(config),
    api: (request, client) => backend?.fetch(request, client),
    file: webApp.file,
    crawlers: createCrawlers({
      sitemap: createSitemap({ supabase, staticPages: webApp.staticPages }),
      siteUrlFor: (origin) => configFor(origin).siteUrl,
      log,
    }),
    embeds: (request, url, client) => pageClient.run(client, () => embeds(request, url)),
    page: (request, client) => pageClient.run(client, () => page(request, client)),
    geocode: createGeocoder({ url: geocoderUrl, limit: postcodeLimit(config, backend), log }),
    publicConfig: (origin) => {
      const { supabaseUrl } = configFor(origin)
      return { supabaseUrl, supabaseAnonKey }
    },
    unavailableReason,
    missingJobs,
    browserErrors: browserErrors.handle,
    healthDetails: (request, client) => pageClient.run(client, () => healthDetails(request)),
    metrics: createMetrics({
      browserErrors: browserErrors.counts,
      primary,
      lines,
      load: backend?.load,
      figures,
    }),
    snapshot: createSnapshots(backend),
    workers,
    headers: securityHeaders({
      apiOrigin: remote && new URL(remote.url).origin,
      siteUrl,
      tilesOrigin: mapTiles && tilesOrigin(mapTiles.url),
      secure: siteUrl.startsWith('https:'),
      developing: webApp.middleware !== undefined,
    }),
  })
  const upgrade: RequestHandlers['upgrade'] = (request, socket, head, client) =>
    acceptsHost(request.headers.host) && (backend?.upgrade(request, socket, head, client) ?? false)
  listener.open({ site: tracing ? traced(site, tracing, config) : site, middleware: webApp.middleware, upgrade })
}

/** Limits each network, and then all together. A network that is refused does not count for the others. */
function browserErrorLimits({ rateLimits }: ServerConfig, backend: Backend | undefined): Limit {
  if (!rateLimits) return { take: async () => 0 }
  const limits = backend?.rateLimits ?? createMemoryRateLimits()
  const own = limits.limit('browser errors', browserErrorLimit.requests, browserErrorLimit.seconds)
  const total = limits.limit('all browser errors', totalBrowserErrorLimit.requests, totalBrowserErrorLimit.seconds)
  return { take: async (address) => (await own.take(networkOf(address))) || total.take('') }
}

function postcodeLimit({ rateLimits }: ServerConfig, backend: Backend | undefined): GeocoderOptions['limit'] {
  if (!rateLimits) return { take: async () => 0 }
  const limits = backend?.rateLimits ?? createMemoryRateLimits()
  const limit = limits.limit('postcodes', geocoderLimit.requests, geocoderLimit.seconds)
  return { take: (address) => limit.take(networkOf(address)) }
}

/** Stops the server once, at a message of the primary or at SIGTERM or SIGINT. A second signal exits at once. */
function stopOnSignal(log: Logger, primary: PrimaryChannel | undefined, close: () => Promise<void>): void {
  let stopping = false
  const stop = (reason: string) => {
    if (stopping) process.exit(1)
    stopping = true
    log.info({ reason }, 'stopping')
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'the server did not stop cleanly')
        process.exit(1)
      },
    )
  }
  if (primary) primary.onStop(stop)
  else for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop)
}
