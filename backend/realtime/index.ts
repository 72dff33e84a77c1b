/** Supabase's Realtime: row changes, broadcasts and presence over WebSockets. */
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import type { Database } from '#backend/database/database'
import { type Claims, TokenError, type Tokens } from '#backend/tokens'
import { endedSessions, toAuthContext, verifyToken } from './auth-context.ts'
import { permissionsOn } from './authorization.ts'
import { errorResponse, readBroadcasts, type TopicBroadcast } from './broadcast-endpoint.ts'
import { startChanges } from './changes/index.ts'
import { topicWithoutPrefix } from './channel.ts'
import { type ClusterBus, channelName, createClusterBus, noClusterBus } from './cluster-bus.ts'
import { type Connection, type ConnectionContext, openConnection } from './connection.ts'
import { broadcastPrefix, createDatabaseBroadcasts } from './database-broadcasts.ts'
import { defaultLimits, type Limits } from './limits.ts'
import { createNetworks } from './networks.ts'
import { refuseUpgrade } from './refuse-upgrade.ts'
import { createTopics } from './topics.ts'

export { networkLimits, noNetworkLimits } from './limits.ts'

export interface RealtimeOptions {
  readonly database: Database
  readonly tokens: Tokens
  readonly log: {
    error(context: object, message: string): void
    warn(context: object, message: string): void
    info(context: object, message: string): void
  }
  readonly limits?: Partial<Limits>
}

export interface Realtime {
  /** @param network the client's network, to which its limits apply */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, network: string): void
  /** Broadcasts by HTTP. */
  handle(request: Request, claims: Claims, network: string): Promise<Response>
  readonly sockets: number
  readonly channels: number
  /** Topics with a subscriber in this process or another. */
  readonly topics: number
  /** Closes every socket (1001) and opens no more. Clients reconnect by themselves. */
  drain(): Promise<void>
  close(): Promise<void>
}

const sweepMs = 5_000
/** How long a client may take to complete the closing handshake. */
const closeTimeoutMs = 1_000

