/** One client's socket: handles its frames in order, enforces its limits, and disconnects it if it reads too slowly. */
import type { RawData, WebSocket } from 'ws'
import { TokenError } from '#backend/tokens'
import { verifyToken } from './auth-context.ts'
import { allPermissions, canReadTopic, permissionsOn, unauthorized } from './authorization.ts'
import { SubscriptionLimitError } from './changes/index.ts'
import { Channel, type ChannelContext, type ChannelSocket, topicWithoutPrefix } from './channel.ts'
import { type Frame, FrameError, readFrame, type Version, writeFrame } from './frames.ts'
import { readJoinRequest } from './join-request.ts'
import { createTokenBucket, type Network } from './networks.ts'
import { createSubscriptionQuota } from './subscription-quota.ts'

export interface ConnectionContext extends ChannelContext {
  readonly log: {
    error(context: object, message: string): void
    warn(context: object, message: string): void
  }
}

export interface Connection {
  readonly channels: number
  /** The members' sessions that its channels belong to. */
  readonly sessions: readonly string[]
  /** Disconnects a client that is idle or reads too slowly. */
  check(nowMs: number): void
  /** Closes the channels of sessions that have ended. */
  endSessions(ended: ReadonlySet<string>): void
  close(code: number, reason: string): void
  /** Ends the connection without a closing handshake. */
  terminate(): void
}

interface Opening {
  readonly socket: WebSocket
  readonly network: Network
  readonly version: Version
  /** The key or token that opened the socket. A join may bring another. */
  readonly token: string
  onEnd(): void
}

/** With more unhandled frames than this, reading from the client pauses. */
const maxPendingFrames = 64
/** A frame counts once more for each so many bytes. */
const bytesPerMessage = 16 * 1024
const tooManyMessages = 'Too many messages per second'

