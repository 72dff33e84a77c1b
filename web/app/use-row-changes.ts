/** Hears that rows have changed while a page is open. Only a hint to ask again: a connection that is lost tells nothing. */
import { useEffect, useEffectEvent } from 'react'
import { type Backend, useApp } from './app-context.ts'
import { openReconnectingChannel } from './reconnecting-channel.ts'

interface WatchedRows {
  /** One that is published to be heard live. */
  table: 'chat_rooms' | 'chat_messages' | 'notifications' | 'orders'
  /** In PostgREST's dialect: `buyer_id=eq.…`; null listens to nothing. */
  filter: string | null
}

/** Whoever only passes by opens no connection. */
const subscribeDelayMs = 1_000

/** What is done in one go, such as the orders of one checkout, changes rows within this of each other. */
const batchMs = 300

/** @param onChange also called when the connection stands, new or again: something may have changed until then */
export function useRowChanges({ table, filter }: WatchedRows, onChange: () => void): void {
  const app = useApp()
  const notify = useEffectEvent(onChange)
  useEffect(() => {
    if (filter === null) return
    let unsubscribe: (() => void) | null = null
    let isClosed = false
    let batchTimer: ReturnType<typeof setTimeout> | undefined
    const notifyBatched = () => {
      // Not put off by each that follows: where something changes all the time nothing would ever be told.
      batchTimer ??= setTimeout(() => {
        batchTimer = undefined
        notify()
      }, batchMs)
    }
    async function listen(rows: string): Promise<void> {
      const client = await app.supabase()
      if (!isClosed) unsubscribe = subscribe(client, { table, filter: rows }, notifyBatched)
    }
    // Without it the page still asks now and then.
    const timer = setTimeout(() => void listen(filter).catch(() => {}), subscribeDelayMs)
    return () => {
      isClosed = true
      clearTimeout(timer)
      clearTimeout(batchTimer)
      unsubscribe?.()
    }
  }, [app, table, filter])
}

function subscribe(
  client: Backend,
  { table, filter }: { table: string; filter: string },
  notify: () => void,
): () => void {
  return openReconnectingChannel(client, {
    // A name of its own: two pages that follow the same rows would else share a channel, and the first to leave close it.
    name: `${table} ${crypto.randomUUID()}`,
    listen: (channel) => channel.on('postgres_changes', { event: '*', schema: 'public', table, filter }, notify),
    onLive: (isLive) => isLive && notify(),
  })
}
