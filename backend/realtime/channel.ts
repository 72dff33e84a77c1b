/** One client's subscription to one topic, with its permissions and token expiry. */
import type { Database } from '#backend/database/database'
import type { Tokens } from '#backend/tokens'
import { TokenError } from '#backend/tokens'
import { type AuthContext, verifyToken } from './auth-context.ts'
import { canReadTopic, type Permissions, permissionsOn, unauthorized } from './authorization.ts'
import type { Changes, Quota, Subscribed } from './changes/index.ts'
import type { DatabaseBroadcasts, Replay } from './database-broadcasts.ts'
import { type Broadcast, BroadcastPush, type Frame, fitsFrame, type Version, writeBroadcast } from './frames.ts'
import type { JoinRequest } from './join-request.ts'
import type { Limits } from './limits.ts'
import { metaFrom } from './presence-state.ts'
import type { TopicName, TopicSubscriber, Topics } from './topics.ts'

/** What a channel uses of its socket. */
export interface ChannelSocket {
  readonly version: Version
  send(frame: { topic: string; event: string; payload: string; joinRef?: string | null; ref?: string | null }): void
  sendRaw(frame: string | Buffer, isBinary: boolean): void
  /** Charges the rate limits for a message to this many recipients. */
  charge(recipients: number): void
  /** Called when the channel is closed. */
  remove(channel: Channel): void
}

export interface ChannelContext {
  readonly database: Database
  readonly tokens: Tokens
  readonly topics: Topics
  readonly changes: Changes
  readonly databaseBroadcasts: DatabaseBroadcasts
  readonly limits: Limits
}

export interface Joining {
  readonly topic: string
  readonly joinRef: string | null
  readonly request: JoinRequest
  readonly auth: AuthContext
  readonly permissions: Permissions
}

/** The longest delay of setTimeout. A later expiry is checked again after it. */
const maxTimerMs = 2 ** 31 - 1
let lastChannelId = 0