export function openConnection(
  context: ConnectionContext,
  { socket, network, version, token, onEnd }: Opening,
): Connection {
  const { limits, log } = context
  const channels = new Map<string, Channel>()
  const bucket = createTokenBucket(limits.messagesPerSecond)
  const quota = createSubscriptionQuota(limits, network)
  let lastFrameMs = Date.now()
  let work = Promise.resolve()
  let pendingFrames = 0
  let dropped = 0
  let isClosed = false

  /** Since when at least `slowBytes` have been unsent. */
  let slowSinceMs: number | undefined

  const disconnectSlow = () => {
    log.warn({ unsentBytes: socket.bufferedAmount }, 'a realtime client does not keep up and is disconnected')
    socket.terminate()
  }
  const sendRaw = (frame: string | Buffer, isBinary = false) => {
    if (socket.readyState !== socket.OPEN) return
    if (socket.bufferedAmount > limits.unsentBytes) return disconnectSlow()
    socket.send(frame, { binary: isBinary })
  }
  const channelSocket: ChannelSocket = {
    version,
    send: (frame) => sendRaw(writeFrame(frame, version)),
    sendRaw,
    charge(recipients) {
      const cost = Math.floor(recipients / limits.recipientsPerMessage)
      bucket.charge(cost)
      network.bucket.charge(cost)
    },
    remove(channel) {
      if (channels.get(channel.topic) === channel) channels.delete(channel.topic)
    },
  }
  const reply = ({ topic, ref, joinRef }: Frame, status: 'ok' | 'error', response: object) => {
    channelSocket.send({ topic, event: 'phx_reply', payload: JSON.stringify({ status, response }), ref, joinRef })
  }

  const total = (of: (channel: Channel) => number) =>
    [...channels.values()].reduce((sum, channel) => sum + of(channel), 0)

  const join = async (frame: Frame) => {
    const { topic, ref } = frame
    // A second join replaces the first, as in Phoenix.
    channels.get(topic)?.close()
    if (!topic.startsWith('realtime:') || topic === 'realtime:')
      return reply(frame, 'error', { reason: 'unmatched topic' })
    const request = readJoinRequest(frame.payload)
    if (!request) return reply(frame, 'error', { reason: 'The payload of the join is invalid' })
    if (request.replay && !request.isPrivate)
      return reply(frame, 'error', { reason: 'UnableToReplayMessages: Replay is only for private channels' })
    if (channels.size >= limits.channelsPerSocket)
      return reply(frame, 'error', { reason: 'ChannelRateLimitReached: Too many channels' })
    if (total(({ subscriptions }) => subscriptions) + request.changes.length > limits.subscriptionsPerSocket)
      return reply(frame, 'error', { reason: 'ChannelRateLimitReached: Too many subscriptions to changes' })
    try {
      const auth = await verifyToken(request.accessToken ?? token, context)
      const permissions = request.isPrivate
        ? await permissionsOn(context.database, topicWithoutPrefix(topic), auth)
        : allPermissions
      if (!canReadTopic(permissions)) return reply(frame, 'error', { reason: unauthorized(topicWithoutPrefix(topic)) })
      const channel = new Channel(context, channelSocket, {
        topic,
        // Later frames of the client name their channel by the ref of its join.
        joinRef: frame.joinRef ?? ref,
        request,
        auth,
        permissions,
      })
      channels.set(topic, channel)
      await channel.open(ref, quota)
      // The socket closed meanwhile and disconnected its channels, but not this new one.
      if (isClosed) channel.disconnect()
    } catch (error) {
      channels.get(topic)?.disconnect()
      if (error instanceof SubscriptionLimitError)
        return reply(frame, 'error', { reason: `ChannelRateLimitReached: ${error.message}` })
      if (!(error instanceof TokenError)) throw error
      reply(frame, 'error', { reason: tokenError(error) })
    }
  }

  const handle = async (frame: Frame) => {
    // Nobody receives the reply to a frame from a closed socket.
    if (isClosed) return
    if (frame.topic === 'phoenix') return reply(frame, frame.event === 'heartbeat' ? 'ok' : 'error', {})
    if (frame.event === 'phx_join') return join(frame)
    const channel = channels.get(frame.topic)
    if (!channel) return reply(frame, 'error', { reason: 'unmatched topic' })
    // The frame belongs to an earlier join to the same topic.
    if (frame.joinRef !== null && frame.joinRef !== channel.joinRef) return
    if (frame.event !== 'phx_leave') return channel.handle(frame)
    channel.reply(frame.ref, 'ok', {})
    channel.close()
  }

  const refuse = (frame: Frame) => {
    dropped += 1
    if (dropped > limits.droppedBeforeClosing) {
      log.warn({ dropped }, 'a realtime client floods and is disconnected')
      socket.close(1008, tooManyMessages)
      return
    }
    if (dropped === 1) channels.get(frame.topic)?.sendError(tooManyMessages)
    reply(frame, 'error', { reason: tooManyMessages })
  }

  const read = (data: RawData, isBinary: boolean) => {
    // A client may keep sending until the closing handshake ends. Its frames are neither read nor logged.
    if (socket.readyState !== socket.OPEN) return
    lastFrameMs = Date.now()
    const bytes = toBuffer(data)
    let frame: Frame
    try {
      frame = readFrame(bytes, isBinary, version)
    } catch (error) {
      if (!(error instanceof FrameError)) throw error
      socket.close(1003, error.message)
      return
    }
    if (bucket.isFull(lastFrameMs)) dropped = 0
    const cost = 1 + Math.floor(bytes.length / bytesPerMessage)
    if (!bucket.take(cost) || !network.bucket.take(cost)) return refuse(frame)
    pendingFrames += 1
    if (pendingFrames === maxPendingFrames) socket.pause()
    work = work
      .then(() => handle(frame))
      .catch((error: unknown) => {
        log.error({ err: error, event: frame.event }, 'a realtime message failed')
        reply(frame, 'error', { reason: 'Something went wrong on our side' })
      })
      .finally(() => {
        pendingFrames -= 1
        if (pendingFrames < maxPendingFrames / 2 && socket.isPaused) socket.resume()
      })
  }

  socket.on('message', read)
  // ws closes the connection itself, with the code of the error.
  socket.on('error', () => {})
  socket.once('close', () => {
    isClosed = true
    for (const channel of [...channels.values()]) channel.disconnect()
    onEnd()
  })

  return {
    get channels() {
      return channels.size
    },
    get sessions() {
      return [...channels.values()].flatMap(({ auth }) => auth.session ?? [])
    },
    endSessions(ended) {
      for (const channel of [...channels.values()])
        if (channel.auth.session !== undefined && ended.has(channel.auth.session))
          channel.shutDown('The session of the token has ended')
    },
    check(nowMs) {
      if (lastFrameMs < nowMs - limits.idleTimeoutMs) return socket.terminate()
      if (socket.bufferedAmount < limits.slowBytes) slowSinceMs = undefined
      else slowSinceMs ??= nowMs
      if (slowSinceMs !== undefined && slowSinceMs <= nowMs - limits.slowTimeoutMs) disconnectSlow()
    },
    close: (code, reason) => socket.close(code, reason),
    terminate: () => socket.terminate(),
  }
}

function tokenError({ reason }: TokenError): string {
  return `InvalidJWTToken: ${reason === 'expired' ? 'Token has expired' : 'The token provided is not valid'}`
}

function toBuffer(data: RawData): Buffer {
  if (Buffer.isBuffer(data)) return data
  return Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data)
}
