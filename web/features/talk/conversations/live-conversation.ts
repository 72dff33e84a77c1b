/** Subscribes to the open conversation. After each reconnect it fetches the missed messages. */
import { useEffect, useState } from 'react'
import { refetchConversations } from '#features/talk/conversation-list'
import { type AppContext, type Backend, useApp } from '#platform/app-context.ts'
import { openReconnectingChannel } from '#platform/reconnecting-channel.ts'
import type { ChatMessage } from './chat-message.ts'
import { addMessages, type ConversationIds, threadKey } from './thread-query.ts'

export type Connection = 'connecting' | 'live' | 'lost'

/** Shorter interruptions are not shown. */
const lostDelayMs = 2_500

export function useLiveConversation({ userId, conversationId }: ConversationIds): Connection {
  const app = useApp()
  const [connection, setConnection] = useState<Connection>('connecting')
  useEffect(() => {
    const conversation = { userId, conversationId: conversationId }
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
      if (next) refetchMissed(app, conversation)
    }
    const onOffline = () => setLive(false)
    // The socket may have survived the interruption and still have missed events.
    const onOnline = () => {
      refetchMissed(app, conversation)
      if (!isLive && close !== null)
        void app.supabase().then((client) => !isClosed && setLive(client.realtime.isConnected()))
    }

    setLive(false)
    void app.supabase().then((client) => {
      if (!isClosed) close = subscribe(client, app, conversation, onLive)
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
  }, [app, userId, conversationId])
  return connection
}

function refetchMissed({ queryClient }: AppContext, conversation: ConversationIds): void {
  const queryKey = threadKey(conversation)
  const isFirst = queryClient.getQueryData(queryKey) === undefined
  const fetched = queryClient.invalidateQueries({ queryKey })
  // The first fetch may have started before the channel was live, so it is repeated.
  if (isFirst) void fetched.then(() => queryClient.invalidateQueries({ queryKey }))
}

function subscribe(
  client: Backend,
  app: AppContext,
  conversation: ConversationIds,
  onLive: (isLive: boolean) => void,
): () => void {
  const { userId, conversationId } = conversation
  const messages = { schema: 'public', table: 'chat_messages', filter: `chat_room_id=eq.${conversationId}` } as const
  const onMessage = ({ new: message }: { new: ChatMessage }) => addMessages(app.queryClient, conversation, [message])
  return openReconnectingChannel(client, {
    name: `conversation ${conversationId} ${crypto.randomUUID()}`,
    listen: (channel) =>
      channel
        .on<ChatMessage>('postgres_changes', { event: 'INSERT', ...messages }, onMessage)
        .on<ChatMessage>('postgres_changes', { event: 'UPDATE', ...messages }, onMessage)
        .on(
          'postgres_changes',
          { event: 'UPDATE', schema: 'public', table: 'chat_rooms', filter: `id=eq.${conversationId}` },
          () => {
            void refetchConversations(app, userId)
          },
        )
        // Supabase sends this after the channel has joined. Only from then on are all events delivered.
        .on('system', {}, ({ status }: { status?: string }) => {
          if (status === 'ok') refetchMissed(app, conversation)
        }),
    onLive,
  })
}

/** The database assumes presence for 75 seconds after each heartbeat. */
const intervalMs = 30_000

export function useConversationHeartbeat(conversationId: string): void {
  const app = useApp()
  useEffect(() => {
    let isReported = false
    const report = () => {
      const isVisible = document.visibilityState === 'visible'
      if (!isVisible && !isReported) return
      isReported = isVisible
      void sendHeartbeat(app, conversationId, isVisible)
    }
    report()
    const timer = setInterval(() => isReported && report(), intervalMs)
    document.addEventListener('visibilitychange', report)
    window.addEventListener('online', report)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', report)
      window.removeEventListener('online', report)
      if (isReported) void sendHeartbeat(app, conversationId, false)
    }
  }, [app, conversationId])
}

/** A failure only causes an extra notification. */
async function sendHeartbeat(app: AppContext, conversationId: string, present: boolean): Promise<void> {
  try {
    const client = await app.supabase()
    await client.rpc('set_room_presence', { room_id: conversationId, present })
  } catch {
    // The next heartbeat may succeed.
  }
}
