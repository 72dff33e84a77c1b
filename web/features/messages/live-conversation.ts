/** Hears what is said in the conversation that is open, and what changes about it. Whenever the connection stands again, what was missed is fetched. */
import { useEffect, useState } from 'react'
import { type AppContext, type Backend, useApp } from '#web/app/app-context.ts'
import { openReconnectingChannel } from '#web/app/reconnecting-channel.ts'
import type { ChatMessage } from './chat-message.ts'
import { refetchRooms } from './rooms.ts'
import { addMessages, type RoomIds, threadKey } from './thread-query.ts'

export type Connection = 'connecting' | 'live' | 'lost'

/** A connection that comes back within this is not worth a word. */
const lostDelayMs = 2_500

export function useLiveConversation({ userId, roomId }: RoomIds): Connection {
  const app = useApp()
  const [connection, setConnection] = useState<Connection>('connecting')
  useEffect(() => {
    const room = { userId, roomId }
    let close: (() => void) | null = null
    let isClosed = false
    let isLive = false
    let lostTimer: ReturnType<typeof setTimeout> | undefined

    function setLive(next: boolean): void {
      isLive = next
      clearTimeout(lostTimer)
      if (next) setConnection('live')
      else lostTimer = setTimeout(() => setConnection('lost'), lostDelayMs)
    }
    function onLive(next: boolean): void {
      setLive(next && navigator.onLine)
      if (next) refetchMissed(app, room)
    }
    const onOffline = () => setLive(false)
    // The socket may have outlived the interruption without hearing anything.
    const onOnline = () => {
      refetchMissed(app, room)
      if (!isLive && close !== null)
        void app.supabase().then((client) => !isClosed && setLive(client.realtime.isConnected()))
    }

    setLive(false)
    void app.supabase().then((client) => {
      if (!isClosed) close = subscribe(client, app, room, onLive)
    })
    window.addEventListener('offline', onOffline)
    window.addEventListener('online', onOnline)
    return () => {
      isClosed = true
      clearTimeout(lostTimer)
      close?.()
      window.removeEventListener('offline', onOffline)
      window.removeEventListener('online', onOnline)
    }
  }, [app, userId, roomId])
  return connection
}

function refetchMissed({ queryClient }: AppContext, room: RoomIds): void {
  const queryKey = threadKey(room)
  const isFirst = queryClient.getQueryData(queryKey) === undefined
  const fetched = queryClient.invalidateQueries({ queryKey })
  // The first fetch is not begun anew by this, and may have looked before the connection stood.
  if (isFirst) void fetched.then(() => queryClient.invalidateQueries({ queryKey }))
}

function subscribe(client: Backend, app: AppContext, room: RoomIds, onLive: (isLive: boolean) => void): () => void {
  const { userId, roomId } = room
  const messages = { schema: 'public', table: 'chat_messages', filter: `chat_room_id=eq.${roomId}` } as const
  const onMessage = ({ new: message }: { new: ChatMessage }) => addMessages(app.queryClient, room, [message])
  return openReconnectingChannel(client, {
    name: `conversation ${roomId} ${crypto.randomUUID()}`,
    listen: (channel) =>
      channel
        .on<ChatMessage>('postgres_changes', { event: 'INSERT', ...messages }, onMessage)
        .on<ChatMessage>('postgres_changes', { event: 'UPDATE', ...messages }, onMessage)
        .on(
          'postgres_changes',
          { event: 'UPDATE', schema: 'public', table: 'chat_rooms', filter: `id=eq.${roomId}` },
          () => {
            void refetchRooms(app, userId)
          },
        )
        // Supabase says so a moment after the channel stands; only from then on is everything told.
        .on('system', {}, ({ status }: { status?: string }) => {
          if (status === 'ok') refetchMissed(app, room)
        }),
    onLive,
  })
}
