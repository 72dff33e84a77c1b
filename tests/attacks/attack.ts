/** What every attack is: something a hostile client does to a running server, and whether the server held against it. */
import { constants, cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import { createDatabase, type DatabaseKind, dropDatabase, startServer, type TestServer } from '../harness.ts'
import type { Beside } from './beside.ts'

export interface AttackResult {
  readonly held: boolean
  /** What came of it, in a line. */
  readonly outcome: string
  /** What a visitor elsewhere noticed. */
  readonly beside?: Beside
}

export interface Attack {
  /** What the attacker wants. */
  readonly name: string
  /** How they go about it. */
  readonly tried: string
  /** What the server is started with besides `attackedServer`. */
  readonly environment?: Readonly<Record<string, string>>
  /** On a server with rate limits and TRUST_PROXY, and with the sample catalogue unless `environment` says otherwise. */
  run(server: TestServer, options: AttackOptions): Promise<AttackResult>
}

export interface AttackOptions {
  /** In the test suite: fewer repetitions, and no judgement of time, because other tests run on the machine. */
  readonly isQuick: boolean
}

const attackedServer = { SAMPLE_DATA: '1', RATE_LIMITS: 'on', TRUST_PROXY: '1', LOG_LEVEL: 'silent' }

/** For attacks that bring their own shops. */
export const withoutSample = { SAMPLE_DATA: '0' }

/** A market with the sample catalogue, of which each attack gets a copy: the catalogue takes longer to load than most attacks. */
export interface Market {
  /** Starts a server with a copy, or with an empty market if the environment asks for that. */
  open(environment: Attack['environment']): Promise<TestServer>
  close(): Promise<void>
}

export async function createMarket(database: DatabaseKind): Promise<Market> {
  const original = mkdtempSync(path.join(tmpdir(), 'tuckbox-market-'))
  const databaseUrl = database === 'postgres' ? await createDatabase() : undefined
  const filled = await startServer({ dataDir: original, databaseUrl, env: attackedServer })
  await filled.stop()
  return {
    async open(environment) {
      const env = { ...attackedServer, ...environment }
      if (env.SAMPLE_DATA === '0') return startServer({ database, env })
      const dataDir = mkdtempSync(path.join(tmpdir(), 'tuckbox-market-'))
      cpSync(original, dataDir, { recursive: true, mode: constants.COPYFILE_FICLONE })
      const copy = databaseUrl && (await createDatabase({ copyOf: databaseUrl }))
      const server = await startServer({ dataDir, databaseUrl: copy, env })
      return {
        ...server,
        async stop(signal) {
          const code = await server.stop(signal)
          rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
          if (copy) await dropDatabase(copy)
          return code
        },
      }
    },
    async close() {
      rmSync(original, { recursive: true })
      if (databaseUrl) await dropDatabase(databaseUrl)
    },
  }
}

/** Runs an attack against a server of its own. */
export async function runAttack(
  { environment, run }: Attack,
  market: Market,
  options: AttackOptions,
): Promise<AttackResult> {
  const server = await market.open(environment)
  return run(server, options).finally(() => server.stop())
}

interface Answer {
  readonly error: { readonly code?: string; readonly hint?: string; readonly message: string } | null
}

export interface Attempts {
  /** @param isHeld whether it came to nothing */
  note(what: string, isHeld: boolean): void
  /** An attempt that has to be refused with one of these codes; with `23514 name` the hint counts as well. */
  refused(what: string, answer: Answer, ...codes: readonly string[]): void
  result(): AttackResult
}

/** Counts attempts and names those that succeeded. */
export function createAttempts(): Attempts {
  let made = 0
  const broken: string[] = []
  const note = (what: string, isHeld: boolean) => {
    made += 1
    if (!isHeld) broken.push(what)
  }
  return {
    note,
    refused(what, { error }, ...codes) {
      const said = error ? [error.code ?? '', `${error.code} ${error.hint}`] : []
      const isHeld = codes.some((code) => said.includes(code))
      note(isHeld ? what : `${what} (${error ? `${said[1]}: ${error.message}` : 'accepted'})`, isHeld)
    },
    result: () => ({
      held: made > 0 && broken.length === 0,
      outcome: broken.length === 0 ? `${made} attempts, none succeeded` : broken.join('; '),
    }),
  }
}

let networks = 0

/** An address in a network that nobody has come from yet. */
export function newNetwork(): string {
  networks += 1
  return `198.18.${networks >> 8}.${networks & 255}`
}

export interface Asked {
  readonly status: number
  readonly text: string
  readonly headers: Headers
  readonly ms: number
}

/** Asks with the public key, from a network of its own choosing. */
export async function ask(
  server: TestServer,
  path: string,
  { from, token, ...init }: RequestInit & { from: string; token?: string },
): Promise<Asked> {
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
  ask(server, path, {
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

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/** How well times tell two kinds apart: 0.5 is not at all, 0 and 1 are always. */
export function separation(one: readonly number[], other: readonly number[]): number {
  const wins = one.flatMap((a) => other.map((b) => (a > b ? 1 : a === b ? 0.5 : 0)))
  return wins.reduce<number>((sum, win) => sum + win, 0) / wins.length
}

/** Requests by status, `200 x 3, 429 x 20`. */
export function tally(answers: readonly Asked[]): string {
  const counts = new Map<number, number>()
  for (const { status } of answers) counts.set(status, (counts.get(status) ?? 0) + 1)
  return [...counts].map(([status, count]) => `${status} x ${count}`).join(', ')
}
