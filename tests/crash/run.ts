/**
 * Kills the server with SIGKILL while clients use it, starts it again, and checks that nothing answered is lost. The checks after each
 * start are in `check`, those of the whole run in `settle`.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { isRunning, type TestServer } from '../harness.ts'
import { callFunction, expireAll, serviceOf, unwrap } from '../payments/market-fixtures.ts'
import { type StripeServer, startStripe } from '../payments/stripe-server.ts'
import { violationsQuery } from '../policies/ledger-violations.ts'
import { type AnsweredWrite, AnsweredWrites, type Query } from './answered-writes.ts'
import { createMarket, type Market } from './market.ts'
import { createRandom } from './random.ts'
import { createSite, holdsWithin, kill, type Setup, type Victim, victimsOf } from './setups.ts'
import { type Subscriber, subscribe } from './subscriber.ts'
import { digestOf, type Provider, startTraffic } from './traffic.ts'

export interface CrashOptions {
  readonly setup: Setup
  readonly kills: number
  readonly seed: number
  /** Called after each kill and its checks. */
  readonly onKill?: (report: CrashReport) => void
}

export interface CrashReport {
  readonly setup: Setup
  readonly kills: Map<Victim, number>
  readonly writes: AnsweredWrites
  readonly lost: AnsweredWrite[]
  readonly violations: string[]
  /** From the start of the server, or the kill of a worker, to the first answer. */
  readonly restartMs: number[]
  /** Messages that were sent while a socket was reconnecting, and that it then fetched. */
  missedMessages: number
  refused: number
  checkedObjects: number
}

/** Longer than any start on a busy machine. */
const longestRestartMs = 30_000
/** For sockets that reconnect, and for the workers of a killed primary, which finish their requests. */
const longestRecoveryMs = 20_000
const paymentFunctions = ['checkout', 'test-payment', 'payment-webhook']
const shortestTrafficMs = 20
const longestTrafficMs = 3_000

interface Crash {
  readonly report: CrashReport
  readonly market: Market
  readonly stripe: StripeServer
  /** The conversation that is followed over sockets, by its buyer and its seller. */
  readonly subscribers: readonly Subscriber[]
}

export async function runCrashes({ setup, kills, seed, onKill }: CrashOptions): Promise<CrashReport> {
  const random = createRandom(seed)
  const stripe = await startStripe()
  const site = await createSite(setup, stripe.url)
  const report: CrashReport = {
    setup,
    kills: new Map(),
    writes: new AnsweredWrites(),
    lost: [],
    violations: [],
    restartMs: [],
    missedMessages: 0,
    refused: 0,
    checkedObjects: 0,
  }
  let provider: Provider = 'test'
  let server = await site.start(provider)
  const market = await createMarket(server)
  const [followed] = market.rooms
  if (!followed) throw new Error('The market has no conversations')
  const subscribers = await Promise.all(
    [followed.buyer.id, followed.sellerId].map((member) => subscribe(server, member, followed.id)),
  )
  const crash: Crash = { report, market, stripe, subscribers }
  try {
    if (!(await holdsWithin(longestRecoveryMs, () => subscribers.every((one) => one.refetches() > 0))))
      throw new Error('The sockets did not connect')
    for (let n = 0; n < kills; n += 1) {
      const victim = random.pick(victimsOf[setup])
      // So that most kills fall on a step of a payment, and not on the start of a function.
      if (random.below(3) > 0) await Promise.all(paymentFunctions.map((name) => callFunction(server, name)))
      const traffic = startTraffic({ server, market, writes: report.writes, stripe, provider, random })
      await sleep(shortestTrafficMs + random.next() * (longestTrafficMs - shortestTrafficMs))
      const refetches = subscribers.map((one) => one.refetches())
      traffic.expectFailures()
      const killedAtMs = performance.now()
      const ending = await kill(server, victim === 'starting server' ? 'primary and workers' : victim, random)
      report.kills.set(victim, (report.kills.get(victim) ?? 0) + 1)
      if (victim === 'worker') {
        await expectAnswer(crash, server, killedAtMs, 'a worker was killed')
        await sleep(random.next() * 500)
        await traffic.stop()
        const isReplaced = () => hasWorkers(server, 2)
        if (!(await holdsWithin(longestRestartMs, isReplaced)))
          report.violations.push('a killed worker is not replaced')
      } else {
        await traffic.stop()
        provider = random.pick(['stripe', 'test'])
        if (victim === 'starting server') await site.killWhileStarting(provider, random.next() * 2_000)
        const startedMs = performance.now()
        server = await site.start(provider)
        await expectAnswer(crash, server, startedMs, 'a start')
      }
      report.refused += traffic.refused()
      report.violations.push(
        ...traffic.failures.map((failure) => `a request failed although the server ran: ${failure}`),
      )
      await check(crash, server, victim === 'worker' ? undefined : refetches)
      if (!(await holdsWithin(longestRecoveryMs, () => !ending.some(isRunning))))
        report.violations.push('the workers of a killed primary did not end')
      onKill?.(report)
    }
    // The provider's events are accepted only by a server that uses it.
    await server.stop()
    server = await site.start('stripe')
    await settle(crash, server)
  } finally {
    await Promise.all(subscribers.map((one) => one.close()))
    await server.stop()
    await stripe.close()
    await site.remove()
  }
  return report
}

