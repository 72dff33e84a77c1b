/**
 * Presence and typing of the other member, on the conversation's private channels, one for each member. Lost events
 * are not fetched again.
 */
import type { RealtimeChannel } from '@supabase/supabase-js'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type Backend, useApp } from '#platform/app-context.ts'
import { openReconnectingChannel } from '#platform/reconnecting-channel.ts'
import type { ConversationIds } from './thread-query.ts'

/** How often typing is sent, and how long the other member counts as typing. */
const typingIntervalMs = 2_500
const typingTimeoutMs = 4_000

/** Presence reports a changed key as leave and join, so a member is offline only after this delay. */
const offlineDelayMs = 2_000

export interface Presence {
  readonly isOnline: boolean
  readonly isTyping: boolean
  /** Sends a typing event, at most once per interval. */
  readonly sendTyping: () => void
  /** Clears the typing state when a message has arrived. */
  readonly clearTyping: () => void
}

export function usePresence({ userId, conversationId }: ConversationIds, otherId: string): Presence {
  const app = useApp()
  const [isOnline, setIsOnline] = useState(false)
  const [isTyping, setIsTyping] = useState(false)
  const channel = useRef<RealtimeChannel | null>(null)
  const typingSentAt = useRef(0)

  useEffect(() => {
    const closers: (() => void)[] = []
    let isClosed = false
    let offlineTimer: ReturnType<typeof setTimeout> | undefined
    let typingTimer: ReturnType<typeof setTimeout> | undefined
    const goOfflineLater = () => {
      clearTimeout(offlineTimer)
      offlineTimer = setTimeout(() => setIsOnline(false), offlineDelayMs)
    }

    // The channel carries presence and typing. Policies let only its member send on it.
    const openOtherChannel = (client: Backend) =>
      openReconnectingChannel(client, {
        name: `room:${conversationId}:${otherId}`,
        options: { config: { private: true } },
        listen: (joined) =>
          joined
            .on('presence', { event: 'sync' }, () => {
              clearTimeout(offlineTimer)
              if (Object.keys(joined.presenceState()).length > 0) setIsOnline(true)
              else goOfflineLater()
            })
            .on('broadcast', { event: 'typing' }, () => {
              clearTimeout(typingTimer)
              setIsTyping(true)
              typingTimer = setTimeout(() => setIsTyping(false), typingTimeoutMs)
            }),
        onLive: (isLive) => !isLive && goOfflineLater(),
      })
    const openOwnChannel = (client: Backend) =>
      openReconnectingChannel(client, {
        name: `room:${conversationId}:${userId}`,
        options: { config: { private: true, presence: { key: userId, enabled: true } } },
        listen: (joined) => {
          channel.current = joined
        },
        onLive: (isLive) => void (isLive && channel.current?.track({})),
      })

    void app.supabase().then((client) => {
      if (!isClosed) closers.push(openOtherChannel(client), openOwnChannel(client))
    })
    return () => {
      isClosed = true
      clearTimeout(offlineTimer)
      clearTimeout(typingTimer)
      channel.current = null
      for (const close of closers) close()
    }
  }, [app, userId, conversationId, otherId])

  const sendTyping = useCallback(() => {
    // Without a joined channel supabase-js would send it over HTTP.
    if (channel.current?.state !== 'joined' || Date.now() - typingSentAt.current < typingIntervalMs) return
    typingSentAt.current = Date.now()
    void channel.current.send({ type: 'broadcast', event: 'typing', payload: {} })
  }, [])
  const clearTyping = useCallback(() => setIsTyping(false), [])
  return { isOnline, isTyping, sendTyping, clearTyping }
}
