/** Asks again for what has changed, as soon as the backend tells of it. Where it cannot, queries still ask at their intervals. */
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useApp } from './app-context.ts'

export interface LiveChanges {
  /** One that the publication `supabase_realtime` tells of. */
  table: 'chat_messages' | 'chat_rooms' | 'notifications' | 'orders'
  /** Which of its rows, as realtime-js writes it, such as `user_id=eq.…`; null waits. */
  filter: string | null
  /** What begins with this is asked for again. */
  queryKey: QueryKey
}

export function useLiveChanges({ table, filter, queryKey }: LiveChanges): void {
  const app = useApp()
  const queryClient = useQueryClient()
  const key = JSON.stringify(queryKey)

  useEffect(() => {
    if (filter === null) return
    let stop: (() => void) | undefined
    let isOver = false
    const refresh = () => void queryClient.invalidateQueries({ queryKey: JSON.parse(key) })

    async function listen(wanted: string): Promise<void> {
      const client = await app.supabase()
      // Else the channel might be asked for before the kept session is read, as a visitor.
      await client.realtime.setAuth()
      if (isOver) return
      const channel = client
        // Several parts of a page may listen for the same: each has a channel of its own.
        .channel(`${table}:${wanted}:${crypto.randomUUID()}`)
        .on('postgres_changes', { event: '*', schema: 'public', table, filter: wanted }, refresh)
        // What happened while nobody listened is asked for once, when listening begins, and begins again.
        .subscribe((status) => status === 'SUBSCRIBED' && refresh())
      stop = () => void client.removeChannel(channel)
    }

    listen(filter).catch(() => {})
    return () => {
      isOver = true
      stop?.()
    }
  }, [app, queryClient, table, filter, key])
}
