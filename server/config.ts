/** Reads the server's environment variables in one place. A wrong value stops the start with a message that names it and says why. */
import { z } from 'zod'
import type { ProviderEntry, S3Settings } from '#backend'

/** All errors in the environment, one a line. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

const blankIsUnset = (value: unknown) => (value === '' ? undefined : value)
const optional = <T extends z.ZodType>(type: T) => z.preprocess(blankIsUnset, type.optional())
const withDefault = <T extends z.ZodType>(type: T, value: z.input<T>) =>
  z.preprocess(blankIsUnset, type.prefault(value as never))

const port = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a number from 0 to 65535')
  .transform(Number)
  .refine((n) => n <= 65_535, 'must be a number from 0 to 65535')
const webUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
  .transform((url) => url.replace(/\/+$/, ''))
const postgresUrl = z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// URL' })
const issuerUrl = webUrl.refine(
  (url) => url.startsWith('https:') || isLoopbackHost(new URL(url).hostname),
  'must be an https URL, because its responses decide who is signed in',
)
const tilesUrl = z.string().superRefine((template, { addIssue }) => {
  const error = tilesError(template)
  if (error) addIssue(error)
})
const percent = z
  .string()
  .regex(/^\d{1,2}(\.\d{1,2})?$/, 'must be a percentage from 0 to 50')
  .transform(Number)
  .refine((n) => n <= 50, 'must be a percentage from 0 to 50')
const processes = z
  .string()
  .regex(/^[1-9]\d?$/, 'must be a number of processes from 1 to 64')
  .transform(Number)
  .refine((n) => n <= 64, 'must be a number of processes from 1 to 64')
const onOff = z.enum(['on', 'off'], 'must be on or off')
const flag = z.enum(['0', '1'], 'must be 0 or 1').transform((value) => value === '1')

const environment = z.object({
  PORT: withDefault(port, '3000'),
  HOST: withDefault(z.string(), '127.0.0.1'),
  DATA_DIR: withDefault(z.string(), './data'),
  DATABASE_URL: optional(postgresUrl),
  PUBLIC_URL: optional(webUrl),
  SAMPLE_DATA: optional(flag),
  SUPABASE_DIR: withDefault(z.string(), './supabase'),
  SUPABASE_URL: optional(webUrl),
  SUPABASE_ANON_KEY: optional(z.string()),
  MAIL_FROM: withDefault(z.string(), 'Tuckbox <hello@tuckbox.test>'),
  SUPPORT_EMAIL: optional(z.email('must be an email address')),
  SMTP_URL: optional(z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// URL' })),
  MAP_TILES_URL: optional(tilesUrl),
  MAP_TILES_ATTRIBUTION: optional(z.string().max(200, 'must have at most 200 characters')),
  GEOCODER_URL: optional(webUrl),
  TRUST_PROXY: withDefault(flag, '0'),
  WEB_CONCURRENCY: withDefault(processes, '1'),
  RATE_LIMITS: withDefault(onOff, 'on'),
  JWT_SECRET: optional(z.string().min(32, 'must have at least 32 characters')),
  API_SCHEMAS: optional(
    z.string().transform((list) =>
      list
        .split(',')
        .map((name) => name.trim())
        .filter(Boolean),
    ),
  ),
  LOG_LEVEL: withDefault(
    z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'], 'must be trace, debug, info, warn, error or silent'),
    'info',
  ),
  APPLICATION_FEE_PERCENT: withDefault(percent, '0'),
  STRIPE_SECRET_KEY: optional(z.string().regex(/^(sk|rk)_\w+$/, 'must be a secret or restricted key: sk_… or rk_…')),
  STRIPE_WEBHOOK_SECRET: optional(
    z.string().regex(/^whsec_\S+$/, 'must be the signing secret of an endpoint: whsec_…'),
  ),
  STRIPE_API_BASE: optional(webUrl),
  VAPID_PUBLIC_KEY: optional(
    z.string().regex(/^B[\w-]{86}$/, 'must be a public key of `npx web-push generate-vapid-keys`'),
  ),
  VAPID_PRIVATE_KEY: optional(
    z.string().regex(/^[\w-]{43}$/, 'must be a private key of `npx web-push generate-vapid-keys`'),
  ),
  PUSH_API_BASE: optional(webUrl),
  S3_ENDPOINT: optional(webUrl),
  S3_REGION: withDefault(z.string(), 'us-east-1'),
  S3_BUCKET: optional(z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')),
  S3_ACCESS_KEY_ID: optional(z.string()),
  S3_SECRET_ACCESS_KEY: optional(z.string()),
  AUTH_GOOGLE_CLIENT_ID: optional(z.string()),
  AUTH_GOOGLE_CLIENT_SECRET: optional(z.string()),
  AUTH_GITHUB_CLIENT_ID: optional(z.string()),
  AUTH_GITHUB_CLIENT_SECRET: optional(z.string()),
  AUTH_OIDC_ISSUER: optional(issuerUrl),
  AUTH_OIDC_CLIENT_ID: optional(z.string()),
  AUTH_OIDC_CLIENT_SECRET: optional(z.string()),
  STATEMENT_TIMEOUT_MS: withDefault(
    z
      .string()
      .regex(/^\d{2,7}$/, 'must be a number of milliseconds')
      .transform(Number),
    '8000',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(webUrl),
  SLOW_STATEMENT_MS: withDefault(
    z
      .string()
      .regex(/^\d{1,7}$/, 'must be a number of milliseconds')
      .transform(Number),
    '1000',
  ),
})

/** The names of all variables. */
export const variableNames: readonly string[] = Object.keys(environment.shape)

