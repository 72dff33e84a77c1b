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
import { createRandom, type Random } from './random.ts'
import { createSite, holdsWithin, kill, type Setup, type Site, type Victim, victimsOf } from './setups.ts'
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
  /** From the start of the server to its first answers. */
  readonly restartMs: number[]
  /** From the kill of a worker until its replacement serves. */
  readonly replacedMs: number[]
  /** Messages that were sent while a socket was reconnecting, and that it then fetched. */
  missedMessages: number
  refused: number
  checkedObjects: number
}

/** A start that is killed is killed within this time. */
const longestStartMs = 2_000
/** Longer than any start on a busy machine. */
const longestRestartMs = 30_000
/** For sockets that reconnect, and for the workers of a killed primary, which finish their requests. */
const longestRecoveryMs = 20_000
const paymentFunctions = ['checkout', 'test-payment', 'payment-webhook']
const shortestTrafficMs = 20
const longestTrafficMs = 3_000

interface Crash {
  readonly report: CrashReport
  readonly site: Site
  readonly stripe: StripeServer
  readonly random: Random
  readonly market: Market
  /** Followers of one conversation over sockets: its buyer and its seller. */
  readonly subscribers: readonly Subscriber[]
  provider: Provider
  server: TestServer
}

export async function runCrashes({ setup, kills, seed, onKill }: CrashOptions): Promise<CrashReport> {
  const stripe = await startStripe()
  const site = await createSite(setup, stripe.url)
  const report: CrashReport = {
    setup,
    kills: new Map(),
    writes: new AnsweredWrites(),
    lost: [],
    violations: [],
    restartMs: [],
    replacedMs: [],
    missedMessages: 0,
    refused: 0,
    checkedObjects: 0,
  }
  const first = await site.start('test')
  let crash: Crash | undefined
  try {
    const market = await createMarket(first)
    const subscribers = await followConversation(first, market)
    crash = { report, site, stripe, random: createRandom(seed), market, subscribers, provider: 'test', server: first }
    for (let n = 0; n < kills; n += 1) {
      await killOnce(crash, crash.random.pick(victimsOf[setup]))
      onKill?.(report)
    }
    // A server refunds through the provider that it uses, and accepts events of that one alone.
    await crash.server.stop()
    crash.server = await site.start('test')
    await settleRefunds(crash, 'test')
    await crash.server.stop()
    crash.server = await site.start('stripe')
    await settle(crash)
  } finally {
    for (const subscriber of crash?.subscribers ?? []) await subscriber.close()
    await (crash?.server ?? first).stop()
    await stripe.close()
    await site.remove()
  }
  return report
}

async function followConversation(
  server: TestServer,
  { conversations: [conversation] }: Market,
): Promise<Subscriber[]> {
  if (!conversation) throw new Error('The market has no conversations')
  const followers = [conversation.buyer.id, conversation.sellerId].map((member) =>
    subscribe(server, member, conversation.id),
  )
  const subscribers = await Promise.all(followers)
  const areLive = () => subscribers.every((one) => one.refetches() > 0)
  if (!(await holdsWithin(longestRecoveryMs, areLive))) throw new Error('The sockets did not connect')
  return subscribers
}

/** Kills a part of the server under traffic, waits until it serves again, and checks it. */
async function killOnce(crash: Crash, victim: Victim): Promise<void> {
  const { report, random, subscribers } = crash
  // So that most kills fall on a step of a payment, and not on the start of a function.
  if (random.below(3) > 0) await Promise.all(paymentFunctions.map((name) => callFunction(crash.server, name)))
  await eraseCancellers(crash)
  const traffic = startTraffic({ ...crash, writes: report.writes })
  await sleep(shortestTrafficMs + random.next() * (longestTrafficMs - shortestTrafficMs))
  const refetches = subscribers.map((one) => one.refetches())
  traffic.expectFailures()
  const ending = await kill(crash.server, victim, random)
  report.kills.set(victim, (report.kills.get(victim) ?? 0) + 1)
  if (victim === 'worker') {
    await expectReplacement(crash)
    await traffic.stop()
  } else {
    await traffic.stop()
    await startAgain(crash, victim)
  }
  report.refused += traffic.refused()
  for (const failure of traffic.failures) report.violations.push(`a request failed although the server ran: ${failure}`)
  await check(crash, victim === 'worker' ? undefined : refetches)
  if (!(await holdsWithin(longestRecoveryMs, () => !ending.some(isRunning))))
    report.violations.push('the workers of a killed primary did not end')
}

/** Erases who cancelled orders, because a buyer who cancels ten paid ones in a day can place no more. */
async function eraseCancellers({ server, market }: Crash): Promise<void> {
  const buyers = market.buyers.map(({ id }) => id)
  const events = serviceOf(server).from('order_events').update({ actor_id: null })
  unwrap(await events.eq('status', 'cancelled').in('actor_id', buyers).select('id'))
}

async function startAgain(crash: Crash, victim: Victim): Promise<void> {
  const { report, random, site } = crash
  crash.provider = random.pick(['stripe', 'test'])
  if (victim === 'starting server') await site.killWhileStarting(crash.provider, random.next() * longestStartMs)
  const startedMs = performance.now()
  crash.server = await site.start(crash.provider)
  if (!(await holdsWithin(longestRestartMs, () => answers(crash.server))))
    report.violations.push(`no answer within ${longestRestartMs / 1000} s of a start`)
  report.restartMs.push(performance.now() - startedMs)
}

