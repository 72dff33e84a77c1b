/** One client's socket: reads its frames in order, keeps it within its limits, and lets it go when it does not keep up. */
import type { RawData, WebSocket } from 'ws'
import { TokenError } from '#backend/tokens'
import { TooMuchAsked } from './changes/index.ts'
import { Channel, type ChannelContext, type Outlet, topicWithout } from './channel.ts'
import { type Frame, FrameError, readFrame, type Version, writeFrame } from './frames.ts'
import { readJoinRequest } from './join-request.ts'
import { createAllowance, type Network } from './networks.ts'
import { createQuota } from './quota.ts'
import { allRights, isDeaf, rightsOn, unauthorized } from './rights.ts'
import { viewerOf } from './viewer.ts'

export interface ConnectionContext extends ChannelContext {
  readonly log: {
    error(context: object, message: string): void
    warn(context: object, message: string): void
  }
}

export interface Connection {
  readonly channels: number
  /** Lets go of who has not said a word for long, or does not read. */
  check(nowMs: number): void
  close(code: number, reason: string): void
  /** Without a goodbye. */
  terminate(): void
}

interface Opening {
  readonly socket: WebSocket
  readonly network: Network
  readonly version: Version
  /** The project's key or a token, by which the socket was opened; a join may bring another. */
  readonly token: string
  onEnd(): void
}

/** Frames that wait for those before them; beyond, the client is not read from. */
const mostWaiting = 64
/** So many bytes count as one message more. */
const bytesPerMessage = 16 * 1024
const tooManyMessages = 'Too many messages per second'

