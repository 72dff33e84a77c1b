/** A realtime channel that reconnects after it was closed, and reports whether it is live. */
import type { RealtimeChannel } from '@supabase/supabase-js'
import type { Backend } from './app-context.ts'

/** Delays after the first, second, third… failure in a row. */
const delaysMs = [1_000, 2_000, 5_000, 10_000]

/** Whether a channel of this topic is still being left. Until it has gone, the client cannot open another one. */
const isLeaving = (client: Backend, topic: string) => client.getChannels().some((other) => other.topic === topic)
const leaveCheckMs = 50

export interface ReconnectingChannel {
  /** A second channel of the same name waits until the first one has been left. */
  readonly name: string
  readonly options?: Parameters<Backend['channel']>[1]
  /** Adds the listeners. Called again for each new channel. */
  readonly listen: (channel: RealtimeChannel) => void
  /** Called with true whenever the channel becomes live. Events sent before that were missed. */
  readonly onLive: (isLive: boolean) => void
}

/**
 * realtime-js rejoins by itself after a lost connection or an error, but not after the server has closed the channel.
 * The server does so when the token expired while the device slept.
 */
export function openReconnectingChannel(
  client: Backend,
  { name, options, listen, onLive }: ReconnectingChannel,
): () => void {
  let channel: RealtimeChannel | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let isClosed = false
  let failures = 0

  async function join(): Promise<void> {
    // Reads the stored session first. Otherwise the channel could join as a visitor, or with an expired token.
    await client.realtime.setAuth()
    if (isClosed) return
    if (isLeaving(client, `realtime:${name}`)) {
      joinAfter(leaveCheckMs)
      return
    }
    const joined = client.channel(name, options)
    channel = joined
    listen(joined)
    joined.subscribe((status) => {
      if (isClosed || channel !== joined) return
      onLive(status === 'SUBSCRIBED')
      if (status === 'SUBSCRIBED') failures = 0
      else if (status === 'CLOSED') reconnect()
    })
  }

  function reconnect(): void {
    channel = null
    joinAfter(delaysMs[Math.min(failures, delaysMs.length - 1)])
    failures += 1
  }

  function joinAfter(ms: number | undefined): void {
    timer = setTimeout(() => void join().catch(reconnect), ms)
  }

  void join().catch(reconnect)
  return () => {
    isClosed = true
    clearTimeout(timer)
    if (channel) void client.removeChannel(channel)
  }
}
