/**
 * Measures whether password checks delay other requests. It compares the event loop's delay during continuous sign-ins with its delay
 * at rest and with password checks on the loop itself. It also times sign-ins of known and unknown addresses.
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
import { median } from './traffic/statistics.ts'

const goalMs = 5
const rounds = 5
const secondsARound = 1.5
const concurrency = 8
const email = 'member@example.com'
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
    mailTransport: createMailbox(),
    rateLimits: createMemoryRateLimits(),
    settings: { ...defaults, password: { ...defaults.password, attempts: null } },
  })
  const secret = await tokens.sign({ role: 'service_role' })
  await call(api, '/admin/users', { email, password, email_confirm: true }, secret)
  const hash = await bcrypt.hash(password, 10)

  const work = {
    'at rest': () => delay(20),
    'sign-ins': () => call(api, '/token?grant_type=password', { email, password }).then(() => {}),
    'wrong passwords': () => call(api, '/token?grant_type=password', { email, password: 'wrong' }).then(() => {}),
    // The same amount of hashing in a thread shows the effect of a busy machine alone.
    'hashing in a thread': () => delay(20),
    'checks on the loop': async () => void bcrypt.compareSync(password, hash),
  }
  const delays = Object.fromEntries(Object.keys(work).map((name) => [name, noDelays()]))
  const counts: Record<string, number> = {}
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, once] of Object.entries(work)) {
      const thread = name === 'hashing in a thread' ? hashInThread() : undefined
      const { worst, usual, done } = await measureDelay(once, name === 'checks on the loop' ? 1 : concurrency)
      await thread?.terminate()
      delays[name]?.worst.push(worst)
      delays[name]?.usual.push(usual)
      counts[name] = (counts[name] ?? 0) + done
    }
  }
  const rest = median(delays['at rest']?.worst ?? [])
  console.log(`delay of the event loop, medians of ${rounds} rounds of ${secondsARound} s; ${concurrency} concurrent`)
  for (const [name, { worst, usual }] of Object.entries(delays)) {
    const more = median(worst) - rest
    const perSecond = ((counts[name] ?? 0) / rounds / secondsARound).toFixed(0)
    const verdict = ['sign-ins', 'wrong passwords'].includes(name)
      ? ` (goal under ${goalMs}) ${more < goalMs ? 'reached' : 'MISSED'}`
      : ''
    console.log(
      `${name.padEnd(20)} ${perSecond.padStart(4)}/s   99 % ${median(usual).toFixed(1)} ms, worst ${median(worst).toFixed(1)} ms, ${more.toFixed(1)} more than at rest${verdict}`,
    )
  }
  await compareUnknownAddresses(api)
  await api.close()
  await database.close()
  rmSync(folder, { recursive: true, force: true })
}

const noDelays = (): Delays => ({ worst: [], usual: [] })

interface Delays {
  worst: number[]
  usual: number[]
}

/** Repeats the work concurrently and measures the event loop's delay. */
async function measureDelay(
  once: () => Promise<void>,
  concurrent: number,
): Promise<{ worst: number; usual: number; done: number }> {
  const watch = monitorEventLoopDelay({ resolution: 1 })
  const end = performance.now() + secondsARound * 1_000
  let done = 0
  const loop = async () => {
    while (performance.now() < end) {
      await once()
      done += 1
      // Synchronous work must yield to the event loop between its runs.
      await new Promise(setImmediate)
    }
  }
  watch.enable()
  await Promise.all(Array.from({ length: concurrent }, loop))
  watch.disable()
  const ms = (nanoseconds: number) => nanoseconds / 1e6
  return { worst: ms(watch.max), usual: ms(watch.percentile(99)), done }
}

/** Starts a thread that hashes continuously. */
function hashInThread(): Worker {
  const module = JSON.stringify(createRequire(import.meta.url).resolve('bcrypt'))
  return new Worker(`const bcrypt = require(${module}); for (;;) bcrypt.hashSync('x', 10)`, { eval: true })
}

/** A ratio of 1 means that response times do not reveal which addresses have an account. */
async function compareUnknownAddresses(api: Auth): Promise<void> {
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

async function call(api: Auth, path: string, body: object, token?: string): Promise<Response> {
  const request = new Request(`${site}/auth/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  })
  return api.match(request).respond(request, { address: '127.0.0.1' })
}