export class Channel implements TopicSubscriber {
  readonly id: number
  readonly topic: string
  readonly joinRef: string | null
  readonly #name: TopicName
  readonly #request: JoinRequest
  readonly #socket: ChannelSocket
  readonly #context: ChannelContext
  readonly #presenceKey: string
  #receivesPresence: boolean
  #auth: AuthContext
  #permissions: Permissions
  #subscribed: Subscribed | undefined
  #expiry: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(context: ChannelContext, socket: ChannelSocket, { topic, joinRef, request, auth, permissions }: Joining) {
    lastChannelId += 1
    this.id = lastChannelId
    this.topic = topic
    this.joinRef = joinRef
    this.#context = context
    this.#socket = socket
    this.#request = request
    this.#auth = auth
    this.#permissions = permissions
    this.#name = { topic, isPrivate: request.isPrivate }
    this.#presenceKey = request.presence.key || crypto.randomUUID()
    this.#receivesPresence = request.presence.isEnabled
  }

  get auth(): AuthContext {
    return this.#auth
  }
  get version(): Version {
    return this.#socket.version
  }
  get receivesOwnBroadcasts(): boolean {
    return this.#request.receivesOwnBroadcasts
  }
  get receivesBroadcasts(): boolean {
    return this.#permissions.canRead('broadcast')
  }
  get receivesPresence(): boolean {
    return this.#receivesPresence && this.#permissions.canRead('presence')
  }

  get subscriptions(): number {
    return this.#request.changes.length
  }

  /**
   * Subscribes, then replies to the join. Changes committed from then on are delivered.
   * @throws SubscriptionLimitError
   */
  async open(ref: string | null, quota: Quota): Promise<void> {
    const { changes: requests } = this.#request
    if (requests.length > 0) this.#subscribed = await this.#context.changes.subscribe(requests, this, quota)
    if (this.#isClosed) {
      this.#subscribed?.end()
      return
    }
    this.#context.topics.join(this.#name, this)
    this.#waitForExpiry()
    const ids = this.#subscribed?.ids ?? []
    const confirmed = requests.map((request, index) => ({ id: ids[index], ...request }))
    this.reply(ref, 'ok', { postgres_changes: confirmed })
    if (this.receivesPresence) this.#context.topics.sendState(this.#name, this)
    if (this.#request.wantsReplicationReady) this.#sendSystem('system', 'ok', 'Replication connection established')
    if (this.#request.replay && this.receivesBroadcasts) await this.#replay(this.#request.replay)
    if (!this.#subscribed) return
    const { problem } = this.#subscribed
    this.#sendSystem('postgres_changes', problem === undefined ? 'ok' : 'error', problem ?? 'Subscribed to PostgreSQL')
  }

  /** Handles a client's message to this topic, other than join and leave. */
  async handle(frame: Frame): Promise<void> {
    switch (frame.event) {
      case 'access_token':
        return this.#refresh(frame.payload)
      case 'broadcast':
        return this.#broadcast(frame)
      case 'presence':
        return this.#presence(frame)
      default:
        this.reply(frame.ref, 'error', { reason: `unknown event ${frame.event}` })
    }
  }

  async #replay(replay: Replay): Promise<void> {
    for (const broadcast of await this.#context.databaseBroadcasts.replay(this.#name, replay)) {
      const frame = writeBroadcast(this.topic, broadcast, this.version)
      if (frame !== null && !this.#isClosed) this.sendRaw(frame.bytes, frame.isBinary)
    }
  }

  deliver(payload: string): void {
    this.#send('postgres_changes', payload)
  }

  fail(reason: string): void {
    if (this.#isClosed) return
    this.#end()
    this.#socket.send({
      topic: this.topic,
      event: 'phx_error',
      payload: JSON.stringify({ reason }),
      joinRef: this.joinRef,
      ref: this.joinRef,
    })
  }

  sendRaw(frame: Buffer, isBinary: boolean): void {
    this.#socket.sendRaw(frame, isBinary)
  }

  sendPresence(event: 'presence_state' | 'presence_diff', payload: string): void {
    this.#send(event, payload)
  }

  reply(ref: string | null, status: 'ok' | 'error', response: object): void {
    if (ref === null) return
    const payload = JSON.stringify({ status, response })
    this.#socket.send({ topic: this.topic, event: 'phx_reply', payload, joinRef: this.joinRef, ref })
  }

  /** Ends the channel and notifies the client. */
  close(): void {
    if (this.#isClosed) return
    this.#end()
    this.#socket.send({
      topic: this.topic,
      event: 'phx_close',
      payload: '{}',
      joinRef: this.joinRef,
      ref: this.joinRef,
    })
  }

  /** Sends the reason, then closes, as Supabase does. */
  shutDown(reason: string): void {
    if (this.#isClosed) return
    this.#sendSystem('system', 'error', reason)
    this.close()
  }

  /** Sends an error without closing the channel. */
  sendError(message: string): void {
    this.#sendSystem('system', 'error', message)
  }

  /** Ends the channel of a closed socket. */
  disconnect(): void {
    if (!this.#isClosed) this.#end()
  }

  #end(): void {
    this.#isClosed = true
    clearTimeout(this.#expiry)
    this.#subscribed?.end()
    this.#context.topics.leave(this.#name, this)
    this.#socket.remove(this)
  }

  #waitForExpiry(): void {
    clearTimeout(this.#expiry)
    const { expiresAtMs } = this.#auth
    if (expiresAtMs === Number.POSITIVE_INFINITY) return
    const leftMs = expiresAtMs - Date.now()
    if (leftMs <= 0) {
      this.shutDown('Token has expired')
      return
    }
    this.#expiry = setTimeout(() => this.#waitForExpiry(), Math.min(leftMs, maxTimerMs))
    this.#expiry.unref()
  }

  async #refresh(payload: unknown): Promise<void> {
    const token = fieldOf(payload, 'access_token')
    if (typeof token !== 'string') return
    try {
      const auth = await verifyToken(token, this.#context)
      if (this.#request.isPrivate) {
        const topic = topicWithoutPrefix(this.topic)
        this.#permissions = await permissionsOn(this.#context.database, topic, auth)
        if (!canReadTopic(this.#permissions)) {
          this.shutDown(unauthorized(topic))
          return
        }
      }
      this.#auth = auth
      if (!this.#isClosed) this.#waitForExpiry()
    } catch (error) {
      if (!(error instanceof TokenError)) throw error
      this.shutDown(error.reason === 'expired' ? 'Token has expired' : 'The token provided is not valid')
    }
  }

  #broadcast({ payload, ref }: Frame): void {
    const broadcast = payload instanceof BroadcastPush ? payload.broadcast : broadcastFrom(payload)
    if (!broadcast) {
      this.reply(ref, 'error', { reason: 'A broadcast needs an event' })
      return
    }
    if (!this.#permissions.canWrite('broadcast')) {
      this.reply(ref, 'error', { reason: 'Unauthorized: You do not have permissions to broadcast here' })
      return
    }
    this.#context.topics.broadcast(this.#name, broadcast, this)
    this.#socket.charge(this.#context.topics.subscriberCount(this.#name))
    if (this.#request.wantsAcknowledgement) this.reply(ref, 'ok', {})
  }

  #presence({ payload, ref }: Frame): void {
    const event = String(fieldOf(payload, 'event')).toLowerCase()
    if (event === 'untrack') this.#context.topics.untrack(this.#name, this)
    else if (event === 'track') {
      if (!this.#permissions.canWrite('presence')) {
        this.reply(ref, 'error', { reason: 'Unauthorized: You do not have permissions to track presence here' })
        return
      }
      const meta = metaFrom(fieldOf(payload, 'payload') ?? {}, this.#context.limits.presenceBytes)
      if (meta === undefined) {
        this.reply(ref, 'error', { reason: 'The presence is not an object, or is too large' })
        return
      }
      // A client that tracks itself receives the presence of others too.
      if (!this.#receivesPresence) {
        this.#receivesPresence = true
        if (this.receivesPresence) this.#context.topics.sendState(this.#name, this)
      }
      const refusal = this.#context.topics.track(this.#name, this, this.#presenceKey, meta)
      if (refusal !== undefined) {
        this.reply(ref, 'error', { reason: refusal })
        return
      }
    } else {
      this.reply(ref, 'error', { reason: 'The presence event is not track or untrack' })
      return
    }
    this.#socket.charge(this.#context.topics.subscriberCount(this.#name))
    this.reply(ref, 'ok', {})
  }

  #sendSystem(extension: 'system' | 'postgres_changes', status: 'ok' | 'error', message: string): void {
    this.#send('system', JSON.stringify({ extension, status, message, channel: topicWithoutPrefix(this.topic) }))
  }

  #send(event: string, payload: string): void {
    if (this.#isClosed) return
    this.#socket.send({ topic: this.topic, event, payload, joinRef: this.joinRef })
  }
}

/** The topic without its prefix, as the client names it. */
export const topicWithoutPrefix = (topic: string) => topic.replace(/^realtime:/, '')

function fieldOf(payload: unknown, name: string): unknown {
  return typeof payload === 'object' && payload !== null ? Reflect.get(payload, name) : undefined
}

function broadcastFrom(payload: unknown): Broadcast | undefined {
  const event = fieldOf(payload, 'event')
  if (typeof event !== 'string' || event === '' || !fitsFrame(event)) return undefined
  return { event, payload: JSON.stringify(fieldOf(payload, 'payload') ?? {}) }
}
