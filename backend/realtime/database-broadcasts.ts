/** What the database says to topics, `realtime.send()`: passed on to whoever is here, and told again to who joins a private topic later. */
import { z } from 'zod'
import type { Database } from '#backend/database/database'
import type { Broadcast } from './frames.ts'
import { patiently } from './patience.ts'
import type { TopicName, Topics } from './topics.ts'

export interface DatabaseBroadcastsOptions {
  readonly database: Database
  readonly topics: Topics
  readonly log: { error(context: object, message: string): void }
}

export interface DatabaseBroadcasts {
  /** A notification of realtime.messages, without its first word. */
  heard(notification: string): void
  /** Notifications may have been lost. */
  catchUp(): void
  /** What was said on a private topic since, oldest first. */
  replay(name: TopicName, { since, limit }: Replay): Promise<Broadcast[]>
  close(): Promise<void>
}

export interface Replay {
  /** Unix milliseconds. */
  readonly since: number
  readonly limit: number
}

/** In front of a notification that a row was inserted. */
export const saidPrefix = 'said '

/** As on Supabase. */
const keptDays = 3
const tidyEveryMs = 60 * 60_000
/** How far back is looked for what was missed, and remembered what was not. */
const rememberedSeconds = 300
const mostRemembered = 100_000
const atOnce = 100

const notice = z.object({ id: z.string(), topic: z.string(), isPrivate: z.boolean() })

/** Frames hold what was said on one line, so it is written anew. */
const columns = `id::text, topic, private::text, event, coalesce(payload, '{}')::text`

export function createDatabaseBroadcasts({ database, topics, log }: DatabaseBroadcastsOptions): DatabaseBroadcasts {
  /** Ids of what was heard of lately, oldest first. */
  const remembered = new Map<string, number>()
  const startedMs = Date.now()
  let waiting: string[] = []
  let working: Promise<void> | undefined

  const remember = (id: string) => {
    remembered.set(id, Date.now())
    for (const [oldest, atMs] of remembered) {
      if (remembered.size <= mostRemembered && Date.now() - atMs < 2 * rememberedSeconds * 1_000) break
      remembered.delete(oldest)
    }
  }
  const passOn = (cells: readonly (string | null)[]) => topics.heard(nameOf(cells), broadcastOf(cells))

  const work = async () => {
    while (waiting.length > 0) {
      const ids = waiting.slice(0, atOnce)
      waiting = waiting.slice(atOnce)
      const text = `select ${columns} from realtime.messages where id = any ($1::uuid[])`
      const { rows } = await patiently(() => database.run({ text, values: [`{${ids.join(',')}}`] }))
      const found = new Map(rows.map((row) => [row[0], row]))
      for (const row of ids.map((id) => found.get(id))) if (row) passOn(row)
    }
  }
  const pump = () => {
    working ??= work()
      .catch((error: unknown) => log.error({ err: error }, 'what the database said could not be read'))
      .finally(() => {
        working = undefined
      })
  }

  // PGlite's clock tells thousandths of a second: what was said within one of them stands in the order in which it was written.
  const missed = async () => {
    const seconds = Math.min(rememberedSeconds, (Date.now() - startedMs) / 1_000)
    const text = `select ${columns} from realtime.messages
      where extension = 'broadcast' and event is not null
        and inserted_at > timezone('utc', clock_timestamp()) - $1::float * interval '1 second'
      order by inserted_at, ctid`
    const { rows } = await patiently(() => database.run({ text, values: [`${seconds}`] }))
    for (const row of rows) {
      const id = row[0] ?? ''
      if (remembered.has(id)) continue
      remember(id)
      passOn(row)
    }
  }

  const tidy = setInterval(() => {
    const text = `delete from realtime.messages where inserted_at < timezone('utc', now()) - interval '${keptDays} days'`
    database
      .run({ text, values: [] })
      .catch((error: unknown) => log.error({ err: error }, 'old messages could not be forgotten'))
  }, tidyEveryMs)
  tidy.unref()

  return {
    heard(notification) {
      const { id, topic, isPrivate } = notice.parse(JSON.parse(notification))
      // Caught up with already.
      if (remembered.has(id)) return
      remember(id)
      if (topics.membersOf({ topic: prefixed(topic), isPrivate }) === 0) return
      waiting.push(id)
      pump()
    },
    catchUp() {
      missed().catch((error: unknown) => log.error({ err: error }, 'what the database said could not be read'))
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
      clearInterval(tidy)
      await working
    },
  }
}

const topicPrefix = 'realtime:'
const prefixed = (topic: string) => `${topicPrefix}${topic}`

type Cells = readonly (string | null)[]

function nameOf([, topic, isPrivate]: Cells): TopicName {
  return { topic: prefixed(topic ?? ''), isPrivate: isPrivate === 'true' }
}

function broadcastOf([id, , , event, payload]: Cells, more: object = {}): Broadcast {
  return { event: event ?? '', payload: payload ?? '{}', meta: JSON.stringify({ id, ...more }) }
}
