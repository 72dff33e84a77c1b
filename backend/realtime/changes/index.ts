/** postgres_changes: who subscribes to which rows, and telling them when these change, on any PostgreSQL. */
import type { Database } from '#backend/database/database'
import type { ChangeRequest } from '../join-request.ts'
import { currentPosition, forgetOldChanges, keptSeconds, type Position, readSince } from './change-log.ts'
import { askedValues, prepareTest } from './conditions.ts'
import { deliver } from './delivery.ts'
import { FilterError, parseFilter } from './filter.ts'
import { publishedTables } from './published-tables.ts'
import { createSubscriptions, type Subscriber, type Subscription, slotOf } from './subscriptions.ts'

export type { Subscriber } from './subscriptions.ts'

export interface ChangesOptions {
  readonly database: Database
  readonly log: { error(context: object, message: string): void; warn(context: object, message: string): void }
}

export interface Subscribed {
  /** One for each request, in order. */
  readonly ids: readonly number[]
  /** What was wrong with a request: nothing will be told of it. */
  readonly problem: string | undefined
  end(): void
}

/** What is left to whoever subscribes. */
export interface Quota {
  /** Values in filters that the database has to compare. */
  readonly askedValues: number
  /** @param slots for each subscription, what it has in common with others @returns why not */
  take(slots: readonly string[], askedValues: number): string | undefined
  giveBack(slots: readonly string[], askedValues: number): void
}

/** Nothing was subscribed to; the message is for whoever asked. */
export class TooMuchAsked extends Error {
  override readonly name = 'TooMuchAsked'
}

export interface Changes {
  /**
   * Changes committed after it resolves are told.
   * @throws TooMuchAsked
   */
  subscribe(requests: readonly ChangeRequest[], subscriber: Subscriber, quota: Quota): Promise<Subscribed>
  /** Something has changed, or may have: reads what is new. */
  look(): void
  close(): Promise<void>
}

/** A notification could be lost with its connection; what changed is told this much later at the most. */
const lookEveryMs = 15_000
const tidyEveryMs = 60_000
const retryMs = 500

export function startChanges({ database, log }: ChangesOptions): Changes {
  const tables = publishedTables(database)
  const subscriptions = createSubscriptions()
  /** Where reading has got to; undefined while nobody subscribes. */
  let position: Position | undefined
  let readAtMs = 0
  let reading: Promise<void> | undefined
  let isStale = false
  let ids = 0
  let closed = false

  const begin = async () => {
    if (position) return
    const now = await currentPosition(database)
    // Whoever wanted it may have left meanwhile, or another have begun.
    if (position || subscriptions.size === 0) return
    position = now
    readAtMs = Date.now()
  }

  const read = async () => {
    const since = position
    if (!since) return
    const result = await readSince(database, since)
    const isTooLate = Date.now() - readAtMs > keptSeconds * 1_000 * 0.8
    if (!result || isTooLate) {
      await startOver()
      return
    }
    position = result.position
    readAtMs = Date.now()
    const onFailure = (error: unknown) => log.error({ err: error }, 'changes could not be told')
    await deliver(database, subscriptions, result.changes, onFailure)
  }

  /** The log was emptied before it was read: whoever listened has to fetch anew. */
  const startOver = async () => {
    log.warn({ subscriptions: subscriptions.size }, 'changes may have been missed; subscribers join anew')
    position = undefined
    await begin()
    for (const subscriber of subscriptions.subscribers()) subscriber.lose('Changes may have been missed')
  }

  /** One reading at a time, and one more for whatever was said meanwhile. */
  const look = () => {
    if (closed || subscriptions.size === 0) return
    isStale = true
    reading ??= readWhileStale().finally(() => {
      reading = undefined
      if (isStale) look()
    })
  }

  const readWhileStale = async () => {
    while (isStale && !closed) {
      isStale = false
      try {
        await read()
      } catch (error) {
        log.error({ err: error }, 'changes could not be read')
        isStale = true
        await new Promise((resolve) => setTimeout(resolve, retryMs))
      }
    }
  }

  const looking = setInterval(look, lookEveryMs)
  const tidying = setInterval(() => {
    forgetOldChanges(database).catch((error: unknown) =>
      log.error({ err: error }, 'old changes could not be forgotten'),
    )
  }, tidyEveryMs)
  looking.unref()
  tidying.unref()

  const prepare = async (request: ChangeRequest, id: number, subscriber: Subscriber): Promise<Subscription> => {
    const schema = request.schema || 'public'
    const table = request.table && request.table !== '*' ? request.table : null
    if (!['*', 'INSERT', 'UPDATE', 'DELETE'].includes(request.event)) throw new FilterError(refusal(request))
    const found = await tables.find(subscriber.viewer.role, schema, table)
    const [first] = found
    if (!first) throw new FilterError(refusal(request))
    if (request.filter && table === null) throw new FilterError('A filter needs a table')
    const conditions = request.filter ? parseFilter(request.filter) : []
    if (table !== null && ![...first.columns.values()].some(({ isReadable }) => isReadable))
      throw new FilterError(refusal(request))
    if (table !== null && first.hasRowSecurity && !first.hasKey)
      throw new FilterError(`The table ${schema}.${table} has no primary key, so its readers cannot be told apart`)
    const tests = await Promise.all(conditions.map((condition) => prepareTest(database, first, condition)))
    const select = request.select ? new Set(request.select) : null
    return { id, subscriber, event: request.event, schema, table, tests, select }
  }

  return {
    async subscribe(requests, subscriber, quota) {
      const numbered = requests.map((request) => {
        ids += 1
        return { request, id: ids }
      })
      const prepared: Subscription[] = []
      let problem: string | undefined
      let asked = 0
      for (const { request, id } of numbered) {
        try {
          const subscription = await prepare(request, id, subscriber)
          asked += askedValues(subscription.tests)
          prepared.push(subscription)
        } catch (error) {
          if (!(error instanceof FilterError)) throw error
          problem ??= error.message
        }
        if (asked > quota.askedValues)
          throw new TooMuchAsked('Too many values in filters that the database has to compare')
      }
      const slots = prepared.map(slotOf)
      const refusal = quota.take(slots, asked)
      if (refusal !== undefined) throw new TooMuchAsked(refusal)
      for (const subscription of prepared) subscriptions.add(subscription)
      let isOver = false
      const end = () => {
        if (isOver) return
        isOver = true
        quota.giveBack(slots, asked)
        for (const subscription of prepared) subscriptions.remove(subscription)
        if (subscriptions.size === 0) position = undefined
      }
      try {
        if (prepared.length > 0) await begin()
      } catch (error) {
        end()
        throw error
      }
      return { ids: numbered.map(({ id }) => id), problem, end }
    },
    look,
    async close() {
      closed = true
      clearInterval(looking)
      clearInterval(tidying)
      await reading
    },
  }
}

/** As Supabase words it. */
function refusal({ event, schema, table, filter }: ChangeRequest): string {
  const asked = [`event: ${event}`, `schema: ${schema || 'public'}`, `table: ${table || '*'}`]
  if (filter) asked.push(`filter: ${filter}`)
  return `Unable to subscribe to changes with given parameters. Please check Realtime is enabled for the given connect parameters: [${asked.join(', ')}]`
}