const queryOf =
  (server: TestServer): Query =>
  async (query) =>
    unwrap(await serviceOf(server).rpc('run_query' as never, { query } as never))

/** The time until the server answers a query, a page and its readiness check. */
async function expectAnswer({ report }: Crash, server: TestServer, sinceMs: number, what: string): Promise<void> {
  const answers = async () => {
    const responses = await Promise.all(
      ['/ready', '/', '/rest/v1/products?select=id&limit=1'].map((path) =>
        fetch(server.url + path, { headers: { apikey: server.anonKey } }).then(async (response) => {
          await response.text()
          return response.ok
        }),
      ),
    ).catch(() => [false])
    return responses.every(Boolean)
  }
  if (!(await holdsWithin(longestRestartMs, answers)))
    report.violations.push(`no answer within ${longestRestartMs / 1000} s after ${what}`)
  report.restartMs.push(performance.now() - sinceMs)
}

async function hasWorkers({ url }: TestServer, count: number): Promise<boolean> {
  const response = await fetch(`${url}/health`).catch(() => undefined)
  const health: { workers?: number } | undefined = await response?.json()
  return health?.workers === count
}

/** The checks after each start. @param refetches of the sockets before the kill, if it closed them */
async function check(crash: Crash, server: TestServer, refetches: readonly number[] | undefined): Promise<void> {
  const { report, market, subscribers } = crash
  const query = queryOf(server)
  // Sent while the sockets reconnect.
  const missed = await say(crash, server)
  report.lost.push(...(await report.writes.lostSinceLastCheck(query)))
  for (const { wrong, ids } of await query(violationsQuery(market.stock))) report.violations.push(`${wrong}: ${ids}`)
  await checkObjects(crash, server, `o.updated_at > now() - interval '1 minute'`)

  const isBack = () => subscribers.every((one, n) => refetches === undefined || one.refetches() > (refetches[n] ?? 0))
  if (!(await holdsWithin(longestRecoveryMs, isBack))) report.violations.push('a socket did not reconnect')
  const isKnown = () => subscribers.every(({ known }) => known.has(missed))
  if (!(await holdsWithin(longestRecoveryMs, isKnown)))
    report.violations.push(`the message ${missed}, sent during the reconnect, was not fetched`)
  if (subscribers.some(({ received }) => !received.has(missed))) report.missedMessages += 1
  const live = await say(crash, server)
  if (!(await holdsWithin(longestRecoveryMs, () => subscribers.every(({ received }) => received.has(live)))))
    report.violations.push(`the message ${live} did not come over a socket`)
  const answered = report.writes
    .ofKind('message')
    .slice(-50)
    .filter(({ value }) => value.startsWith('Followed'))
  for (const { id } of answered)
    if (!subscribers.every(({ known }) => known.has(id)))
      report.violations.push(`a subscriber does not know message ${id}`)
}