async function expectReplacement({ report, server }: Crash): Promise<void> {
  const killedMs = performance.now()
  if (!(await holdsWithin(longestRestartMs, () => answers(server))))
    report.violations.push(`no answer within ${longestRestartMs / 1000} s of the kill of a worker`)
  // The primary may not know of the kill yet.
  await sleep(shortestTrafficMs)
  if (!(await holdsWithin(longestRestartMs, () => hasWorkers(server, 2))))
    report.violations.push('a killed worker is not replaced')
  report.replacedMs.push(performance.now() - killedMs)
}

const queryOf =
  (server: TestServer): Query =>
  async (query) =>
    unwrap(await serviceOf(server).rpc('run_query' as never, { query } as never))

/** Whether the server answers its readiness check, a page and a query. */
async function answers({ url, anonKey }: TestServer): Promise<boolean> {
  const responses = await Promise.all(
    ['/ready', '/', '/rest/v1/products?select=id&limit=1'].map(async (path) => {
      const response = await fetch(url + path, { headers: { apikey: anonKey } })
      await response.text()
      return response.ok
    }),
  ).catch(() => [false])
  return responses.every(Boolean)
}

async function hasWorkers({ url }: TestServer, count: number): Promise<boolean> {
  const response = await fetch(`${url}/health`).catch(() => undefined)
  const health: { workers?: number } | undefined = await response?.json()
  return health?.workers === count
}

/** The checks after each start. @param refetches of the sockets before the kill, if it closed them */
async function check(crash: Crash, refetches: readonly number[] | undefined): Promise<void> {
  const { report, market, subscribers, server } = crash
  const query = queryOf(server)
  // Sent while the sockets reconnect.
  const missed = await say(crash)
  report.lost.push(...(await report.writes.lostSinceLastCheck(query)))
  for (const { wrong, ids } of await query(violationsQuery(market.stock))) report.violations.push(`${wrong}: ${ids}`)
  await checkObjects(crash, `o.updated_at > now() - interval '1 minute'`)

  const isBack = () => subscribers.every((one, n) => refetches === undefined || one.refetches() > (refetches[n] ?? 0))
  if (!(await holdsWithin(longestRecoveryMs, isBack))) report.violations.push('a socket did not reconnect')
  const isKnown = () => subscribers.every(({ known }) => known.has(missed))
  if (!(await holdsWithin(longestRecoveryMs, isKnown)))
    report.violations.push(`the message ${missed}, sent during the reconnect, was not fetched`)
  if (subscribers.some(({ received }) => !received.has(missed))) report.missedMessages += 1
  const live = await say(crash)
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
async function say({ report, market, server }: Crash): Promise<string> {
  const [conversation] = market.conversations
  const id = randomUUID()
  const content = `Followed ${id}`
  const message = { id, chat_room_id: conversation?.id ?? '', sender_id: conversation?.buyer.id ?? '', content }
  const { error } = await serviceOf(server).from('chat_messages').insert(message)
  if (error) throw error
  report.writes.add('message', id, content)
  return id
}

/** Compares the bytes of objects with the digest and size of their rows. */
async function checkObjects({ report, server }: Crash, which: string): Promise<void> {
  const objects = await queryOf(server)(`
    select o.bucket_id || '/' || o.name as path, o.metadata ->> 'eTag' as digest, o.metadata ->> 'size' as size
    from storage.objects o where ${which}`)
  const read = async () => {
    for (let object = objects.pop(); object; object = objects.pop()) {
      const headers = { authorization: `Bearer ${server.serviceKey}`, apikey: server.serviceKey }
      const response = await fetch(`${server.url}/storage/v1/object/${object.path}`, { headers })
      // The server ends a response early that has fewer bytes than it announced.
      const bytes = new Uint8Array(await response.arrayBuffer().catch(() => new ArrayBuffer(0)))
      const isWhole = response.ok && `"${digestOf(bytes)}"` === object.digest && String(bytes.length) === object.size
      if (!isWhole) report.violations.push(`the object ${object.path} is not whole (status ${response.status})`)
      report.checkedObjects += 1
    }
  }
  await Promise.all(Array.from({ length: 4 }, read))
}

/** Sends the refunds of the provider that the server uses. */
async function settleRefunds({ report, stripe, server }: Crash, provider: Provider): Promise<void> {
  const due = { next_attempt_at: new Date(Date.now() - 1_000).toISOString() }
  const isSettled = async () => {
    await serviceOf(server).from('refunds').update(due).eq('status', 'pending')
    await callFunction(server, 'settle-payments')
    if (provider === 'stripe') await stripe.deliverAll(`${server.url}/functions/v1/payment-webhook`)
    const pending = await queryOf(server)(`
      select r.id from refunds r join payments p on p.id = r.payment_id where r.status = 'pending' and p.provider = '${provider}'`)
    return pending.length === 0
  }
  if (!(await holdsWithin(60_000, isSettled))) report.violations.push(`a refund by ${provider} stays pending`)
}

/** Ends all that is in progress, then compares the whole run with the database and the payment provider. */
async function settle(crash: Crash): Promise<void> {
  const { report, market, stripe, server } = crash
  const query = queryOf(server)
  const webhook = `${server.url}/functions/v1/payment-webhook`
  await stripe.deliverAll(webhook)
  await expireAll(server)
  await settleRefunds(crash, 'stripe')
  report.lost.push(...(await report.writes.lost(query)))
  for (const { wrong, ids } of await query(violationsQuery(market.stock))) report.violations.push(`${wrong}: ${ids}`)
  await checkObjects(crash, 'true')
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
