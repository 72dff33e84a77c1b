/** A realtime channel that comes back by itself whatever ended it, and says when it stands. */
import type { RealtimeChannel } from '@supabase/supabase-js'
import type { Backend } from './app-context.ts'

/** After the first, second, third… end in a row. */
const delaysMs = [1_000, 2_000, 5_000, 10_000]

/** A channel of this topic that is still being left; another cannot be opened beside it. */
const isLeaving = (client: Backend, topic: string) => client.getChannels().some((other) => other.topic === topic)
const leaveCheckMs = 50

export interface ReconnectingChannel {
  /** A second one of the same name waits until the first is left. */
  readonly name: string
  readonly options?: Parameters<Backend['channel']>[1]
  /** Says what is listened to. Called again for each channel that takes the place of one that has ended. */
  readonly listen: (channel: RealtimeChannel) => void
  /** Called with true each time it stands, new or again: what has happened until then was not heard. */
  readonly onLive: (isLive: boolean) => void
}

/**
 * realtime-js joins anew by itself after a lost connection and after an error. What it leaves closed is a channel that the server has
 * closed, as one is whose token has expired while the device slept.
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
    // Else it might be asked for before the kept session is read, as a visitor, who may hear nothing; or with a token that is too old.
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
