/** A Supabase backend in one process. It serves any project folder and has no code for a particular project. */
import type { IncomingMessage } from 'node:http'
import path from 'node:path'
import type { Duplex } from 'node:stream'
import {
  type Auth,
  type AuthSettings,
  createAuth,
  defaultAuthSettings,
  emailTemplates,
  notificationKinds,
  type ProviderEntry,
  ProviderEntryError,
  type ProviderSettings,
  providerSettings,
  TemplateError,
} from '#backend/auth/index'
import { startCron } from '#backend/cron/index'
import { createFunctions } from '#backend/functions/index'
import {
  createMailbox,
  createMailboxIntake,
  createMailboxPages,
  createSharedMailbox,
  createSmtpTransport,
  type Mailbox,
  type MailTransport,
  mailboxIntakePath,
} from '#backend/mail/index'
import { startNet } from '#backend/net/index'
import { createRateLimits, type RateLimits } from '#backend/rate-limits/index'
import { networkLimits, noNetworkLimits, startRealtime } from '#backend/realtime/index'
import { createDatabaseQuota, createRest, type QuotaSettings } from '#backend/rest/index'
import { type CleanUpload, createStorage, type S3Settings } from '#backend/storage/index'
import { applyBase } from './database/base.ts'
import type { Database } from './database/database.ts'
import { refreshStatistics, startMaintenance } from './database/maintenance.ts'
import { migrate, refuseOtherVersions } from './database/migrations.ts'
import { openPglite } from './database/pglite.ts'
import { snapshotFolder } from './database/pglite-snapshot.ts'
import { openPostgres } from './database/postgres.ts'
import { createSlowStatements } from './database/slow-statements.ts'
import { fillVault } from './database/vault.ts'
import { createGateway } from './http/gateway.ts'
import { type Client, chargedNetwork, networkOf } from './http/network.ts'
import { createRequestLimits, noRequestLimits } from './http/request-limits.ts'
import { responseHeaders, withInertHeaders } from './http/response-headers.ts'
import { createKeys, type Keys } from './keys.ts'
import { type Project, ProjectError, readProject } from './project.ts'
import { type PublicChanges, startPublicChanges } from './public-changes.ts'
import { currentRequest, withSpan } from './request-id.ts'
import { createTokens, type Tokens } from './tokens.ts'
import type { Tracer } from './tracing.ts'

export type { ProviderEntry } from '#backend/auth/index'
export { DataFolderError } from './database/data-folder.ts'
export { DatabaseError } from './database/errors.ts'
export { MigrationError } from './database/migrations.ts'
export { type Client, networkOf } from './http/network.ts'
export { pathWithoutSecrets } from './path-without-secrets.ts'
export { ProjectError } from './project.ts'
export type { Period, PublicChanges } from './public-changes.ts'
export { createMemoryRateLimits, type RateLimit } from './rate-limits/index.ts'
export { release } from './release.ts'
export { S3Error, type S3Settings } from './storage/index.ts'
export type { Attributes, Span, SpanKind, Tracer } from './tracing.ts'

export interface Log {
  error(context: object, message: string): void
  warn(context: object, message: string): void
  info(context: object, message: string): void
}

export interface BackendConfig {
  /** The Supabase project to serve: a folder with config.toml and migrations. */
  readonly projectDir: string
  /** Folder of the embedded database, the storage objects and the caches. */
  readonly dataDir: string
  /** A PostgreSQL server instead of the embedded database. */
  readonly databaseUrl?: string | undefined
  /** Stores the objects in S3 instead of `dataDir`. */
  readonly s3?: S3Settings | undefined
  /** Changes the pictures that members upload, before they are stored. */
  readonly cleanUpload?: CleanUpload | undefined
  /** Signs the keys and, without `auth.signing_keys_path`, the access tokens; at least 32 characters. */
  readonly jwtSecret: string
  /** The public URL of this instance, e.g. `https://shop.example`. */
  readonly siteUrl: string
  /** Overrides config.toml's `api.schemas`. */
  readonly schemas?: readonly string[] | undefined
  /** External sign-in providers by name. They override config.toml's `auth.external`. */
  readonly providers: Readonly<Record<string, ProviderEntry>>
  readonly mail: { readonly from: string; readonly smtpUrl?: string | undefined }
  /** Serves /dev/mailbox, into which functions may also put emails. Only for instances that are not public. */
  readonly showMailbox: boolean
  readonly rateLimits: boolean
  /** Number of processes that serve this database and data folder; 1 by default. */
  readonly processes?: number | undefined
  /** Whether a new password requires the current one. config.toml has no setting for it. */
  readonly newPasswordNeedsCurrent?: boolean
  /** Additional variables of the functions' `Deno.env`. SUPABASE_URL, the keys and DEV_MAILBOX_URL (if shown) are always set. */
  readonly functionEnvironment: Readonly<Record<string, string>>
  /** Secrets in vault.decrypted_secrets besides project_url. They are never logged, and no API role can read them. */
  readonly vaultSecrets: Readonly<Record<string, string>>
  /** Folder of prebuilt function bundles. Without it, each function is bundled on its first call. */
  readonly preparedFunctionsDir?: string | undefined
  /** The URL at which functions reach this instance from the same machine. */
  readonly localUrl: string
  /** Statement timeout, 8 seconds by default. For visitors it is at most 3 seconds. */
  readonly statementTimeoutMs?: number
  /** Statements that take at least this long are logged. By default none is. */
  readonly slowStatementMs?: number
  /** The values of `env(NAME)` in config.toml. */
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Traces requests that begin here, such as those that SQL queues. */
  readonly tracer?: Tracer | undefined
  readonly log: Log
}

