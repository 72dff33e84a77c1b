/** Hears that rows have changed while a page is open. Only a hint to ask again: a connection that is lost tells nothing. */
import { useEffect, useEffectEvent } from 'react'
import { type Backend, useApp } from './app-context.ts'
import { keepChannel } from './lasting-channel.ts'

interface Watched {
  /** One that is published to be heard live. */
  table: 'chat_rooms' | 'chat_messages' | 'notifications' | 'orders'
  /** In PostgREST's dialect: `buyer_id=eq.…`; null listens to nothing. */
  filter: string | null
}

/** Whoever only passes by opens no connection. */
const afterMs = 1_000

/** What is done in one go, such as the orders of one checkout, changes rows within this of each other. */
const gatherMs = 300

/** @param onChange also called when the connection stands, new or again: something may have changed until then */
export function useRowChanges({ table, filter }: Watched, onChange: () => void): void {
  const app = useApp()
  const tell = useEffectEvent(onChange)
  useEffect(() => {
    if (filter === null) return
    let leave: (() => void) | null = null
    let isOver = false
    let gathering: ReturnType<typeof setTimeout> | undefined
    const gather = () => {
      // Not put off by each that follows: where something changes all the time nothing would ever be told.
      gathering ??= setTimeout(() => {
        gathering = undefined
        tell()
      }, gatherMs)
    }
    async function listen(rows: string): Promise<void> {
      const client = await app.supabase()
      if (!isOver) leave = follow(client, { table, filter: rows }, gather)
    }
    // Without it the page still asks now and then.
    const timer = setTimeout(() => void listen(filter).catch(() => {}), afterMs)
    return () => {
      isOver = true
      clearTimeout(timer)
      clearTimeout(gathering)
      leave?.()
    }
  }, [app, table, filter])
}

function follow(client: Backend, { table, filter }: { table: string; filter: string }, tell: () => void): () => void {
  return keepChannel(client, {
    // A name of its own: two pages that follow the same rows would else share a channel, and the first to leave close it.
    name: `${table} ${crypto.randomUUID()}`,
    listen: (channel) => channel.on('postgres_changes', { event: '*', schema: 'public', table, filter }, tell),
    onLive: (isLive) => isLive && tell(),
  })
}
