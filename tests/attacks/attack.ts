/** The interface of attacks: a hostile client's attempts on a running server, and whether the server blocked them. */
import { z } from 'zod'
import { type DatabaseKind, startServer, type TestServer } from '../harness.ts'
import type { VisitorImpact } from './visitor-impact.ts'

export interface AttackResult {
  readonly isBlocked: boolean
  /** The result in a line. */
  readonly outcome: string
  /** The effect on a visitor from another network. */
  readonly visitorImpact?: VisitorImpact
}

export interface Attack {
  /** The attacker's goal. */
  readonly name: string
  /** The attempts. */
  readonly tried: string
  /** Added to the environment of `attackedServer`. */
  readonly environment?: Readonly<Record<string, string>>
  /** The server has rate limits and TRUST_PROXY, and the sample catalogue unless `environment` disables it. */
  run(server: TestServer, options: AttackOptions): Promise<AttackResult>
}

export interface AttackOptions {
  /** Fewer repetitions and no time limits, for the test suite, which shares the machine with other tests. */
  readonly isQuick: boolean
}

const attackedServer = { SAMPLE_DATA: '1', RATE_LIMITS: 'on', TRUST_PROXY: '1', LOG_LEVEL: 'silent' }

/** For attacks that create their own shops. */
export const withoutSample = { SAMPLE_DATA: '0' }

/** Starts a server for attacks with a copy of the sample catalogue, or with an empty marketplace if the environment disables it. */
export function startAttacked(database: DatabaseKind, environment: Attack['environment'] = {}): Promise<TestServer> {
  const env = { ...attackedServer, ...environment }
  return startServer({ database, env, market: env.SAMPLE_DATA === '0' ? undefined : 'sample' })
}

/** Runs an attack on its own server. */
export async function runAttack(
  { environment, run }: Attack,
  database: DatabaseKind,
  options: AttackOptions,
): Promise<AttackResult> {
  const server = await startAttacked(database, environment)
  return run(server, options).finally(() => server.stop())
}

interface Refusable {
  readonly error: { readonly code?: string; readonly hint?: string; readonly message: string } | null
}

export interface Attempts {
  /** @param isBlocked whether the attempt failed */
  record(what: string, isBlocked: boolean): void
  /** Records an attempt that must be refused with one of these codes. `23514 name` includes the hint. */
  expectRefusal(what: string, response: Refusable, ...codes: readonly string[]): void
  result(): AttackResult
}

/** Counts attempts and names those that succeeded. */
export function createAttempts(): Attempts {
  let made = 0
  const succeeded: string[] = []
  const record = (what: string, isBlocked: boolean) => {
    made += 1
    if (!isBlocked) succeeded.push(what)
  }
  return {
    record,
    expectRefusal(what, { error }, ...codes) {
      const codesSent = error ? [error.code ?? '', `${error.code} ${error.hint}`] : []
      const isBlocked = codes.some((code) => codesSent.includes(code))
      record(isBlocked ? what : `${what} (${error ? `${codesSent[1]}: ${error.message}` : 'accepted'})`, isBlocked)
    },
    result: () => ({
      isBlocked: made > 0 && succeeded.length === 0,
      outcome: succeeded.length === 0 ? `${made} attempts, none succeeded` : succeeded.join('; '),
    }),
  }
}

let networks = 0

/** An address in an unused network. */
export function newNetwork(): string {
  networks += 1
  return `198.18.${networks >> 8}.${networks & 255}`
}

export interface TimedResponse {
  readonly status: number
  readonly text: string
  readonly headers: Headers
  readonly ms: number
}

/** Sends a request with the public key, from the given network. */
export async function send(
  server: TestServer,
  path: string,
  { from, token, ...init }: RequestInit & { from: string; token?: string },
): Promise<TimedResponse> {
  const startedAt = performance.now()
  const headers = new Headers(init.headers)
  headers.set('x-forwarded-for', from)
  if (!headers.has('apikey')) headers.set('apikey', server.anonKey)
  if (token) headers.set('authorization', `Bearer ${token}`)
  const response = await fetch(`${server.url}${path}`, { ...init, headers })
  const text = await response.text()
  return { status: response.status, text, headers: response.headers, ms: performance.now() - startedAt }
}

export const post = (server: TestServer, path: string, body: object, from: string, token?: string) =>
  send(server, path, {
    from,
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
    ...(token && { token }),
  })

const session = z.object({ access_token: z.string(), user: z.object({ id: z.string() }) })

/** A member of the sample catalogue. */
export async function signIn(server: TestServer, email = 'buyer@tuckbox.test'): Promise<{ id: string; token: string }> {
  const credentials = { email, password: 'tuckbox-sample' }
  const { text } = await post(server, '/auth/v1/token?grant_type=password', credentials, newNetwork())
  const { access_token: token, user } = session.parse(JSON.parse(text))
  return { id: user.id, token }
}

/** @param share of the values that are smaller, from 0 to 1 */
const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN

export const median = (values: readonly number[]): number => quantile(values, 0.5)
export const percentile95 = (values: readonly number[]): number => quantile(values, 0.95)

/** How well times distinguish two samples (the area under the ROC curve): 0.5 not at all, 0 and 1 always. */
export function separation(one: readonly number[], other: readonly number[]): number {
  const wins = one.flatMap((a) => other.map((b) => (a > b ? 1 : a === b ? 0.5 : 0)))
  return wins.reduce<number>((sum, win) => sum + win, 0) / wins.length
}

/** Requests by status, `200 x 3, 429 x 20`. */
export function tally(responses: readonly TimedResponse[]): string {
  const counts = new Map<number, number>()
  for (const { status } of responses) counts.set(status, (counts.get(status) ?? 0) + 1)
  return [...counts].map(([status, count]) => `${status} x ${count}`).join(', ')
}