export interface Backend {
  readonly keys: Keys
  /** Rate limits shared by all processes on the database, for other modules. */
  readonly rateLimits: RateLimits
  /** Names of the enabled external providers. */
  readonly providers: readonly string[]
  /** Changes of the tables that visitors may read, by any process. */
  readonly publicChanges: PublicChanges
  /** Names of migrations that have changed since they were applied. */
  readonly changedMigrations: readonly string[]
  /** Handles requests of the API and the development mailbox. Returns undefined for every other path. Never rejects. */
  fetch(request: Request, client: Client): Promise<Response> | undefined
  /** Handles a WebSocket upgrade. @returns false if the path has no WebSocket */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, client: Client): boolean
  /** What the parts do now. */
  load(): Load
  /** Closes the sockets and opens no more, because a server that stops waits for its connections. */
  drain(): Promise<void>
  /** Whether the database responds. */
  ready(): Promise<boolean>
  /**
   * Copies the embedded database, while it serves, into a folder that the next call replaces. Undefined with a PostgreSQL server.
   * @returns the folder
   */
  readonly snapshot: (() => Promise<string>) | undefined
  /** Updates the planner's statistics, after a large import. */
  refreshStatistics(): Promise<void>
  close(): Promise<void>
}

export interface Load {
  /** Open sockets, and the channels joined over them. */
  readonly sockets: number
  readonly channels: number
  /** Connections of the database in use, and statements that wait for one. */
  readonly busyConnections: number
  readonly waitingStatements: number
  /** Slow statements since the start. */
  readonly slowStatements: number
  /** Requests that functions have not answered completely. */
  readonly functionRequests: number
}

/** Largest body of a request to rest, auth or functions. */
const bodyLimitBytes = 10 * 1024 * 1024

/**
 * Opens and migrates the database, then starts all modules.
 * @throws DataFolderError, MigrationError, ProjectError, DatabaseError with a message for the administrator
 */
