/**
 * Calls back when rows have changed while a page is open. It is only a hint to refetch: a lost connection misses
 * events.
 */
import { useEffect, useEffectEvent } from 'react'
import { useApp } from './app-context.ts'

interface WatchedRows {
  /** A table in the realtime publication. */
  table: 'chat_rooms' | 'chat_messages' | 'notifications' | 'orders'
  /** A PostgREST filter such as `buyer_id=eq.…`; null disables the subscription. */
  filter: string | null
}

/** Visitors who leave sooner open no connection. */
const subscribeDelayMs = 1_000

/** Changes of one transaction, such as the orders of one checkout, arrive within this time. */
const batchMs = 300

/** @param onChange also called when the channel becomes live, because changes may have been missed until then */
export function useRowChanges({ table, filter }: WatchedRows, onChange: () => void): void {
  const app = useApp()
  const notify = useEffectEvent(onChange)
  useEffect(() => {
    if (filter === null) return
    let unsubscribe: (() => void) | null = null
    let isClosed = false
    let batchTimer: ReturnType<typeof setTimeout> | undefined
    const notifyBatched = () => {
      // Not a debounce: with constant changes a debounce would never fire.
      batchTimer ??= setTimeout(() => {
        batchTimer = undefined
        notify()
      }, batchMs)
    }
    async function listen(rows: string): Promise<void> {
      const [client, { openReconnectingChannel }] = await Promise.all([
        app.supabase(),
        import('./reconnecting-channel.ts'),
      ])
      if (isClosed) return
      unsubscribe = openReconnectingChannel(client, {
        // A unique name: two pages with the same filter would share a channel, and the first to leave would close it.
        name: `${table} ${crypto.randomUUID()}`,
        listen: (channel) =>
          channel.on('postgres_changes', { event: '*', schema: 'public', table, filter: rows }, notifyBatched),
        onLive: (isLive) => isLive && notifyBatched(),
      })
    }
    // The page also polls, so a failed subscription is not an error.
    const timer = setTimeout(() => void listen(filter).catch(() => {}), subscribeDelayMs)
    return () => {
      isClosed = true
      clearTimeout(timer)
      clearTimeout(batchTimer)
      unsubscribe?.()
    }
  }, [app, table, filter])
}
