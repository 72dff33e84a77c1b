/** postgres_changes: subscriptions to rows and delivery of their changes, on any PostgreSQL. */
import type { Database } from '#backend/database/database'
import type { ChangeRequest } from '../join-request.ts'
import { currentPosition, deleteOldChanges, type Position, readSince, retentionSeconds } from './change-log.ts'
import { deliver } from './delivery.ts'
import { FilterError, parseFilter } from './filter.ts'
import { databaseValues, preparePredicate } from './predicates.ts'
import { publishedTables } from './published-tables.ts'
import { createSubscriptions, matchKeyOf, type Subscriber, type Subscription } from './subscriptions.ts'

export interface ChangesOptions {
  readonly database: Database
  readonly log: { error(context: object, message: string): void; warn(context: object, message: string): void }
}

export interface Subscribed {
  /** One for each request, in order. */
  readonly ids: readonly number[]
  /** Why a request is invalid. No changes are delivered for it. */
  readonly problem: string | undefined
  end(): void
}

/** What a subscriber may still reserve. */
export interface Quota {
  /** Values in filters that the database has to compare. */
  readonly databaseValues: number
  /** @param matchKeys one for each subscription @returns the reason if a limit is reached */
  reserve(matchKeys: readonly string[], databaseValues: number): string | undefined
  release(matchKeys: readonly string[], databaseValues: number): void
}

/** The whole subscription is refused. The client receives the message. */
export class SubscriptionLimitError extends Error {
  override readonly name = 'SubscriptionLimitError'
}

export interface Changes {
  /**
   * Changes committed after it resolves are delivered.
   * @throws SubscriptionLimitError
   */
  subscribe(requests: readonly ChangeRequest[], subscriber: Subscriber, quota: Quota): Promise<Subscribed>
  /** Reads new changes, if there are any. */
  poll(): void
  close(): Promise<void>
}

/** A notification may be lost with its connection. Polling limits the delay of its changes. */
const pollIntervalMs = 15_000
const cleanupIntervalMs = 60_000
const retryMs = 500

export function startChanges({ database, log }: ChangesOptions): Changes {
  const tables = publishedTables(database)
  const subscriptions = createSubscriptions()
  /** The position of the last read; undefined without subscriptions. */
  let position: Position | undefined
  let readAtMs = 0
  let reading: Promise<void> | undefined
  let isStale = false
  let lastId = 0
  let closed = false

  const start = async () => {
    if (position) return
    const now = await currentPosition(database)
    // Meanwhile the subscriber may have left, or another may have started.
    if (position || subscriptions.size === 0) return
    position = now
    readAtMs = Date.now()
  }

  const read = async () => {
    const since = position
    if (!since) return
    const result = await readSince(database, since)
    const isTooLate = Date.now() - readAtMs > retentionSeconds * 1_000 * 0.8
    if (!result || isTooLate) {
      await startOver()
      return
    }
    position = result.position
    readAtMs = Date.now()
    const onFailure = (error: unknown) => log.error({ err: error }, 'row changes could not be delivered')
    await deliver(database, subscriptions, result.changes, onFailure)
  }

  /** Part of the log was deleted before it was read, so all subscribers have to join again. */
  const startOver = async () => {
    log.warn({ subscriptions: subscriptions.size }, 'row changes may have been missed; subscribers have to join again')
    position = undefined
    await start()
    for (const subscriber of subscriptions.subscribers()) subscriber.fail('Changes may have been missed')
  }

  /** One read at a time, and one more if a notification arrives meanwhile. */
  const poll = () => {
    if (closed || subscriptions.size === 0) return
    isStale = true
    reading ??= readWhileStale().finally(() => {
      reading = undefined
      if (isStale) poll()
    })
  }

  const readWhileStale = async () => {
    while (isStale && !closed) {
      isStale = false
      try {
        await read()
      } catch (error) {
        log.error({ err: error }, 'row changes could not be read')
        isStale = true
        await new Promise((resolve) => setTimeout(resolve, retryMs))
      }
    }
  }

  const polling = setInterval(poll, pollIntervalMs)
  const cleanup = setInterval(() => {
    deleteOldChanges(database).catch((error: unknown) =>
      log.error({ err: error }, 'old row changes could not be deleted'),
    )
  }, cleanupIntervalMs)
  polling.unref()
  cleanup.unref()

  const prepare = async (request: ChangeRequest, id: number, subscriber: Subscriber): Promise<Subscription> => {
    const schema = request.schema || 'public'
    const table = request.table && request.table !== '*' ? request.table : null
    if (!['*', 'INSERT', 'UPDATE', 'DELETE'].includes(request.event)) throw new FilterError(invalidRequest(request))
    const found = await tables.find(subscriber.auth.role, schema, table)
    const [first] = found
    if (!first) throw new FilterError(invalidRequest(request))
    if (request.filter && table === null) throw new FilterError('A filter needs a table')
    const conditions = request.filter ? parseFilter(request.filter) : []
    if (table !== null && ![...first.columns.values()].some(({ isReadable }) => isReadable))
      throw new FilterError(invalidRequest(request))
    if (table !== null && first.hasRowSecurity && !first.hasKey)
      throw new FilterError(`The table ${schema}.${table} has no primary key, so its rows cannot be authorized`)
    const predicates = await Promise.all(conditions.map((condition) => preparePredicate(database, first, condition)))
    const select = request.select ? new Set(request.select) : null
    return { id, subscriber, event: request.event, schema, table, predicates, select }
  }

  return {
    async subscribe(requests, subscriber, quota) {
      const numbered = requests.map((request) => {
        lastId += 1
        return { request, id: lastId }
      })
      const prepared: Subscription[] = []
      let problem: string | undefined
      let values = 0
      for (const { request, id } of numbered) {
        try {
          const subscription = await prepare(request, id, subscriber)
          values += databaseValues(subscription.predicates)
          prepared.push(subscription)
        } catch (error) {
          if (!(error instanceof FilterError)) throw error
          problem ??= error.message
        }
        if (values > quota.databaseValues)
          throw new SubscriptionLimitError('Too many values in filters that the database has to compare')
      }
      const matchKeys = prepared.map(matchKeyOf)
      const refusal = quota.reserve(matchKeys, values)
      if (refusal !== undefined) throw new SubscriptionLimitError(refusal)
      for (const subscription of prepared) subscriptions.add(subscription)
      let isEnded = false
      const end = () => {
        if (isEnded) return
        isEnded = true
        quota.release(matchKeys, values)
        for (const subscription of prepared) subscriptions.remove(subscription)
        if (subscriptions.size === 0) position = undefined
      }
      try {
        if (prepared.length > 0) await start()
      } catch (error) {
        end()
        throw error
      }
      return { ids: numbered.map(({ id }) => id), problem, end }
    },
    poll,
    async close() {
      closed = true
      clearInterval(polling)
      clearInterval(cleanup)
      await reading
    },
  }
}

/** Supabase's wording. */
function invalidRequest({ event, schema, table, filter }: ChangeRequest): string {
  const parameters = [`event: ${event}`, `schema: ${schema || 'public'}`, `table: ${table || '*'}`]
  if (filter) parameters.push(`filter: ${filter}`)
  return `Unable to subscribe to changes with given parameters. Please check Realtime is enabled for the given connect parameters: [${parameters.join(', ')}]`
}