export interface PaymentConfig {
  /** The marketplace's fee, in per cent of a shop's sales of food. */
  feePercent: number
  /** Undefined means test payments, which move no money. */
  stripe: { secretKey: string; webhookSecret: string; apiBase: string | undefined } | undefined
}

export interface PushConfig {
  /** Undefined means that the keys are derived from the JWT secret. */
  keys: { publicKey: string; privateKey: string } | undefined
  apiBase: string | undefined
}

export interface MailConfig {
  /** `Name <address>` or an address. */
  from: string
  /** Undefined means that emails stay in the development mailbox. */
  smtpUrl: string | undefined
}

export interface ServerConfig {
  port: number
  host: string
  dataDir: string
  databaseUrl: string | undefined
  /** The site's public URL, without a slash at the end. Undefined means that it follows from the host and port. */
  publicUrl: string | undefined
  sampleData: boolean
  supabaseDir: string
  /** A hosted Supabase that replaces the embedded backend. */
  remote: { url: string; anonKey: string } | undefined
  mail: MailConfig
  push: PushConfig
  /** The address to which members write for help. */
  supportEmail: string
  /** Tiles of the place picker's map, and their attribution. Undefined means that the map draws its own coast. */
  mapTiles: { url: string; attribution: string } | undefined
  /** A postcode service with the API of postcodes.io. Undefined means that only the bundled towns can be found. */
  geocoderUrl: string | undefined
  trustProxy: boolean
  /** Processes that answer requests on one port. */
  workers: number
  rateLimits: boolean
  jwtSecret: string | undefined
  apiSchemas: string[] | undefined
  logLevel: string
  statementTimeoutMs: number
  /** Whether requests are traced. The SDK of OpenTelemetry reads its variables itself. */
  traces: boolean
  /** Statements that take at least this long are logged. 0 logs none. */
  slowStatementMs: number
  payments: PaymentConfig
  /** Where uploaded objects are stored. Undefined means the data folder. */
  s3: S3Settings | undefined
  /** External sign-in providers, by Supabase's names for them. */
  providers: Record<string, ProviderEntry>
  /** Whether only this machine can reach the server: its host is a loopback address, and so is PUBLIC_URL if set. */
  isPrivate: boolean
}

