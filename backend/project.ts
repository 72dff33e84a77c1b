/** Reads a Supabase project's config.toml, as the Supabase CLI does. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { parse } from 'smol-toml'
import { z } from 'zod'
import { readSigningKeys, type SigningKeys, SigningKeysError } from './signing-keys.ts'

/** An invalid config.toml. The message names the key. */
export class ProjectError extends Error {
  override readonly name = 'ProjectError'
}

const seconds = z
  .string()
  .regex(/^(\d+(h|m|s))+$/, 'must be a duration such as 1m or 1h30m')
  .transform(durationSeconds)
const bytes = z.union([z.number().int().positive(), z.string().transform(sizeBytes)])

const emailFile = z.object({ subject: z.string().optional(), content_path: z.string().optional() })

const schema = z.object({
  project_id: z.string().default('project'),
  api: z
    .object({
      schemas: z.array(z.string()).default(['public']),
      extra_search_path: z.array(z.string()).default(['public', 'extensions']),
      max_rows: z.number().int().positive().default(1_000),
    })
    .prefault({}),
  auth: z
    .object({
      site_url: z.string().optional(),
      additional_redirect_urls: z.array(z.string()).default([]),
      signing_keys_path: z.string().optional(),
      jwt_expiry: z.number().int().min(60).max(604_800).default(3_600),
      enable_refresh_token_rotation: z.boolean().default(true),
      refresh_token_reuse_interval: z.number().int().min(0).default(10),
      enable_signup: z.boolean().default(true),
      enable_anonymous_sign_ins: z.boolean().default(false),
      enable_manual_linking: z.boolean().default(false),
      minimum_password_length: z.number().int().min(1).default(6),
      password_requirements: z
        .enum(['', 'letters_digits', 'lower_upper_letters_digits', 'lower_upper_letters_digits_symbols'])
        .default(''),
      rate_limit: z
        .object({
          email_sent: z.number().int().positive().optional(),
          sign_in_sign_ups: z.number().int().positive().default(30),
          token_refresh: z.number().int().positive().default(150),
          token_verifications: z.number().int().positive().default(30),
        })
        .prefault({}),
      email: z
        .object({
          enabled: z.boolean().optional(),
          /** The name of `enabled` before version 4 of the CLI. */
          enable_signup: z.boolean().default(true),
          enable_confirmations: z.boolean().default(false),
          double_confirm_changes: z.boolean().default(true),
          secure_password_change: z.boolean().default(false),
          max_frequency: seconds.default(60),
          otp_length: z.number().int().min(6).max(10).default(6),
          otp_expiry: z.number().int().min(60).max(86_400).default(3_600),
          /** Emails with a link or a code, by kind. */
          template: z.record(z.string(), emailFile).default({}),
          /** Emails about changes of an account, by what changed. */
          notification: z.record(z.string(), emailFile.extend({ enabled: z.boolean().default(false) })).default({}),
        })
        .prefault({}),
      external: z
        .record(
          z.string(),
          z.object({
            enabled: z.boolean().default(false),
            client_id: z.string().default(''),
            secret: z.string().default(''),
            url: z.string().default(''),
          }),
        )
        .default({}),
      sessions: z.object({ timebox: seconds.optional(), inactivity_timeout: seconds.optional() }).prefault({}),
    })
    .prefault({}),
  storage: z.object({ file_size_limit: bytes.default(50 * 1024 * 1024) }).prefault({}),
  functions: z
    .record(
      z.string(),
      z.object({
        enabled: z.boolean().default(true),
        verify_jwt: z.boolean().default(true),
        entrypoint: z.string().optional(),
      }),
    )
    .default({}),
})

export interface Project extends z.infer<typeof schema> {
  /** `auth.email.template` and `.notification` with their files' contents, by kind. */
  readonly emails: Readonly<Record<string, { readonly subject?: string; readonly html?: string }>>
  /** Passwords that are refused, in lower case; null without a list. */
  readonly commonPasswords: ReadonlySet<string> | null
  /** The file of `auth.signing_keys_path`; null without one. */
  readonly signingKeys: SigningKeys | null
}