export async function createBackend(config: BackendConfig): Promise<Backend> {
  const project = await readProject(config.projectDir, config.environment)
  const database = await openDatabase(config)
  try {
    const migrations = path.join(config.projectDir, 'migrations')
    await refuseOtherVersions(database, migrations)
    await applyBase(database)
    const { applied, changed } = await migrate(database, migrations)
    if (applied.length > 0) config.log.info({ migrations: applied }, 'migrated')
    for (const file of changed)
      config.log.warn({ file }, `${file} has changed since it was applied; the database still has the old version`)
    await fillVault(database, config.vaultSecrets)
    return { ...(await serve(config, project, database)), changedMigrations: changed }
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Supabase's statement timeout of visitors. */
const visitorTimeoutMs = 3_000

/** A network may use only part of the pool. A timeout on PGlite costs more, because it restarts the database's thread. */
const quotaSettings = {
  postgres: { concurrency: 4, timeoutCostFactor: 1 },
  pglite: { concurrency: 2, timeoutCostFactor: 10 },
} as const satisfies Record<Database['kind'], QuotaSettings>

function openDatabase(config: BackendConfig): Promise<Database> {
  const { databaseUrl, dataDir, statementTimeoutMs = 8_000, slowStatementMs = 0, log } = config
  const options = {
    timeoutMs: statementTimeoutMs,
    roleTimeoutsMs: { anon: Math.min(visitorTimeoutMs, statementTimeoutMs) },
    slowStatements: createSlowStatements(slowStatementMs, log),
  }
  return databaseUrl
    ? openPostgres({ url: databaseUrl, ...options })
    : openPglite({ dataDir: path.join(dataDir, 'database'), ...options })
}

async function serve(
  config: BackendConfig,
  project: Project,
  database: Database,
): Promise<Omit<Backend, 'changedMigrations'>> {
  const { log } = config
  const tokens = createTokens(config.jwtSecret, project.signingKeys ?? undefined)
  const rateLimits = createRateLimits(database, log)
  const mailbox = config.mail.smtpUrl ? undefined : openMailbox(config, database)
  const mailTransport = tracedTransport(mailbox ?? createSmtpTransport(config.mail.smtpUrl ?? '', config.mail.from))
  const schemas = config.schemas ?? project.api.schemas
  // Before the table API reads the schema, because its triggers change that.
  const publicChanges = await startPublicChanges({ database, schemas, log })
  const rest = await createRest({
    database,
    schemas,
    extraSearchPath: project.api.extra_search_path,
    maxRows: project.api.max_rows,
    headers: responseHeaders,
    ...(config.rateLimits && { quota: createDatabaseQuota(rateLimits, quotaSettings[database.kind], log) }),
    log,
  })
  const settings = authSettings(config, project)
  const auth: Auth = createAuth({ database, tokens, mailTransport, rateLimits, settings, log })
  const storage = await createStorage({
    database,
    tokens,
    directory: path.join(config.dataDir, 'storage'),
    s3: config.s3,
    processes: config.processes,
    cacheDirectory: path.join(config.dataDir, 'cache'),
    settings: { fileSizeLimitBytes: project.storage.file_size_limit },
    cleanUpload: config.cleanUpload,
    log,
  })

  const keys = await createKeys(tokens)
  const shownMailbox = config.showMailbox ? mailbox : undefined
  const functions = createFunctions({
    projectDir: config.projectDir,
    cacheDirectory: path.join(config.dataDir, 'cache/functions'),
    preparedDirectory: config.preparedFunctionsDir,
    settings: project.functions,
    tokens,
    environment: {
      ...config.functionEnvironment,
      SUPABASE_URL: config.localUrl,
      SUPABASE_ANON_KEY: keys.anonKey,
      SUPABASE_SERVICE_ROLE_KEY: keys.serviceKey,
      ...(shownMailbox ? { DEV_MAILBOX_URL: config.localUrl + mailboxIntakePath } : {}),
    },
    log,
  })

  const realtime = await startRealtime({
    database,
    tokens,
    log,
    limits: config.rateLimits ? networkLimits(config.processes) : noNetworkLimits,
  })

  const rates = project.auth.rate_limit
  const limits = createRequestLimits(rateLimits, {
    signInSignUps: rates.sign_in_sign_ups,
    tokenRefresh: rates.token_refresh,
    tokenVerifications: rates.token_verifications,
  })
  const gateway = createGateway({
    tokens,
    bodyLimitBytes,
    log,
    limits: config.rateLimits ? limits : noRequestLimits,
    protocols: {
      rest: (request, caller, client) =>
        rest.handle(request, { ...caller, address: client.address }, chargedNetwork(caller, client)),
      restWrite: (request) => rest.writeOf(request),
      auth: (request) => auth.match(request),
      storage: (request) => storage.match(request),
      functions: (request, client) => functions.handle(request, client),
      findFunction: (request) => functions.find(request),
      realtime: (request, caller, { address }) => realtime.handle(request, caller.claims, networkOf(address)),
    },
  })
  const handleMailbox = shownMailbox ? mailboxHandler(shownMailbox, tokens) : () => undefined
  const stopMaintenance = startMaintenance(database, log)
  const cron = await startCron({ database, log })
  const serverClient = { address: '127.0.0.1' }
  const { tracer } = config
  const net = await startNet({ database, functions: (request) => functions.handle(request, serverClient), tracer, log })

  return {
    keys,
    rateLimits,
    publicChanges,
    providers: settings.providers.map(({ name }) => name),
    fetch(request, client) {
      return handleMailbox(request)?.then(withInertHeaders) ?? gateway(request, client)
    },
    upgrade(request, socket, head, { address }) {
      if (!request.url || !/^\/realtime\/v1\/websocket\/?(\?|$)/.test(request.url)) return false
      realtime.upgrade(request, socket, head, networkOf(address))
      return true
    },
    load: () => ({
      sockets: realtime.sockets,
      channels: realtime.channels,
      functionRequests: functions.pending,
      ...database.load(),
    }),
    drain: () => realtime.drain(),
    ready: () =>
      database.run({ text: 'select 1', values: [] }).then(
        () => true,
        () => false,
      ),
    snapshot: config.databaseUrl ? undefined : () => takeSnapshot(database, config.dataDir),
    refreshStatistics: () => refreshStatistics(database),
    async close() {
      stopMaintenance()
      rateLimits.close()
      await publicChanges.close()
      await realtime.close()
      await cron.close()
      await net.close()
      await functions.close()
      rest.close()
      await auth.close()
      await storage.close()
      await mailTransport.close()
      await database.close()
    },
  }
}

async function takeSnapshot(database: Database, dataDir: string): Promise<string> {
  const folder = path.join(dataDir, 'snapshot')
  await snapshotFolder(database, path.join(dataDir, 'database'), folder)
  return folder
}

/** The span of an email names neither its recipient nor its subject. */
const tracedTransport = (mailTransport: MailTransport): MailTransport => ({
  send: (mail) => withSpan(currentRequest()?.span?.child('send email', 'client'), () => mailTransport.send(mail)),
  close: () => mailTransport.close(),
})

/** A mailbox that is not shown stays in memory. */
const openMailbox = ({ processes = 1, showMailbox }: BackendConfig, database: Database): Mailbox =>
  processes > 1 && showMailbox ? createSharedMailbox(database) : createMailbox()

/** Handles the mailbox's pages and its endpoint for functions. */
function mailboxHandler(mailbox: Mailbox, tokens: Tokens): (request: Request) => Promise<Response> | undefined {
  const pages = createMailboxPages(mailbox)
  const intake = createMailboxIntake(mailbox, tokens)
  return (request) => pages(request) ?? intake(request)
}

/** @throws ProjectError */
function externalProviders(given: BackendConfig['providers'], { auth }: Project): ProviderSettings[] {
  const enabled = Object.entries(auth.external).flatMap(([name, { enabled, client_id: clientId, secret, url }]) =>
    enabled ? [[name, { clientId, secret, url }] as const] : [],
  )
  return Object.entries({ ...Object.fromEntries(enabled), ...given }).map(([name, entry]) => {
    try {
      return providerSettings(name, entry)
    } catch (error) {
      if (error instanceof ProviderEntryError) {
        throw new ProjectError(`The external provider ${name} ${error.message}`, { cause: error })
      }
      throw error
    }
  })
}

function authSettings(config: BackendConfig, project: Project): AuthSettings {
  const { auth } = project
  const defaults = defaultAuthSettings({ siteUrl: config.siteUrl })
  return {
    ...defaults,
    additionalRedirectUrls: auth.additional_redirect_urls,
    signUpEnabled: auth.enable_signup,
    anonymousSignInsEnabled: auth.enable_anonymous_sign_ins,
    email: {
      signUpEnabled: auth.email.enabled ?? auth.email.enable_signup,
      confirmationsEnabled: auth.email.enable_confirmations,
      doubleConfirmChanges: auth.email.double_confirm_changes,
      maxFrequencySeconds: config.rateLimits ? auth.email.max_frequency : 0,
      emailsPerHour: config.rateLimits ? auth.rate_limit.email_sent : undefined,
      notifications: notificationKinds.filter((kind) => auth.email.notification[kind]?.enabled),
      templates: projectEmails(project),
      otpLength: auth.email.otp_length,
      otpExpirySeconds: auth.email.otp_expiry,
    },
    password: {
      ...defaults.password,
      attempts: config.rateLimits ? defaults.password.attempts : null,
      minimumLength: auth.minimum_password_length,
      requirements: auth.password_requirements || 'none',
      common: project.commonPasswords,
      changeRequiresReauthentication: auth.email.secure_password_change,
      changeRequiresCurrent: config.newPasswordNeedsCurrent ?? false,
    },
    tokens: {
      accessTokenSeconds: auth.jwt_expiry,
      refreshTokenRotationEnabled: auth.enable_refresh_token_rotation,
      refreshTokenReuseSeconds: auth.refresh_token_reuse_interval,
    },
    mfa: {
      maxEnrolledFactors: auth.mfa.max_enrolled_factors,
      totp: { enrollEnabled: auth.mfa.totp.enroll_enabled, verifyEnabled: auth.mfa.totp.verify_enabled },
    },
    sessions: {
      timeboxSeconds: auth.sessions.timebox ?? null,
      inactivitySeconds: auth.sessions.inactivity_timeout ?? null,
    },
    providers: externalProviders(config.providers, project),
    manualLinkingEnabled: auth.enable_manual_linking,
  }
}

/** @throws ProjectError */
function projectEmails({ emails }: Project): AuthSettings['email']['templates'] {
  try {
    return emailTemplates(emails)
  } catch (error) {
    if (error instanceof TemplateError) throw new ProjectError(`An email template: ${error.message}`, { cause: error })
    throw error
  }
}