/** @throws ConfigError */
export function readConfig(variables: Readonly<Record<string, string | undefined>>): ServerConfig {
  const parsed = environment.safeParse(variables)
  if (!parsed.success)
    throw new ConfigError(parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}.`).join('\n'))
  const env = parsed.data
  const isPrivate = isLoopbackHost(env.HOST) && isLoopbackHost(new URL(env.PUBLIC_URL ?? 'http://localhost').hostname)
  const errors: string[] = []
  if (!isPrivate && env.RATE_LIMITS === 'off')
    errors.push(
      'RATE_LIMITS may be off only if HOST, and PUBLIC_URL if set, are this machine (127.0.0.1, ::1, localhost).',
    )
  if ((env.SUPABASE_URL === undefined) !== (env.SUPABASE_ANON_KEY === undefined))
    errors.push('SUPABASE_URL and SUPABASE_ANON_KEY belong together: set both or neither.')
  if (env.SUPABASE_URL !== undefined && env.DATABASE_URL !== undefined)
    errors.push(
      'SUPABASE_URL and DATABASE_URL exclude each other: set the first for a hosted backend, the second for the embedded one.',
    )
  if (env.SAMPLE_DATA && env.SUPABASE_URL !== undefined)
    errors.push('SAMPLE_DATA=1 needs the embedded backend: unset it or SUPABASE_URL.')
  if (env.MAP_TILES_ATTRIBUTION !== undefined && env.MAP_TILES_URL === undefined)
    errors.push('MAP_TILES_ATTRIBUTION needs MAP_TILES_URL: set the URL or unset the attribution.')
  if ((env.STRIPE_SECRET_KEY === undefined) !== (env.STRIPE_WEBHOOK_SECRET === undefined))
    errors.push(
      'STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET belong together: the second verifies that a payment event is from Stripe.',
    )
  if (env.STRIPE_API_BASE !== undefined && !isLoopbackHost(new URL(env.STRIPE_API_BASE).hostname))
    errors.push('STRIPE_API_BASE is for tests: it may only be on this machine (127.0.0.1, ::1, localhost).')
  if (env.PUSH_API_BASE !== undefined && !isLoopbackHost(new URL(env.PUSH_API_BASE).hostname))
    errors.push('PUSH_API_BASE is for tests: it may only be on this machine (127.0.0.1, ::1, localhost).')
  for (const names of variableGroups) {
    const missing = names.filter((name) => env[name] === undefined)
    if (missing.length > 0 && missing.length < names.length)
      errors.push(`${names.join(', ')} belong together. Not set: ${missing.join(', ')}.`)
  }
  if (env.S3_ENDPOINT !== undefined && env.S3_BUCKET === undefined)
    errors.push('S3_ENDPOINT needs S3_BUCKET: set the bucket or unset the endpoint.')
  if (env.WEB_CONCURRENCY > 1 && env.DATABASE_URL === undefined && env.SUPABASE_URL === undefined)
    errors.push(
      'WEB_CONCURRENCY above 1 needs a PostgreSQL server (DATABASE_URL): only one process can open the embedded database.',
    )
  const sendsLinks = env.SMTP_URL !== undefined || Object.keys(providersOf(env)).length > 0
  if (sendsLinks && isWildcard(env.HOST) && env.PUBLIC_URL === undefined && env.SUPABASE_URL === undefined)
    errors.push(
      `HOST ${env.HOST} with SMTP_URL or a sign-in provider needs PUBLIC_URL: without it, links would lead to localhost.`,
    )
  if (errors.length > 0) throw new ConfigError(errors.join('\n'))
  const embeddedDefault = env.DATABASE_URL === undefined && env.SUPABASE_URL === undefined
  return {
    port: env.PORT,
    host: env.HOST,
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL,
    publicUrl: env.PUBLIC_URL,
    sampleData: env.SAMPLE_DATA ?? (embeddedDefault && isPrivate),
    supabaseDir: env.SUPABASE_DIR,
    remote:
      env.SUPABASE_URL && env.SUPABASE_ANON_KEY ? { url: env.SUPABASE_URL, anonKey: env.SUPABASE_ANON_KEY } : undefined,
    mail: { from: env.MAIL_FROM, smtpUrl: env.SMTP_URL },
    push: {
      keys:
        env.VAPID_PUBLIC_KEY && env.VAPID_PRIVATE_KEY
          ? { publicKey: env.VAPID_PUBLIC_KEY, privateKey: env.VAPID_PRIVATE_KEY }
          : undefined,
      apiBase: env.PUSH_API_BASE,
    },
    supportEmail: env.SUPPORT_EMAIL ?? addressOf(env.MAIL_FROM),
    mapTiles:
      env.MAP_TILES_URL === undefined
        ? undefined
        : { url: env.MAP_TILES_URL, attribution: env.MAP_TILES_ATTRIBUTION ?? attributionOf(env.MAP_TILES_URL) },
    geocoderUrl: env.GEOCODER_URL,
    trustProxy: env.TRUST_PROXY,
    workers: env.WEB_CONCURRENCY,
    rateLimits: env.RATE_LIMITS === 'on',
    jwtSecret: env.JWT_SECRET,
    apiSchemas: env.API_SCHEMAS,
    logLevel: env.LOG_LEVEL,
    statementTimeoutMs: env.STATEMENT_TIMEOUT_MS,
    traces: env.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined,
    slowStatementMs: env.SLOW_STATEMENT_MS,
    payments: {
      feePercent: env.APPLICATION_FEE_PERCENT,
      stripe:
        env.STRIPE_SECRET_KEY && env.STRIPE_WEBHOOK_SECRET
          ? { secretKey: env.STRIPE_SECRET_KEY, webhookSecret: env.STRIPE_WEBHOOK_SECRET, apiBase: env.STRIPE_API_BASE }
          : undefined,
    },
    s3: s3Of(env),
    providers: providersOf(env),
    isPrivate,
  }
}

/** Variables of a list are all set or all unset. */
const variableGroups = [
  ['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY'],
  ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
  ['AUTH_GOOGLE_CLIENT_ID', 'AUTH_GOOGLE_CLIENT_SECRET'],
  ['AUTH_GITHUB_CLIENT_ID', 'AUTH_GITHUB_CLIENT_SECRET'],
  ['AUTH_OIDC_ISSUER', 'AUTH_OIDC_CLIENT_ID', 'AUTH_OIDC_CLIENT_SECRET'],
] as const

/** The endpoint defaults to Amazon S3. */
function s3Of(env: z.output<typeof environment>): S3Settings | undefined {
  const {
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
    S3_REGION: region,
  } = env
  if (!bucket || !accessKeyId || !secretAccessKey) return undefined
  const endpoint = env.S3_ENDPOINT ?? `https://s3.${region}.amazonaws.com`
  return { endpoint, bucket, region, accessKeyId, secretAccessKey }
}