/** Creates the triggers and starts to listen. @throws DatabaseError */
export async function startRealtime({ database, tokens, log, limits: given = {} }: RealtimeOptions): Promise<Realtime> {
  const limits = { ...defaultLimits, ...given }
  await database.withLock('publication', () =>
    database.run({ text: 'select backend.follow_realtime_publication()', values: [] }),
  )
  const changes = startChanges({ database, log })
  const process = processId()
  const bus: ClusterBus =
    database.kind === 'postgres' ? createClusterBus({ database, process, topics: () => topics, log }) : noClusterBus
  const topics = createTopics(process, bus, limits)
  const databaseBroadcasts = createDatabaseBroadcasts({ database, topics, log })
  const stopListening = await database.listen(channelName, (payload) => {
    if (payload === 'changes') return changes.poll()
    if (payload.startsWith(broadcastPrefix)) return databaseBroadcasts.receive(payload.slice(broadcastPrefix.length))
    if (payload !== '') return bus.receive(payload)
    // The connection was lost and is back.
    changes.poll()
    databaseBroadcasts.catchUp()
    bus.sayHello()
  })
  bus.sayHello()
  const context: ConnectionContext = { database, tokens, topics, changes, databaseBroadcasts, limits, log }
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: limits.messageBytes,
    // For small messages, compression costs more memory than it saves bytes.
    perMessageDeflate: false,
    clientTracking: false,
  })
  const connections = new Set<Connection>()
  const networks = createNetworks(limits)
  let isDraining = false
  let onAllClosed: (() => void) | undefined

  const open = async (request: IncomingMessage, socket: Duplex, head: Buffer, networkName: string) => {
    const query = new URL(request.url ?? '/', 'http://localhost').searchParams
    const token = query.get('apikey') ?? headerOf(request, 'apikey') ?? headerOf(request, 'x-api-key')
    if (!token) return refuseUpgrade(socket, 401, 'No API key found in request')
    const version = query.get('vsn') ?? '1.0.0'
    if (version !== '1.0.0' && version !== '2.0.0') return refuseUpgrade(socket, 400, 'Unknown protocol version')
    try {
      await verifyToken(token, { tokens, database })
    } catch (error) {
      if (!(error instanceof TokenError)) throw error
      return refuseUpgrade(socket, 403, 'Invalid API key')
    }
    if (isDraining || connections.size >= limits.sockets) return refuseUpgrade(socket, 503, 'Too many connections')
    const network = networks.of(networkName)
    if (network.sockets >= limits.socketsPerNetwork) return refuseUpgrade(socket, 429, 'Too many connections')
    server.handleUpgrade(request, socket, head, (opened) => {
      network.sockets += 1
      const connection = openConnection(context, {
        socket: opened,
        network,
        version,
        token,
        onEnd() {
          connections.delete(connection)
          network.sockets -= 1
          if (connections.size === 0) onAllClosed?.()
        },
      })
      connections.add(connection)
    })
  }

  let isChecking = false
  /** Closes the channels of members who have signed out elsewhere. */
  const endSessions = async () => {
    const sessions = new Set([...connections].flatMap((connection) => connection.sessions))
    if (isChecking || sessions.size === 0) return
    isChecking = true
    try {
      const ended = await endedSessions(database, [...sessions])
      if (ended.size > 0) for (const connection of connections) connection.endSessions(ended)
    } catch (error) {
      log.error({ err: error }, 'the sessions of realtime clients could not be checked')
    } finally {
      isChecking = false
    }
  }
  const sweep = setInterval(
    () => {
      const now = Date.now()
      for (const connection of connections) connection.check(now)
      networks.removeIdle()
      void endSessions()
    },
    Math.min(sweepMs, limits.idleTimeoutMs / 4, limits.slowTimeoutMs / 4),
  )
  sweep.unref()

  const drain = async () => {
    isDraining = true
    if (connections.size === 0) return
    const closed = new Promise<void>((resolve) => {
      onAllClosed = resolve
    })
    for (const connection of connections) connection.close(1001, 'The server is going away')
    const force = setTimeout(() => {
      for (const connection of connections) connection.terminate()
    }, closeTimeoutMs)
    await closed
    clearTimeout(force)
  }

  return {
    upgrade(request, socket, head, network) {
      open(request, socket, head, network).catch((error: unknown) => {
        log.error({ err: error }, 'a realtime socket could not be opened')
        refuseUpgrade(socket, 500, 'Something went wrong on our side')
      })
    },
    async handle(request, claims, network) {
      if (new URL(request.url).pathname === '/realtime/v1/websocket')
        return errorResponse(426, 'This address is for WebSockets')
      const broadcasts = await readBroadcasts(request, limits.messageBytes)
      if (broadcasts instanceof Response) return broadcasts
      for (const { name } of broadcasts) {
        if (!name.isPrivate) continue
        const topic = topicWithoutPrefix(name.topic)
        const permissions = await permissionsOn(database, topic, toAuthContext(claims))
        if (!permissions.canWrite('broadcast'))
          return errorResponse(403, `You do not have permissions to broadcast on the topic ${topic}`)
      }
      if (claims.role !== 'service_role') {
        const cost = ({ name }: TopicBroadcast) =>
          1 + Math.floor(topics.subscriberCount(name) / limits.recipientsPerMessage)
        const { bucket } = networks.of(network)
        if (!bucket.take(broadcasts.length)) return errorResponse(429, 'Too many messages per second')
        for (const each of broadcasts) bucket.charge(cost(each) - 1)
      }
      for (const { name, broadcast } of broadcasts) topics.broadcast(name, broadcast, null)
      return new Response(null, { status: 202 })
    },
    get sockets() {
      return connections.size
    },
    get channels() {
      return [...connections].reduce((sum, connection) => sum + connection.channels, 0)
    },
    get topics() {
      return topics.size
    },
    drain,
    async close() {
      await drain()
      clearInterval(sweep)
      await bus.close()
      await stopListening()
      await databaseBroadcasts.close()
      await changes.close()
    },
  }
}

/** Prefix of presence refs, which makes them unique across processes. */
function processId(): string {
  return crypto.randomUUID().replaceAll('-', '').slice(0, 12)
}

function headerOf({ headers }: IncomingMessage, name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value[0] : value
}