export function openConnection(
  context: ConnectionContext,
  { socket, network, version, token, onEnd }: Opening,
): Connection {
  const { limits, log } = context
  const channels = new Map<string, Channel>()
  const allowance = createAllowance(limits.messagesPerSecond)
  const quota = createQuota(limits, network)
  let heardAtMs = Date.now()
  let work = Promise.resolve()
  let waiting = 0
  let dropped = 0
  let isClosed = false

  /** Since when something has been waiting to be sent. */
  let slowSinceMs: number | undefined

  const letGo = () => {
    log.warn({ unsentBytes: socket.bufferedAmount }, 'a realtime client does not keep up and is let go')
    socket.terminate()
  }
  const sendRaw = (frame: string | Buffer, isBinary = false) => {
    if (socket.readyState !== socket.OPEN) return
    if (socket.bufferedAmount > limits.unsentBytes) return letGo()
    socket.send(frame, { binary: isBinary })
  }
  const outlet: Outlet = {
    version,
    send: (frame) => sendRaw(writeFrame(frame, version)),
    sendRaw,
    charge(hearers) {
      const cost = Math.floor(hearers / limits.hearersPerMessage)
      allowance.charge(cost)
      network.allowance.charge(cost)
    },
    forget(channel) {
      if (channels.get(channel.topic) === channel) channels.delete(channel.topic)
    },
  }
  const reply = ({ topic, ref, joinRef }: Frame, status: 'ok' | 'error', response: object) => {
    outlet.send({ topic, event: 'phx_reply', payload: JSON.stringify({ status, response }), ref, joinRef })
  }

  const total = (of: (channel: Channel) => number) =>
    [...channels.values()].reduce((sum, channel) => sum + of(channel), 0)

  const join = async (frame: Frame) => {
    const { topic, ref } = frame
    // Joined twice, the first is over, as in Phoenix.
    channels.get(topic)?.close()
    if (!topic.startsWith('realtime:') || topic === 'realtime:')
      return reply(frame, 'error', { reason: 'unmatched topic' })
    const request = readJoinRequest(frame.payload)
    if (!request) return reply(frame, 'error', { reason: 'The payload of the join cannot be read' })
    if (request.replay && !request.isPrivate)
      return reply(frame, 'error', { reason: 'UnableToReplayMessages: Replay is only for private channels' })
    if (channels.size >= limits.channelsPerSocket)
      return reply(frame, 'error', { reason: 'ChannelRateLimitReached: Too many channels' })
    if (total(({ subscriptions }) => subscriptions) + request.changes.length > limits.subscriptionsPerSocket)
      return reply(frame, 'error', { reason: 'ChannelRateLimitReached: Too many subscriptions to changes' })
    try {
      const viewer = await viewerOf(request.accessToken ?? token, context.tokens)
      // The ref of the join is what the client's later frames are told apart by.
      const rights = request.isPrivate ? await rightsOn(context.database, topicWithout(topic), viewer) : allRights
      if (isDeaf(rights)) return reply(frame, 'error', { reason: unauthorized(topicWithout(topic)) })
      const channel = new Channel(context, outlet, { topic, joinRef: frame.joinRef ?? ref, request, viewer, rights })
      channels.set(topic, channel)
      await channel.open(ref, quota)
      // Gone meanwhile, with all its channels but this one, which came later.
      if (isClosed) channel.drop()
    } catch (error) {
      channels.get(topic)?.drop()
      if (error instanceof TooMuchAsked)
        return reply(frame, 'error', { reason: `ChannelRateLimitReached: ${error.message}` })
      if (!(error instanceof TokenError)) throw error
      reply(frame, 'error', { reason: tokenError(error) })
    }
  }

  const handle = async (frame: Frame) => {
    // What it said last: nobody waits for it.
    if (isClosed) return
    if (frame.topic === 'phoenix') return reply(frame, frame.event === 'heartbeat' ? 'ok' : 'error', {})
    if (frame.event === 'phx_join') return join(frame)
    const channel = channels.get(frame.topic)
    if (!channel) return reply(frame, 'error', { reason: 'unmatched topic' })
    // Of an earlier join to the same topic.
    if (frame.joinRef !== null && frame.joinRef !== channel.joinRef) return
    if (frame.event !== 'phx_leave') return channel.handle(frame)
    channel.reply(frame.ref, 'ok', {})
    channel.close()
  }

  const refuse = (frame: Frame) => {
    dropped += 1
    if (dropped > limits.droppedBeforeClosing) {
      log.warn({ dropped }, 'a realtime client floods and is let go')
      socket.close(1008, tooManyMessages)
      return
    }
    if (dropped === 1) channels.get(frame.topic)?.complain(tooManyMessages)
    reply(frame, 'error', { reason: tooManyMessages })
  }

  const read = (data: RawData, isBinary: boolean) => {
    // Until it agrees to the end, a client may go on and on: that is neither read nor logged.
    if (socket.readyState !== socket.OPEN) return
    heardAtMs = Date.now()
    const bytes = toBuffer(data)
    let frame: Frame
    try {
      frame = readFrame(bytes, isBinary, version)
    } catch (error) {
      if (!(error instanceof FrameError)) throw error
      socket.close(1003, error.message)
      return
    }
    if (allowance.isUntouched(heardAtMs)) dropped = 0
    const cost = 1 + Math.floor(bytes.length / bytesPerMessage)
    if (!allowance.take(cost) || !network.allowance.take(cost)) return refuse(frame)
    waiting += 1
    if (waiting === mostWaiting) socket.pause()
    work = work
      .then(() => handle(frame))
      .catch((error: unknown) => {
        log.error({ err: error, event: frame.event }, 'a realtime message failed')
        reply(frame, 'error', { reason: 'Something went wrong on our side' })
      })
      .finally(() => {
        waiting -= 1
        if (waiting < mostWaiting / 2 && socket.isPaused) socket.resume()
      })
  }

  socket.on('message', read)
  // ws closes the connection itself, with the code of what was wrong.
  socket.on('error', () => {})
  socket.once('close', () => {
    isClosed = true
    for (const channel of [...channels.values()]) channel.drop()
    onEnd()
  })

  return {
    get channels() {
      return channels.size
    },
    check(nowMs) {
      if (heardAtMs < nowMs - limits.silenceMs) return socket.terminate()
      if (socket.bufferedAmount < limits.slowBytes) slowSinceMs = undefined
      else slowSinceMs ??= nowMs
      if (slowSinceMs !== undefined && slowSinceMs <= nowMs - limits.slowMs) letGo()
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
