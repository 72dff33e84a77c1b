/** Broadcasts by `realtime.send()`: delivered to the clients of this process, and replayed to later subscribers of private topics. */
import { z } from 'zod'
import type { Database } from '#backend/database/database'
import type { Broadcast } from './frames.ts'
import { retryOnConnectionLoss, retryWithBackOff } from './retry.ts'
import type { TopicName, Topics } from './topics.ts'

export interface DatabaseBroadcastsOptions {
  readonly database: Database
  readonly topics: Topics
  readonly log: { error(context: object, message: string): void }
}

export interface DatabaseBroadcasts {
  /** Takes a notification of an insert into realtime.messages, without its prefix. */
  receive(notification: string): void
  /** Delivers messages whose notifications may have been lost. */
  catchUp(): void
  /** Earlier messages of a private topic, oldest first. */
  replay(name: TopicName, { since, limit }: Replay): Promise<Broadcast[]>
  close(): Promise<void>
}

export interface Replay {
  /** Unix milliseconds. */
  readonly since: number
  readonly limit: number
}

/** Prefix of a notification that a message was inserted. */
export const broadcastPrefix = 'broadcast '

/** As on Supabase. */
const retentionDays = 3
const cleanupIntervalMs = 60 * 60_000
/** How far back missed messages are searched for. Delivered ids are remembered for twice as long. */
const catchUpSeconds = 300
const maxRememberedIds = 100_000
const batchSize = 100

const notificationSchema = z.object({ id: z.string(), topic: z.string(), isPrivate: z.boolean() })

/** The cast removes line breaks: a frame holds its payload on one line. */
const columns = `id::text, topic, private::text, event, coalesce(payload, '{}')::text`

export function createDatabaseBroadcasts({ database, topics, log }: DatabaseBroadcastsOptions): DatabaseBroadcasts {
  /** Id -> time of delivery, oldest first. */
  const delivered = new Map<string, number>()
  const startedMs = Date.now()
  const queued: string[] = []
  let working: Promise<void> | undefined
  const closing = new AbortController()

  const onError = (error: unknown) => log.error({ err: error }, 'database broadcasts could not be read')
  const read = (text: string, value: string) =>
    retryWithBackOff(() => retryOnConnectionLoss(() => database.run({ text, values: [value] })), {
      onError,
      signal: closing.signal,
    })

  const remember = (id: string) => {
    delivered.set(id, Date.now())
    for (const [oldest, atMs] of delivered) {
      if (delivered.size <= maxRememberedIds && Date.now() - atMs < 2 * catchUpSeconds * 1_000) break
      delivered.delete(oldest)
    }
  }
  const deliver = (cells: readonly (string | null)[]) => topics.receiveBroadcast(nameOf(cells), broadcastOf(cells))

  const work = async () => {
    while (queued.length > 0) {
      const ids = queued.splice(0, batchSize)
      const text = `select ${columns} from realtime.messages where id = any ($1::uuid[])`
      const { rows } = await read(text, `{${ids.join(',')}}`)
      const found = new Map(rows.map((row) => [row[0], row]))
      for (const row of ids.map((id) => found.get(id))) if (row) deliver(row)
    }
  }
  const pump = () => {
    working ??= work()
      .catch(onError)
      .finally(() => {
        working = undefined
        if (queued.length > 0 && !closing.signal.aborted) pump()
      })
  }

  // PGlite's clock has a resolution of 1 ms, so ctid orders the messages of one millisecond.
  const deliverMissed = async () => {
    const seconds = Math.min(catchUpSeconds, (Date.now() - startedMs) / 1_000)
    const text = `select ${columns} from realtime.messages
      where extension = 'broadcast' and event is not null
        and inserted_at > timezone('utc', clock_timestamp()) - $1::float * interval '1 second'
      order by inserted_at, ctid`
    const { rows } = await read(text, `${seconds}`)
    for (const row of rows) {
      const id = row[0] ?? ''
      if (delivered.has(id)) continue
      remember(id)
      deliver(row)
    }
  }

  const cleanup = setInterval(() => {
    const text = `delete from realtime.messages where inserted_at < timezone('utc', now()) - interval '${retentionDays} days'`
    database
      .run({ text, values: [] })
      .catch((error: unknown) => log.error({ err: error }, 'old database broadcasts could not be deleted'))
  }, cleanupIntervalMs)
  cleanup.unref()

  return {
    receive(notification) {
      const { id, topic, isPrivate } = notificationSchema.parse(JSON.parse(notification))
      // Delivered by catchUp() already.
      if (delivered.has(id)) return
      remember(id)
      if (topics.subscriberCount({ topic: withPrefix(topic), isPrivate }) === 0) return
      queued.push(id)
      pump()
    },
    catchUp() {
      deliverMissed().catch(onError)
    },
    async replay({ topic }, { since, limit }) {
      const text = `select ${columns} from realtime.messages
        where topic = $1 and private and extension = 'broadcast' and event is not null
          and inserted_at >= timezone('utc', to_timestamp($2::float8 / 1000))
        order by inserted_at desc, ctid desc limit $3::int`
      const { rows } = await database.run({
        text,
        values: [topic.slice(topicPrefix.length), `${since}`, `${limit}`],
      })
      return rows.map((row) => broadcastOf(row, { replayed: true })).reverse()
    },
    async close() {
      clearInterval(cleanup)
      closing.abort()
      await working
    },
  }
}

const topicPrefix = 'realtime:'
const withPrefix = (topic: string) => `${topicPrefix}${topic}`

type Cells = readonly (string | null)[]

function nameOf([, topic, isPrivate]: Cells): TopicName {
  return { topic: withPrefix(topic ?? ''), isPrivate: isPrivate === 'true' }
}

function broadcastOf([id, , , event, payload]: Cells, extra: object = {}): Broadcast {
  return { event: event ?? '', payload: payload ?? '{}', meta: JSON.stringify({ id, ...extra }) }
}