/** Supabase's name for a self-hosted OpenID Connect issuer is `keycloak`. */
function providersOf(env: z.output<typeof environment>): Record<string, ProviderEntry> {
  const entry = (clientId?: string, secret?: string, url = '') => clientId && secret && { clientId, secret, url }
  const google = entry(env.AUTH_GOOGLE_CLIENT_ID, env.AUTH_GOOGLE_CLIENT_SECRET)
  const github = entry(env.AUTH_GITHUB_CLIENT_ID, env.AUTH_GITHUB_CLIENT_SECRET)
  const oidc = entry(env.AUTH_OIDC_CLIENT_ID, env.AUTH_OIDC_CLIENT_SECRET, env.AUTH_OIDC_ISSUER)
  return { ...(google && { google }), ...(github && { github }), ...(oidc && { keycloak: oidc }) }
}

/** The address in 'Name <address>'. */
function addressOf(mailbox: string): string {
  return /<([^<>]+)>\s*$/.exec(mailbox)?.[1] ?? mailbox.trim()
}

export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host)
}

/** Whether the host means all addresses of the machine. */
export const isWildcard = (host: string): boolean => host === '0.0.0.0' || host === '::'

/** @returns what is wrong with the URL template of map tiles, if anything */
function tilesError(template: string): string | undefined {
  if (!['{z}', '{x}', '{y}'].every((part) => template.includes(part)))
    return 'must contain {z}, {x} and {y}, such as https://tile.example/{z}/{x}/{y}.png'
  const address = template.replace(/\{[zxys]\}/g, '0').replaceAll('{r}', '')
  if (!/^https?:\/\/[^\s"'<>\\{}]+$/.test(address) || !URL.canParse(address))
    return 'must be an http or https URL with no placeholders but {z}, {x}, {y}, {s} and {r}'
  return undefined
}

/** OpenStreetMap requires attribution. MAP_TILES_ATTRIBUTION names other sources. */
function attributionOf(template: string): string {
  const { hostname } = new URL(template.replace(/[{}]/g, ''))
  return /(^|\.)(openstreetmap\.org|osm\.org)$/.test(hostname) ? '© OpenStreetMap contributors' : ''
}

/** The origin of the tiles for the content security policy. */
export function tilesOrigin(template: string): string {
  const { protocol, host } = new URL(template.replace('{s}', 'subdomain').replace(/[{}]/g, ''))
  return `${protocol}//${template.includes('{s}.') ? host.replace('subdomain', '*') : host}`
}