/** @param folder contains config.toml @throws ProjectError */
export async function readProject(
  folder: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Project> {
  const file = path.join(folder, 'config.toml')
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new ProjectError(`There is no Supabase project in ${folder}: ${error.message}`, { cause: error })
  })
  let tree: unknown
  try {
    tree = withEnvironment(parse(text), environment)
  } catch (error) {
    throw new ProjectError(`${file} is not valid TOML: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    })
  }
  const read = schema.safeParse(tree)
  if (read.success) {
    const [emails, commonPasswords, signingKeys] = await Promise.all([
      readEmails(folder, read.data.auth.email),
      readCommonPasswords(folder),
      readSigningKeysFile(folder, read.data.auth.signing_keys_path),
    ])
    return { ...read.data, emails, commonPasswords, signingKeys }
  }
  const problems = read.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  throw new ProjectError(`${file} cannot be used: ${problems.join('; ')}`)
}

/** Reads a file of our own: config.toml has no setting for it. Lines that begin with `# ` are comments. */
async function readCommonPasswords(folder: string): Promise<ReadonlySet<string> | null> {
  const file = path.join(folder, 'common-passwords.txt.gz')
  const compressed = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw new ProjectError(`${file} cannot be read: ${error.message}`, { cause: error })
  })
  if (compressed === null) return null
  const lines = gunzipSync(compressed).toString().split('\n')
  return new Set(lines.filter((line) => line !== '' && !line.startsWith('# ')).map((line) => line.toLowerCase()))
}

/** @throws ProjectError */
async function readSigningKeysFile(folder: string, name: string | undefined): Promise<SigningKeys | null> {
  if (name === undefined) return null
  const file = path.resolve(folder, name)
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new ProjectError(`The signing keys cannot be read: ${error.message}`, { cause: error })
  })
  return readSigningKeys(text).catch((error: unknown) => {
    if (!(error instanceof SigningKeysError)) throw error
    throw new ProjectError(`The signing keys in ${file} cannot be used: ${error.message}`, { cause: error })
  })
}

/** @throws ProjectError */
async function readEmails(
  folder: string,
  { template, notification }: z.infer<typeof schema>['auth']['email'],
): Promise<Project['emails']> {
  const entries = Object.entries({ ...template, ...notification }).map(
    async ([kind, { subject, content_path: file }]) => {
      const html = file === undefined ? undefined : await readEmail(folder, kind, file)
      return [kind, { ...(subject !== undefined && { subject }), ...(html !== undefined && { html }) }] as const
    },
  )
  return Object.fromEntries(await Promise.all(entries))
}

/** The CLI resolves templates against the folder above the project's, notifications against the project's. */
async function readEmail(folder: string, kind: string, file: string): Promise<string> {
  const candidates = [path.resolve(folder, '..', file), path.resolve(folder, file)]
  for (const candidate of candidates) {
    const html = await readFile(candidate, 'utf8').catch(() => undefined)
    if (html !== undefined) return html
  }
  throw new ProjectError(`The email ${kind} has no content: there is neither ${candidates.join(' nor ')}.`)
}

/** Replaces `env(NAME)` by an environment variable, as the Supabase CLI does. An unset one stays unchanged. */
function withEnvironment(value: unknown, environment: Readonly<Record<string, string | undefined>>): unknown {
  if (typeof value === 'string') {
    const name = /^env\((\w+)\)$/.exec(value)?.[1]
    return (name && environment[name]) || value
  }
  if (Array.isArray(value)) return value.map((item) => withEnvironment(item, environment))
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withEnvironment(item, environment)]))
}

function durationSeconds(text: string): number {
  const unit = { h: 3_600, m: 60, s: 1 }
  let total = 0
  for (const [, count, name] of text.matchAll(/(\d+)([hms])/g)) total += Number(count) * unit[name as 'h' | 'm' | 's']
  return total
}

function sizeBytes(text: string, context: z.RefinementCtx): number {
  const [, count, prefix = ''] = /^(\d+(?:\.\d+)?)\s*([KMG]?)i?B$/i.exec(text.trim()) ?? []
  if (count === undefined) {
    context.addIssue({ code: 'custom', message: 'is not a size such as 5MiB' })
    return z.NEVER
  }
  return Math.round(Number(count) * 1024 ** ['', 'K', 'M', 'G'].indexOf(prefix.toUpperCase()))
}
