/** What every attack is: something a hostile client does to a running server, and whether the server held against it. */
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import type { TestServer } from '../harness.ts'

export interface AttackResult {
  readonly held: boolean
  /** What came of it, in a line. */
  readonly outcome: string
}

export interface Attack {
  /** What the attacker wants. */
  readonly name: string
  /** On a server with the sample catalogue, rate limits and TRUST_PROXY. */
  run(server: TestServer): Promise<AttackResult>
}

/** What the server under attack is started with. */
export const attackedServer = { SAMPLE_DATA: '1', RATE_LIMITS: 'on', TRUST_PROXY: '1' }

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

export interface Beside {
  /** How many times longer than in quiet a visitor elsewhere waits for the home page, the median. */
  readonly slowdown: number
  /** Megabytes that the server took beyond what it had before; 0 where that cannot be told. */
  readonly grownBy: number
  readonly outcome: string
}

/** A slower home page than this is felt elsewhere; more memory than this is taken from everybody. */
export const mostSlowdown = 3
export const mostGrowth = 400

/** Attacks, while a visitor from elsewhere opens the home page again and again. */
export async function besideVisitor(server: TestServer, attack: () => Promise<void>): Promise<Beside> {
  const visit = async () => (await ask(server, '/', { from: '203.0.113.77' })).ms
  for (let warm = 0; warm < 10; warm += 1) await visit()
  const quiet: number[] = []
  for (let visits = 0; visits < 20; visits += 1) quiet.push(await visit())
  const before = residentMegabytes(server)
  let most = before
  let isOver = false
  const attacking = attack().finally(() => {
    isOver = true
  })
  const busy: number[] = []
  while (!isOver) {
    busy.push(await visit())
    most = Math.max(most, residentMegabytes(server))
    await wait(20)
  }
  await attacking
  const slowdown = median(busy) / median(quiet)
  const grownBy = most - before
  return {
    slowdown,
    grownBy,
    outcome: `home page ${slowdown.toFixed(1)} times its quiet median (${median(quiet).toFixed(0)} ms), +${grownBy} MB`,
  }
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/** How well times tell two kinds apart: 0.5 is not at all, 0 and 1 are always. */
export function separation(one: readonly number[], other: readonly number[]): number {
  const wins = one.flatMap((a) => other.map((b) => (a > b ? 1 : a === b ? 0.5 : 0)))
  return wins.reduce<number>((sum, win) => sum + win, 0) / wins.length
}

/** From /proc, so on Linux only. */
function residentMegabytes({ process: { pid } }: TestServer): number {
  try {
    const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return Math.round(Number(kilobytes) / 1024)
  } catch {
    return 0
  }
}

/** Requests by status, `200 x 3, 429 x 20`. */
export function tally(answers: readonly Asked[]): string {
  const counts = new Map<number, number>()
  for (const { status } of answers) counts.set(status, (counts.get(status) ?? 0) + 1)
  return [...counts].map(([status, count]) => `${status} x ${count}`).join(', ')
}
