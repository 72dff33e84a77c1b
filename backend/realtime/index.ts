/** Supabase's realtime: sockets that hear of changed rows, of what others say, and of who is there. */
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import type { Database } from '#backend/database/database'
import { type Claims, TokenError, type Tokens } from '#backend/tokens'
import { problem, readBroadcasts, type Said } from './broadcast-endpoint.ts'
import { startChanges } from './changes/index.ts'
import { topicWithout } from './channel.ts'
import { type Connection, type ConnectionContext, openConnection } from './connection.ts'
import { createDatabaseBroadcasts, saidPrefix } from './database-broadcasts.ts'
import { defaultLimits, type Limits } from './limits.ts'
import { createNetworks } from './networks.ts'
import { channelName, createPeers, noPeers, type Peers } from './peers.ts'
import { refuseUpgrade } from './refusal.ts'
import { rightsOn } from './rights.ts'
import { createTopics } from './topics.ts'
import { toViewer, viewerOf } from './viewer.ts'

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
  /**
   * Takes a request to open a socket.
   * @param network what a client's sockets are counted by
   */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, network: string): void
  /** Broadcasts by HTTP. */
  handle(request: Request, claims: Claims, network: string): Promise<Response>
  readonly sockets: number
  readonly channels: number
  /** Topics that somebody here or elsewhere is on. */
  readonly topics: number
  /** Closes every socket (1001) and opens no more; clients come back by themselves, to whoever answers then. */
  hangUp(): Promise<void>
  close(): Promise<void>
}

const sweepMs = 5_000
/** How long a client may take to say goodbye. */
const goodbyeMs = 1_000

/** Puts the triggers in place and begins to listen. @throws DatabaseError */
export async function startRealtime({ database, tokens, log, limits: given = {} }: RealtimeOptions): Promise<Realtime> {
  const limits = { ...defaultLimits, ...given }
  await database.withLock(followLock, () =>
    database.run({ text: 'select backend.follow_realtime_publication()', values: [] }),
  )
  const changes = startChanges({ database, log })
  const process = processId()
  const peers: Peers =
    database.kind === 'postgres' ? createPeers({ database, process, topics: () => topics, log }) : noPeers
  const topics = createTopics(process, peers, limits)
  const databaseBroadcasts = createDatabaseBroadcasts({ database, topics, log })
  const stopListening = await database.listen(channelName, (payload) => {
    if (payload === 'changes') return changes.look()
    if (payload.startsWith(saidPrefix)) return databaseBroadcasts.heard(payload.slice(saidPrefix.length))
    if (payload !== '') return peers.heard(payload)
    // The database was away.
    changes.look()
    databaseBroadcasts.catchUp()
    peers.greet()
  })
  peers.greet()
  const context: ConnectionContext = { database, tokens, topics, changes, databaseBroadcasts, limits, log }
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: limits.messageBytes,
    // Its memory costs more than the bytes saved on messages as small as these.
    perMessageDeflate: false,
    clientTracking: false,
  })
  const connections = new Set<Connection>()
  const networks = createNetworks(limits)
  let hungUp = false
  let allGone: (() => void) | undefined

  const open = async (request: IncomingMessage, socket: Duplex, head: Buffer, address: string) => {
    const asked = new URL(request.url ?? '/', 'http://localhost').searchParams
    const token = asked.get('apikey') ?? headerOf(request, 'apikey') ?? headerOf(request, 'x-api-key')
    if (!token) return refuseUpgrade(socket, 401, 'No API key found in request')
    const version = asked.get('vsn') ?? '1.0.0'
    if (version !== '1.0.0' && version !== '2.0.0') return refuseUpgrade(socket, 400, 'Unknown protocol version')
    try {
      await viewerOf(token, tokens)
    } catch (error) {
      if (!(error instanceof TokenError)) throw error
      return refuseUpgrade(socket, 403, 'Invalid API key')
    }
    if (hungUp || connections.size >= limits.sockets) return refuseUpgrade(socket, 503, 'Too many connections')
    const network = networks.of(address)
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
          if (connections.size === 0) allGone?.()
        },
      })
      connections.add(connection)
    })
  }

  const sweep = setInterval(
    () => {
      const now = Date.now()
      for (const connection of connections) connection.check(now)
      networks.tidy()
    },
    Math.min(sweepMs, limits.silenceMs / 4, limits.slowMs / 4),
  )
  sweep.unref()

  const hangUp = async () => {
    hungUp = true
    if (connections.size === 0) return
    const gone = new Promise<void>((resolve) => {
      allGone = resolve
    })
    for (const connection of connections) connection.close(1001, 'The server is going away')
    const force = setTimeout(() => {
      for (const connection of connections) connection.terminate()
    }, goodbyeMs)
    await gone
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
        return problem(426, 'This address is for WebSockets')
      const said = await readBroadcasts(request, limits.messageBytes)
      if (said instanceof Response) return said
      for (const { name } of said) {
        if (!name.isPrivate) continue
        const topic = topicWithout(name.topic)
        const rights = await rightsOn(database, topic, toViewer(claims))
        if (!rights.speaks('broadcast'))
          return problem(403, `You do not have permissions to broadcast on the topic ${topic}`)
      }
      if (claims.role !== 'service_role') {
        const cost = ({ name }: Said) => 1 + Math.floor(topics.membersOf(name) / limits.hearersPerMessage)
        const { allowance } = networks.of(network)
        if (!allowance.take(said.length)) return problem(429, 'Too many messages per second')
        for (const each of said) allowance.charge(cost(each) - 1)
      }
      for (const { name, broadcast } of said) topics.broadcast(name, broadcast, null)
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
    hangUp,
    async close() {
      await hangUp()
      clearInterval(sweep)
      await peers.close()
      await stopListening()
      await databaseBroadcasts.close()
      await changes.close()
    },
  }
}

/** Any number of our own: two processes that start at once do not both make the triggers. */
const followLock = 7_215_330_002

/** In front of the refs of presences, so that those of two processes differ. */
function processId(): string {
  return crypto.randomUUID().replaceAll('-', '').slice(0, 12)
}

function headerOf({ headers }: IncomingMessage, name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value[0] : value
}
