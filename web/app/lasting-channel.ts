/** A realtime channel that comes back by itself whatever ended it, and says when it stands. */
import type { RealtimeChannel } from '@supabase/supabase-js'
import type { Backend } from './app-context.ts'

/** After the first, second, third… end in a row. */
const delaysMs = [1_000, 2_000, 5_000, 10_000]

/** A channel of this topic that is still being left; another cannot be opened beside it. */
const isTaken = (client: Backend, topic: string) => client.getChannels().some((other) => other.topic === topic)
const untilLeftMs = 50

export interface LastingChannel {
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
export function keepChannel(client: Backend, { name, options, listen, onLive }: LastingChannel): () => void {
  let channel: RealtimeChannel | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  let ends = 0

  async function join(): Promise<void> {
    // Else it might be asked for before the kept session is read, as a visitor, who may hear nothing; or with a token that is too old.
    await client.realtime.setAuth()
    if (isOver) return
    if (isTaken(client, `realtime:${name}`)) {
      later(untilLeftMs)
      return
    }
    const joined = client.channel(name, options)
    channel = joined
    listen(joined)
    joined.subscribe((status) => {
      if (isOver || channel !== joined) return
      onLive(status === 'SUBSCRIBED')
      if (status === 'SUBSCRIBED') ends = 0
      else if (status === 'CLOSED') again()
    })
  }

  function again(): void {
    channel = null
    later(delaysMs[Math.min(ends, delaysMs.length - 1)])
    ends += 1
  }

  function later(ms: number | undefined): void {
    timer = setTimeout(() => void join().catch(again), ms)
  }

  void join().catch(again)
  return () => {
    isOver = true
    clearTimeout(timer)
    if (channel) void client.removeChannel(channel)
  }
}
