/**
 * Whether checking passwords holds other requests up: how late the event loop is while people sign in without a pause, beside the same
 * loop at rest, and beside one that checks them itself. Sign-ins of known and unknown addresses are timed too.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import bcrypt from 'bcrypt'
import { type Auth, createAuth, defaultAuthSettings } from '../backend/auth/index.ts'
import { applyBase } from '../backend/database/base.ts'
import { openPglite } from '../backend/database/pglite.ts'
import { createMailbox } from '../backend/mail/index.ts'
import { createMemoryRateLimits } from '../backend/rate-limits/index.ts'
import { createTokens } from '../backend/tokens.ts'
import { median } from './load.ts'

const goalMs = 5
const rounds = 5
const secondsARound = 1.5
const peopleAtOnce = 8
const email = 'somebody@example.com'
const password = 'proving-dough-at-dawn'
const site = 'http://localhost:3000'

export async function auth(): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'tuckbox-bench-'))
  const database = await openPglite({ dataDir: path.join(folder, 'database') })
  await applyBase(database)
  const tokens = createTokens('a secret for benches that is long enough')
  const defaults = defaultAuthSettings({ siteUrl: site })
  const api = createAuth({
    database,
    tokens,
    mailer: createMailbox(),
    rateLimits: createMemoryRateLimits(),
    settings: { ...defaults, password: { ...defaults.password, attempts: null } },
  })
  const secret = await tokens.sign({ role: 'service_role' })
  await call(api, '/admin/users', { email, password, email_confirm: true }, secret)
  const hash = await bcrypt.hash(password, 10)

  const work = {
    'at rest': () => delay(20),
    'people signing in': () => call(api, '/token?grant_type=password', { email, password }).then(() => {}),
    'wrong passwords': () => call(api, '/token?grant_type=password', { email, password: 'wrong' }).then(() => {}),
    // As much hashing, but none of it here: what a busy machine alone does to the loop.
    'hashed elsewhere': () => delay(20),
    'checked on the loop': async () => void bcrypt.compareSync(password, hash),
  }
  const late = Object.fromEntries(Object.keys(work).map((name) => [name, noLateness()]))
  const counts: Record<string, number> = {}
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, once] of Object.entries(work)) {
      const elsewhere = name === 'hashed elsewhere' ? hashElsewhere() : undefined
      const { worst, usual, done } = await lateness(once, name === 'checked on the loop' ? 1 : peopleAtOnce)
      await elsewhere?.terminate()
      late[name]?.worst.push(worst)
      late[name]?.usual.push(usual)
      counts[name] = (counts[name] ?? 0) + done
    }
  }
  const rest = median(late['at rest']?.worst ?? [])
  console.log(`how late the event loop is, medians of ${rounds} rounds of ${secondsARound} s; ${peopleAtOnce} at once`)
  for (const [name, { worst, usual }] of Object.entries(late)) {
    const more = median(worst) - rest
    const perSecond = ((counts[name] ?? 0) / rounds / secondsARound).toFixed(0)
    const verdict = ['people signing in', 'wrong passwords'].includes(name)
      ? ` (goal under ${goalMs}) ${more < goalMs ? 'reached' : 'MISSED'}`
      : ''
    console.log(
      `${name.padEnd(20)} ${perSecond.padStart(4)}/s   99 % ${median(usual).toFixed(1)} ms, worst ${median(worst).toFixed(1)} ms, ${more.toFixed(1)} more than at rest${verdict}`,
    )
  }
  await timeOfUnknown(api)
  await api.close()
  await database.close()
  rmSync(folder, { recursive: true, force: true })
}

const noLateness = (): Lateness => ({ worst: [], usual: [] })

interface Lateness {
  worst: number[]
  usual: number[]
}

/** Does the work over and over, by several at once, and watches the loop meanwhile. */
async function lateness(
  once: () => Promise<void>,
  people: number,
): Promise<{ worst: number; usual: number; done: number }> {
  const watch = monitorEventLoopDelay({ resolution: 1 })
  const end = performance.now() + secondsARound * 1_000
  let done = 0
  const person = async () => {
    while (performance.now() < end) {
      await once()
      done += 1
      // Without a turn of the loop in between, work that never waits would be one long block.
      await new Promise(setImmediate)
    }
  }
  watch.enable()
  await Promise.all(Array.from({ length: people }, person))
  watch.disable()
  const ms = (nanoseconds: number) => nanoseconds / 1e6
  return { worst: ms(watch.max), usual: ms(watch.percentile(99)), done }
}

/** A thread that hashes without a pause. */
function hashElsewhere(): Worker {
  const module = JSON.stringify(createRequire(import.meta.url).resolve('bcrypt'))
  return new Worker(`const bcrypt = require(${module}); for (;;) bcrypt.hashSync('x', 10)`, { eval: true })
}

/** The ratio says what an eavesdropper on times would learn: 1 is nothing. */
async function timeOfUnknown(api: Auth): Promise<void> {
  const time = async (address: string) => {
    const start = performance.now()
    await call(api, '/token?grant_type=password', { email: address, password: 'wrong' })
    return performance.now() - start
  }
  const known: number[] = []
  const unknown: number[] = []
  for (let n = 0; n < 15; n += 1) {
    known.push(await time(email))
    unknown.push(await time(`nobody${n}@example.com`))
  }
  const ratio = median(unknown) / median(known)
  console.log(`a wrong password ${median(known).toFixed(0)} ms, an unknown address ${ratio.toFixed(2)} times that`)
}

async function call(api: Auth, at: string, body: object, token?: string): Promise<Response> {
  const request = new Request(`${site}/auth/v1${at}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  })
  return api.handle(request, { address: '127.0.0.1' })
}
