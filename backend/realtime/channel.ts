/** One client on one topic: what it may hear, as whom, until when. */
import type { Database } from '#backend/database/database'
import type { Tokens } from '#backend/tokens'
import { TokenError } from '#backend/tokens'
import type { Changes, Quota, Subscribed } from './changes/index.ts'
import type { DatabaseBroadcasts, Replay } from './database-broadcasts.ts'
import { type Broadcast, BroadcastPush, type Frame, type Version, writeBroadcast } from './frames.ts'
import type { JoinRequest } from './join-request.ts'
import type { Limits } from './limits.ts'
import { metaFrom } from './presence.ts'
import { isDeaf, type Rights, rightsOn, unauthorized } from './rights.ts'
import type { Member, TopicName, Topics } from './topics.ts'
import { type Viewer, viewerOf } from './viewer.ts'

/** The socket as a channel sees it. */
export interface Outlet {
  readonly version: Version
  send(frame: { topic: string; event: string; payload: string; joinRef?: string | null; ref?: string | null }): void
  sendRaw(frame: string | Buffer, isBinary: boolean): void
  /** What was said is heard by so many. */
  charge(hearers: number): void
  /** The channel is over. */
  forget(channel: Channel): void
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
  readonly viewer: Viewer
  readonly rights: Rights
}

/** A timer's longest wait; what lies further off is looked at again then. */
const longestTimerMs = 2 ** 31 - 1
let channelsMade = 0

export class Channel implements Member {
  readonly id: number
  readonly topic: string
  readonly joinRef: string | null
  readonly #name: TopicName
  readonly #request: JoinRequest
  readonly #outlet: Outlet
  readonly #context: ChannelContext
  readonly #presenceKey: string
  #hearsPresence: boolean
  #viewer: Viewer
  #rights: Rights
  #subscribed: Subscribed | undefined
  #expiry: NodeJS.Timeout | undefined
  #isOver = false

  constructor(context: ChannelContext, outlet: Outlet, { topic, joinRef, request, viewer, rights }: Joining) {
    channelsMade += 1
    this.id = channelsMade
    this.topic = topic
    this.joinRef = joinRef
    this.#context = context
    this.#outlet = outlet
    this.#request = request
    this.#viewer = viewer
    this.#rights = rights
    this.#name = { topic, isPrivate: request.isPrivate }
    this.#presenceKey = request.presence.key || crypto.randomUUID()
    this.#hearsPresence = request.presence.isEnabled
  }

  get viewer(): Viewer {
    return this.#viewer
  }
  get version(): Version {
    return this.#outlet.version
  }
  get hearsItself(): boolean {
    return this.#request.hearsItself
  }
  get hearsBroadcasts(): boolean {
    return this.#rights.hears('broadcast')
  }
  get hearsPresence(): boolean {
    return this.#hearsPresence && this.#rights.hears('presence')
  }

  get subscriptions(): number {
    return this.#request.changes.length
  }

