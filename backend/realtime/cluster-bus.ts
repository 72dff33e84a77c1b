/** Exchanges broadcasts and presence with the other processes on one PostgreSQL, through its notifications. */
import { z } from 'zod'
import type { Database } from '#backend/database/database'
import type { Broadcast } from './frames.ts'
import type { Presence } from './presence-state.ts'
import { keyOf, type TopicName, type Topics } from './topics.ts'

export interface ClusterBusOptions {
  readonly database: Database
  /** This process's id. */
  readonly process: string
  readonly topics: () => Topics
  readonly log: { error(context: object, message: string): void; warn(context: object, message: string): void }
}

export interface ClusterBus {
  broadcast(name: TopicName, broadcast: Broadcast): void
  presence(name: TopicName, joins: readonly Presence[], leaves: readonly Presence[]): void
  /** Takes a notification of our channel that is neither a row change nor a database broadcast. */
  receive(payload: string): void
  /** Exchanges presences with the peers: at the start, and when notifications may have been lost. */
  sayHello(): void
  /** Sends a goodbye, so that the other processes remove this one's presences. */
  close(): Promise<void>
}

/** For an embedded database, which only one process uses. */
export const noClusterBus: ClusterBus = {
  broadcast: () => {},
  presence: () => {},
  receive: () => {},
  sayHello: () => {},
  close: async () => {},
}

export const channelName = 'backend_realtime'

const heartbeatIntervalMs = 3_000
/** A process without a message for this long has died, and its presences have left. */
const deadAfterMs = 10_000
/** PostgreSQL limits a notification to fewer than 8,000 bytes. A longer message is stored in a table. */
const maxNotificationBytes = 7_900
const maxQueued = 10_000
const retentionSeconds = 60

const presence = z.object({ ref: z.string(), key: z.string(), meta: z.string() })
const name = z.object({ topic: z.string(), isPrivate: z.boolean() })
const messageSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('hello') }),
  z.object({ kind: z.literal('heartbeat') }),
  z.object({ kind: z.literal('goodbye') }),
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
type Message = z.infer<typeof messageSchema>
const envelope = z.object({ from: z.string(), messages: z.array(messageSchema) })
/** A notification of a message in the table, which was too long for one. */
const storedMessage = z.object({ storedId: z.string() })

export function createClusterBus({ database, process, topics, log }: ClusterBusOptions): ClusterBus {
  /** Process id -> time of its last message. */
  const peers = new Map<string, number>()
  let queued: Message[] = []
  let sending: Promise<void> | undefined
  let reading = Promise.resolve()

  const send = async () => {
    while (queued.length > 0) {
      const messages = queued
      queued = []
      await notify(database, JSON.stringify({ from: process, messages })).catch((error: unknown) =>
        log.error({ err: error, messages: messages.length }, 'a message could not be sent to the other processes'),
      )
    }
  }
  const enqueue = (message: Message) => {
    if (queued.length >= maxQueued) {
      log.warn({ queued: queued.length }, 'messages to the other processes were dropped: the queue is full')
      queued = []
    }
    queued.push(message)
    pump()
  }
  const pump = () => {
    sending ??= send().finally(() => {
      sending = undefined
      if (queued.length > 0) pump()
    })
  }
  const sendIfConnected = (message: Message) => {
    if (peers.size > 0) enqueue(message)
  }

  const apply = (from: string, message: Message) => {
    switch (message.kind) {
      case 'hello':
        return enqueue({ kind: 'state', topics: [...topics().localPresences()].map(toStateEntry) })
      case 'goodbye':
        peers.delete(from)
        return topics().replaceRemote(from, new Map())
      case 'broadcast': {
        const payload = message.isBinary ? Buffer.from(message.payload, 'base64') : message.payload
        return topics().receiveBroadcast(message.name, { event: message.event, payload })
      }
      case 'presence':
        return topics().receivePresence(from, message.name, message.joins, message.leaves)
      case 'state':
        return topics().replaceRemote(from, new Map(message.topics.map((topic) => [keyOf(topic.name), topic])))
      case 'heartbeat':
    }
  }

  const read = async (payload: string) => {
    const stored = storedMessage.safeParse(JSON.parse(payload))
    const text = stored.success ? await fetchStoredMessage(database, stored.data.storedId) : payload
    if (text === null) return
    const { from, messages } = envelope.parse(JSON.parse(text))
    if (from === process) return
    const isNew = !peers.has(from)
    peers.set(from, Date.now())
    // A new process that only sent a heartbeat has not sent its presences. A hello from it is handled below.
    if (isNew && messages.every(({ kind }) => kind === 'heartbeat')) enqueue({ kind: 'hello' })
    for (const message of messages) apply(from, message)
  }

  const heartbeat = setInterval(() => {
    enqueue({ kind: 'heartbeat' })
    for (const [peer, lastSeenMs] of peers) {
      if (Date.now() - lastSeenMs < deadAfterMs) continue
      peers.delete(peer)
      log.warn({ process: peer }, 'another process has stopped responding; its presences are removed')
      topics().replaceRemote(peer, new Map())
    }
    deleteStoredMessages(database).catch((error: unknown) =>
      log.error({ err: error }, 'old messages between processes could not be deleted'),
    )
  }, heartbeatIntervalMs)
  heartbeat.unref()

  return {
    broadcast(name, { event, payload }) {
      const isBinary = typeof payload !== 'string'
      sendIfConnected({
        kind: 'broadcast',
        name,
        event,
        payload: isBinary ? payload.toString('base64') : payload,
        isBinary,
      })
    },
    presence(name, joins, leaves) {
      sendIfConnected({ kind: 'presence', name, joins: [...joins], leaves: [...leaves] })
    },
    receive(payload) {
      // Sequential, so that a message fetched from the table keeps its order.
      reading = reading
        .then(() => read(payload))
        .catch((error: unknown) => log.error({ err: error }, 'a message of another process could not be read'))
    },
    sayHello() {
      enqueue({ kind: 'hello' })
      // The peers may have missed our messages too.
      enqueue({ kind: 'state', topics: [...topics().localPresences()].map(toStateEntry) })
    },
    async close() {
      clearInterval(heartbeat)
      enqueue({ kind: 'goodbye' })
      await sending
      await reading
    },
  }
}

const toStateEntry = ({ name, presences }: { name: TopicName; presences: readonly Presence[] }) => ({
  name,
  presences: [...presences],
})

async function notify(database: Database, text: string): Promise<void> {
  if (Buffer.byteLength(text) <= maxNotificationBytes) {
    await database.run({ text: `select pg_notify('${channelName}', $1)`, values: [text] })
    return
  }
  const storeSql = `with stored as (insert into backend.realtime_messages (body) values ($1) returning id)
    select pg_notify('${channelName}', json_build_object('storedId', id::text)::text) from stored`
  await database.run({ text: storeSql, values: [text] })
}

async function fetchStoredMessage(database: Database, id: string): Promise<string | null> {
  const text = 'select body from backend.realtime_messages where id = $1::bigint'
  return (await database.run({ text, values: [id] })).rows[0]?.[0] ?? null
}

async function deleteStoredMessages(database: Database): Promise<void> {
  const text = `delete from backend.realtime_messages where sent_at < clock_timestamp() - interval '${retentionSeconds} seconds'`
  await database.run({ text, values: [] })
}
