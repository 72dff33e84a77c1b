/** Hears that rows have changed while a page is open. Only a hint to ask again: a connection that is lost tells nothing. */
import { useEffect, useEffectEvent } from 'react'
import { type Backend, useApp } from './app-context.ts'

interface Watched {
  /** One that is published to be heard live. */
  table: 'chat_rooms' | 'chat_messages' | 'notifications' | 'orders'
  /** In PostgREST's dialect: `buyer_id=eq.…` */
  filter: string
}

/** Whoever only passes by opens no connection. */
const afterMs = 1_000

/** What changes together, such as the orders of a checkout, is told within this of each other. */
const gatherMs = 300

/** @param onChange also called when the connection stands, new or again: something may have changed until then */
export function useRowChanges({ table, filter }: Watched, onChange: () => void): void {
  const app = useApp()
  const tell = useEffectEvent(onChange)
  useEffect(() => {
    let leave: (() => void) | null = null
    let isOver = false
    async function listen(): Promise<void> {
      const client = await app.supabase()
      if (!isOver) leave = follow(client, { table, filter }, () => tell())
    }
    // Without it the page still asks now and then.
    const timer = setTimeout(() => void listen().catch(() => {}), afterMs)
    return () => {
      isOver = true
      clearTimeout(timer)
      leave?.()
    }
  }, [app, table, filter])
}

function follow(client: Backend, { table, filter }: Watched, tell: () => void): () => void {
  let gathering: ReturnType<typeof setTimeout> | undefined
  const gather = () => {
    clearTimeout(gathering)
    gathering = setTimeout(tell, gatherMs)
  }
  // A name of its own: two pages that follow the same rows would else share a channel, and the first to leave close it.
  const channel = client
    .channel(`${table} ${crypto.randomUUID()}`)
    .on('postgres_changes', { event: '*', schema: 'public', table, filter }, gather)
    .subscribe((status) => {
      if (status === 'SUBSCRIBED') gather()
    })
  return () => {
    clearTimeout(gathering)
    void client.removeChannel(channel)
  }
}