  /**
   * Subscribes, then answers the join: what is committed from then on is told.
   * @throws TooMuchAsked
   */
  async open(ref: string | null, quota: Quota): Promise<void> {
    const { changes: requests } = this.#request
    if (requests.length > 0) this.#subscribed = await this.#context.changes.subscribe(requests, this, quota)
    if (this.#isOver) {
      this.#subscribed?.end()
      return
    }
    this.#context.topics.join(this.#name, this)
    this.#waitForExpiry()
    const ids = this.#subscribed?.ids ?? []
    const answered = requests.map((request, index) => ({ id: ids[index], ...request }))
    this.reply(ref, 'ok', { postgres_changes: answered })
    if (this.hearsPresence) this.#context.topics.sendState(this.#name, this)
    if (this.#request.wantsReadiness) this.#tellSystem('system', 'ok', 'Replication connection established')
    if (this.#request.replay && this.hearsBroadcasts) await this.#tellAgain(this.#request.replay)
    if (!this.#subscribed) return
    const { problem } = this.#subscribed
    this.#tellSystem('postgres_changes', problem === undefined ? 'ok' : 'error', problem ?? 'Subscribed to PostgreSQL')
  }

  /** A message of the client to this topic, other than joining and leaving. */
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

  async #tellAgain(replay: Replay): Promise<void> {
    for (const broadcast of await this.#context.databaseBroadcasts.replay(this.#name, replay)) {
      const frame = writeBroadcast(this.topic, broadcast, this.version)
      if (frame !== null && !this.#isOver) this.sendRaw(frame.bytes, frame.isBinary)
    }
  }

  deliver(payload: string): void {
    this.#send('postgres_changes', payload)
  }

  lose(reason: string): void {
    if (this.#isOver) return
    this.#end()
    this.#outlet.send({
      topic: this.topic,
      event: 'phx_error',
      payload: JSON.stringify({ reason }),
      joinRef: this.joinRef,
      ref: this.joinRef,
    })
  }

  sendRaw(frame: Buffer, isBinary: boolean): void {
    this.#outlet.sendRaw(frame, isBinary)
  }

  sendPresence(event: 'presence_state' | 'presence_diff', payload: string): void {
    this.#send(event, payload)
  }

  reply(ref: string | null, status: 'ok' | 'error', response: object): void {
    if (ref === null) return
    const payload = JSON.stringify({ status, response })
    this.#outlet.send({ topic: this.topic, event: 'phx_reply', payload, joinRef: this.joinRef, ref })
  }

  /** Over by the client's wish or ours; it is told, unless its socket is gone. */
  close(): void {
    if (this.#isOver) return
    this.#end()
    this.#outlet.send({
      topic: this.topic,
      event: 'phx_close',
      payload: '{}',
      joinRef: this.joinRef,
      ref: this.joinRef,
    })
  }

  /** As Supabase does it: says why, then closes. */
  shutDown(reason: string): void {
    if (this.#isOver) return
    this.#tellSystem('system', 'error', reason)
    this.close()
  }

  /** Tells of a fault without ending anything. */
  complain(message: string): void {
    this.#tellSystem('system', 'error', message)
  }

  /** The socket is gone. */
  drop(): void {
    if (!this.#isOver) this.#end()
  }

  #end(): void {
    this.#isOver = true
    clearTimeout(this.#expiry)
    this.#subscribed?.end()
    this.#context.topics.leave(this.#name, this)
    this.#outlet.forget(this)
  }

  #waitForExpiry(): void {
    clearTimeout(this.#expiry)
    const { expiresAtMs } = this.#viewer
    if (expiresAtMs === Number.POSITIVE_INFINITY) return
    const leftMs = expiresAtMs - Date.now()
    if (leftMs <= 0) {
      this.shutDown('Token has expired')
      return
    }
    this.#expiry = setTimeout(() => this.#waitForExpiry(), Math.min(leftMs, longestTimerMs))
    this.#expiry.unref()
  }

  async #refresh(payload: unknown): Promise<void> {
    const token = fieldOf(payload, 'access_token')
    if (typeof token !== 'string') return
    try {
      const viewer = await viewerOf(token, this.#context.tokens)
      if (this.#request.isPrivate) {
        const topic = topicWithout(this.topic)
        this.#rights = await rightsOn(this.#context.database, topic, viewer)
        if (isDeaf(this.#rights)) {
          this.shutDown(unauthorized(topic))
          return
        }
      }
      this.#viewer = viewer
      if (!this.#isOver) this.#waitForExpiry()
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
    if (!this.#rights.speaks('broadcast')) {
      this.reply(ref, 'error', { reason: 'Unauthorized: You do not have permissions to broadcast here' })
      return
    }
    this.#context.topics.broadcast(this.#name, broadcast, this)
    this.#outlet.charge(this.#context.topics.membersOf(this.#name))
    if (this.#request.wantsAcknowledgement) this.reply(ref, 'ok', {})
  }

  #presence({ payload, ref }: Frame): void {
    const event = String(fieldOf(payload, 'event')).toLowerCase()
    if (event === 'untrack') this.#context.topics.untrack(this.#name, this)
    else if (event === 'track') {
      if (!this.#rights.speaks('presence')) {
        this.reply(ref, 'error', { reason: 'Unauthorized: You do not have permissions to track presence here' })
        return
      }
      const meta = metaFrom(fieldOf(payload, 'payload') ?? {}, this.#context.limits.presenceBytes)
      if (meta === undefined) {
        this.reply(ref, 'error', { reason: 'The presence is no object, or too large' })
        return
      }
      // Whoever shows itself wants to see the others.
      if (!this.#hearsPresence) {
        this.#hearsPresence = true
        if (this.hearsPresence) this.#context.topics.sendState(this.#name, this)
      }
      const refusal = this.#context.topics.track(this.#name, this, this.#presenceKey, meta)
      if (refusal !== undefined) {
        this.reply(ref, 'error', { reason: refusal })
        return
      }
    } else {
      this.reply(ref, 'error', { reason: 'A presence is tracked or untracked' })
      return
    }
    this.#outlet.charge(this.#context.topics.membersOf(this.#name))
    this.reply(ref, 'ok', {})
  }

  #tellSystem(extension: 'system' | 'postgres_changes', status: 'ok' | 'error', message: string): void {
    this.#send('system', JSON.stringify({ extension, status, message, channel: topicWithout(this.topic) }))
  }

  #send(event: string, payload: string): void {
    if (this.#isOver) return
    this.#outlet.send({ topic: this.topic, event, payload, joinRef: this.joinRef })
  }
}

/** As the client named it. */
export const topicWithout = (topic: string) => topic.replace(/^realtime:/, '')

function fieldOf(payload: unknown, name: string): unknown {
  return typeof payload === 'object' && payload !== null ? Reflect.get(payload, name) : undefined
}

function broadcastFrom(payload: unknown): Broadcast | undefined {
  const event = fieldOf(payload, 'event')
  if (typeof event !== 'string' || event === '' || event.length > 255) return undefined
  return { event, payload: JSON.stringify(fieldOf(payload, 'payload') ?? {}) }
}
