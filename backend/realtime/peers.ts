/** Tells the other processes on one PostgreSQL what is said and who is there, through its notifications, and hears it from them. */
import { z } from 'zod'
import type { Database } from '#backend/database/database'
import type { Broadcast } from './frames.ts'
import type { Presence } from './presence.ts'
import { keyOf, type TopicName, type Topics } from './topics.ts'

export interface PeersOptions {
  readonly database: Database
  /** This process's id. */
  readonly process: string
  readonly topics: () => Topics
  readonly log: { error(context: object, message: string): void; warn(context: object, message: string): void }
}

export interface Peers {
  broadcast(name: TopicName, broadcast: Broadcast): void
  presence(name: TopicName, joins: readonly Presence[], leaves: readonly Presence[]): void
  /** A notification of our channel other than that rows have changed. */
  heard(payload: string): void
  /** At the start, and whenever notifications may have been lost: asks the others who is there. */
  greet(): void
  /** Says goodbye, so that whoever was here is seen to have left. */
  close(): Promise<void>
}

/** For an embedded database, whose folder is one process's. */
export const noPeers: Peers = {
  broadcast: () => {},
  presence: () => {},
  heard: () => {},
  greet: () => {},
  close: async () => {},
}

export const channelName = 'backend_realtime'

const aliveEveryMs = 3_000
/** A process that was not heard for so long has died, and whoever was there by its word has left. */
const deadAfterMs = 10_000
/** A notification has fewer than 8,000 bytes; what is longer waits in a table. */
const longestNotification = 7_900
const mostWaiting = 10_000
const keptSeconds = 60

const presence = z.object({ ref: z.string(), key: z.string(), meta: z.string() })
const name = z.object({ topic: z.string(), isPrivate: z.boolean() })
const message = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('hello') }),
  z.object({ kind: z.literal('alive') }),
  z.object({ kind: z.literal('bye') }),
  z.object({
    kind: z.literal('broadcast'),
    name,
    event: z.string(),
    payload: z.string(),
    isBinary: z.boolean(),
  }),
  z.object({ kind: z.literal('presence'), name, joins: z.array(presence), leaves: z.array(presence) }),
  z.object({ kind: z.literal('state'), topics: z.array(z.object({ name, presences: z.array(presence) })) }),
])
type Message = z.infer<typeof message>
const envelope = z.object({ from: z.string(), messages: z.array(message) })
const pointer = z.object({ kept: z.string() })

export function createPeers({ database, process, topics, log }: PeersOptions): Peers {
  /** By process, when it was heard last. */
  const others = new Map<string, number>()
  let waiting: Message[] = []
  let sending: Promise<void> | undefined
  let reading = Promise.resolve()

  const send = async () => {
    while (waiting.length > 0) {
      const messages = waiting
      waiting = []
      await notify(database, JSON.stringify({ from: process, messages })).catch((error: unknown) =>
        log.error({ err: error, messages: messages.length }, 'the other processes could not be told'),
      )
    }
  }
  const tell = (said: Message) => {
    if (waiting.length >= mostWaiting) {
      log.warn({ waiting: waiting.length }, 'what the other processes should be told is more than the database takes')
      waiting = []
    }
    waiting.push(said)
    pump()
  }
  const pump = () => {
    sending ??= send().finally(() => {
      sending = undefined
      if (waiting.length > 0) pump()
    })
  }
  const tellIfAnybody = (said: Message) => {
    if (others.size > 0) tell(said)
  }

  const obey = (from: string, said: Message) => {
    switch (said.kind) {
      case 'hello':
        return tell({ kind: 'state', topics: [...topics().ownPresences()].map(copied) })
      case 'bye':
        others.delete(from)
        return topics().replace(from, new Map())
      case 'broadcast': {
        const payload = said.isBinary ? Buffer.from(said.payload, 'base64') : said.payload
        return topics().heard(said.name, { event: said.event, payload })
      }
      case 'presence':
        return topics().heardPresence(from, said.name, said.joins, said.leaves)
      case 'state':
        return topics().replace(from, new Map(said.topics.map((topic) => [keyOf(topic.name), topic])))
      case 'alive':
    }
  }

  const read = async (payload: string) => {
    const kept = pointer.safeParse(JSON.parse(payload))
    const text = kept.success ? await fetchKept(database, kept.data.kept) : payload
    if (text === null) return
    const { from, messages } = envelope.parse(JSON.parse(text))
    if (from === process) return
    const isNew = !others.has(from)
    others.set(from, Date.now())
    // It has not told yet who is there; and to whoever says hello we answer ourselves.
    if (isNew && messages.every(({ kind }) => kind === 'alive')) tell({ kind: 'hello' })
    for (const said of messages) obey(from, said)
  }

  const alive = setInterval(() => {
    tell({ kind: 'alive' })
    for (const [other, heardAtMs] of others) {
      if (Date.now() - heardAtMs < deadAfterMs) continue
      others.delete(other)
      log.warn({ process: other }, 'another process is gone')
      topics().replace(other, new Map())
    }
    forgetKept(database).catch((error: unknown) => log.error({ err: error }, 'old messages could not be forgotten'))
  }, aliveEveryMs)
  alive.unref()

  return {
    broadcast(name, { event, payload }) {
      const isBinary = typeof payload !== 'string'
      tellIfAnybody({
        kind: 'broadcast',
        name,
        event,
        payload: isBinary ? payload.toString('base64') : payload,
        isBinary,
      })
    },
    presence(name, joins, leaves) {
      tellIfAnybody({ kind: 'presence', name, joins: [...joins], leaves: [...leaves] })
    },
    heard(payload) {
      // One after the other: what is fetched from the table keeps its place.
      reading = reading
        .then(() => read(payload))
        .catch((error: unknown) => log.error({ err: error }, 'a message of another process could not be read'))
    },
    greet() {
      tell({ kind: 'hello' })
      // The others may have missed what we said as we may have missed theirs.
      tell({ kind: 'state', topics: [...topics().ownPresences()].map(copied) })
    },
    async close() {
      clearInterval(alive)
      tell({ kind: 'bye' })
      await sending
      await reading
    },
  }
}

const copied = ({ name, presences }: { name: TopicName; presences: readonly Presence[] }) => ({
  name,
  presences: [...presences],
})

async function notify(database: Database, text: string): Promise<void> {
  if (Buffer.byteLength(text) <= longestNotification) {
    await database.run({ text: `select pg_notify('${channelName}', $1)`, values: [text] })
    return
  }
  const kept = `with kept as (insert into backend.realtime_messages (body) values ($1) returning id)
    select pg_notify('${channelName}', json_build_object('kept', id::text)::text) from kept`
  await database.run({ text: kept, values: [text] })
}

async function fetchKept(database: Database, id: string): Promise<string | null> {
  const text = 'select body from backend.realtime_messages where id = $1::bigint'
  return (await database.run({ text, values: [id] })).rows[0]?.[0] ?? null
}

async function forgetKept(database: Database): Promise<void> {
  const text = `delete from backend.realtime_messages where sent_at < clock_timestamp() - interval '${keptSeconds} seconds'`
  await database.run({ text, values: [] })
}