/** Sends a message in the followed conversation. @returns its id */
async function say({ report, market }: Crash, server: TestServer): Promise<string> {
  const [room] = market.rooms
  const id = randomUUID()
  const content = `Followed ${id}`
  const message = { id, chat_room_id: room?.id ?? '', sender_id: room?.buyer.id ?? '', content }
  const { error } = await serviceOf(server).from('chat_messages').insert(message)
  if (error) throw error
  report.writes.add('message', id, content)
  return id
}

/** Compares the bytes of objects with the digest and size of their rows. */
async function checkObjects({ report }: Crash, server: TestServer, which: string): Promise<void> {
  const objects = await queryOf(server)(`
    select o.bucket_id || '/' || o.name as path, o.metadata ->> 'eTag' as digest, o.metadata ->> 'size' as size
    from storage.objects o where ${which}`)
  const read = async () => {
    for (let object = objects.pop(); object; object = objects.pop()) {
      const headers = { authorization: `Bearer ${server.serviceKey}`, apikey: server.serviceKey }
      const response = await fetch(`${server.url}/storage/v1/object/${object.path}`, { headers })
      const bytes = new Uint8Array(await response.arrayBuffer())
      const isWhole = response.ok && `"${digestOf(bytes)}"` === object.digest && String(bytes.length) === object.size
      if (!isWhole)
        report.violations.push(
          `the object ${object.path} has ${bytes.length} of ${object.size} bytes (${response.status})`,
        )
      report.checkedObjects += 1
    }
  }
  await Promise.all(Array.from({ length: 4 }, read))
}

/** Ends all that is in progress, then compares the whole run with the database and the payment provider. */
async function settle(crash: Crash, server: TestServer): Promise<void> {
  const { report, market, stripe } = crash
  const query = queryOf(server)
  const webhook = `${server.url}/functions/v1/payment-webhook`
  await stripe.deliverAll(webhook)
  await expireAll(server)
  const due = { next_attempt_at: new Date(Date.now() - 1_000).toISOString() }
  const isSettled = async () => {
    await serviceOf(server).from('refunds').update(due).eq('status', 'pending')
    await callFunction(server, 'settle-payments')
    await stripe.deliverAll(webhook)
    return (await query(`select from refunds where status = 'pending'`)).length === 0
  }
  if (!(await holdsWithin(60_000, isSettled))) report.violations.push('a refund stays pending')
  report.lost.push(...(await report.writes.lost(query)))
  for (const { wrong, ids } of await query(violationsQuery(market.stock))) report.violations.push(`${wrong}: ${ids}`)
  await checkObjects(crash, server, 'true')
  const unpaid = await query(`
    select c.id from checkouts c where c.status = 'pending'
    union all select r.id from refunds r where r.status = 'failed'`)
  for (const { id } of unpaid) report.violations.push(`the checkout or refund ${id} is not settled`)
  const [sums] = await query(`
    select coalesce(sum(p.amount), 0) - (
      select coalesce(sum(r.amount), 0) from refunds r join payments q on q.id = r.payment_id where q.provider = 'stripe' and r.status = 'succeeded'
    ) as kept from payments p where p.provider = 'stripe' and p.status = 'succeeded'`)
  const kept = Math.round(Number(sums?.kept) * 100)
  if (kept !== stripe.kept())
    report.violations.push(`the database has ${kept} pence of the provider, which has ${stripe.kept()}`)
}
