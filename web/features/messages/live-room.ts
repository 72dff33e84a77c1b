/** Hears what is said in the conversation that is open, and what changes about it. Whenever the connection stands again, what was missed is fetched. */
import { useEffect, useState } from 'react'
import { type AppContext, type Backend, useApp } from '#web/app/app-context.ts'
import { openReconnectingChannel } from '#web/app/reconnecting-channel.ts'
import type { ChatMessage } from './chat-message.ts'
import { askForRoomsAgain } from './rooms.ts'
import { addMessages, type RoomOf, threadKey } from './thread-query.ts'

export type Connection = 'connecting' | 'live' | 'lost'

/** A connection that comes back within this is not worth a word. */
const unnoticedMs = 2_500

export function useLiveRoom({ userId, roomId }: RoomOf): Connection {
  const app = useApp()
  const [connection, setConnection] = useState<Connection>('connecting')
  useEffect(() => {
    const room = { userId, roomId }
    let leave: (() => void) | null = null
    let isOver = false
    let isLive = false
    let losing: ReturnType<typeof setTimeout> | undefined

    function tell(next: boolean): void {
      isLive = next
      clearTimeout(losing)
      if (next) setConnection('live')
      else losing = setTimeout(() => setConnection('lost'), unnoticedMs)
    }
    function onLive(next: boolean): void {
      tell(next && navigator.onLine)
      if (next) catchUp(app, room)
    }
    const onOffline = () => tell(false)
    // The socket may have outlived the interruption without hearing anything.
    const onOnline = () => {
      catchUp(app, room)
      if (!isLive && leave !== null)
        void app.supabase().then((client) => !isOver && tell(client.realtime.isConnected()))
    }

    tell(false)
    void app.supabase().then((client) => {
      if (!isOver) leave = follow(client, app, room, onLive)
    })
    window.addEventListener('offline', onOffline)
    window.addEventListener('online', onOnline)
    return () => {
      isOver = true
      clearTimeout(losing)
      leave?.()
      window.removeEventListener('offline', onOffline)
      window.removeEventListener('online', onOnline)
    }
  }, [app, userId, roomId])
  return connection
}

function catchUp({ queryClient }: AppContext, room: RoomOf): void {
  const queryKey = threadKey(room)
  const isFirst = queryClient.getQueryData(queryKey) === undefined
  const fetched = queryClient.invalidateQueries({ queryKey })
  // The first fetch is not begun anew by this, and may have looked before the connection stood.
  if (isFirst) void fetched.then(() => queryClient.invalidateQueries({ queryKey }))
}

function follow(client: Backend, app: AppContext, room: RoomOf, onLive: (isLive: boolean) => void): () => void {
  const { userId, roomId } = room
  const messages = { schema: 'public', table: 'chat_messages', filter: `chat_room_id=eq.${roomId}` } as const
  const hear = ({ new: message }: { new: ChatMessage }) => addMessages(app.queryClient, room, [message])
  return openReconnectingChannel(client, {
    name: `conversation ${roomId} ${crypto.randomUUID()}`,
    listen: (channel) =>
      channel
        .on<ChatMessage>('postgres_changes', { event: 'INSERT', ...messages }, hear)
        .on<ChatMessage>('postgres_changes', { event: 'UPDATE', ...messages }, hear)
        .on(
          'postgres_changes',
          { event: 'UPDATE', schema: 'public', table: 'chat_rooms', filter: `id=eq.${roomId}` },
          () => {
            void askForRoomsAgain(app, userId)
          },
        )
        // Supabase says so a moment after the channel stands; only from then on is everything told.
        .on('system', {}, ({ status }: { status?: string }) => {
          if (status === 'ok') catchUp(app, room)
        }),
    onLive,
  })
}
