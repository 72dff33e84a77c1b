/**
 * Whether the other person is there and whether they are typing, on the conversation's private channel. Only hints: nothing depends on
 * them, and what is lost is not fetched again.
 */
import type { RealtimeChannel } from '@supabase/supabase-js'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useApp } from '#web/app/app-context.ts'
import { openReconnectingChannel } from '#web/app/reconnecting-channel.ts'
import type { RoomIds } from './thread-query.ts'

/** How often one's typing is told, and how long the other's is believed. */
const typingIntervalMs = 2_500
const typingTimeoutMs = 4_000

/** Presence tells a key that changes as gone and come again: only who stays away is gone. */
const offlineDelayMs = 2_000

export interface Presence {
  readonly isOnline: boolean
  readonly isTyping: boolean
  /** Tells the other; call it with every stroke. */
  readonly type: () => void
  /** Their message has arrived. */
  readonly clearTyping: () => void
}

export function usePresence({ userId, roomId }: RoomIds, otherId: string): Presence {
  const app = useApp()
  const [isOnline, setIsOnline] = useState(false)
  const [isTyping, setIsTyping] = useState(false)
  const channel = useRef<RealtimeChannel | null>(null)
  const typingSentAt = useRef(0)

  useEffect(() => {
    let close: (() => void) | null = null
    let isClosed = false
    let offlineTimer: ReturnType<typeof setTimeout> | undefined
    let typingTimer: ReturnType<typeof setTimeout> | undefined

    function listen(joined: RealtimeChannel): void {
      joined
        .on('presence', { event: 'sync' }, () => {
          clearTimeout(offlineTimer)
          if (otherId in joined.presenceState()) setIsOnline(true)
          else offlineTimer = setTimeout(() => setIsOnline(false), offlineDelayMs)
        })
        .on('broadcast', { event: 'typing' }, ({ payload }: { payload?: { by?: unknown } }) => {
          if (payload?.by !== otherId) return
          clearTimeout(typingTimer)
          setIsTyping(true)
          typingTimer = setTimeout(() => setIsTyping(false), typingTimeoutMs)
        })
      channel.current = joined
    }
    function onLive(isLive: boolean): void {
      if (isLive) void channel.current?.track({})
      else offlineTimer = setTimeout(() => setIsOnline(false), offlineDelayMs)
    }

    void app.supabase().then((client) => {
      if (isClosed) return
      const options = { config: { private: true, presence: { key: userId } } }
      close = openReconnectingChannel(client, { name: `room:${roomId}`, options, listen, onLive })
    })
    return () => {
      isClosed = true
      clearTimeout(offlineTimer)
      clearTimeout(typingTimer)
      channel.current = null
      close?.()
    }
  }, [app, userId, roomId, otherId])

  const type = useCallback(() => {
    // Without a channel that stands it would go by HTTP.
    if (channel.current?.state !== 'joined' || Date.now() - typingSentAt.current < typingIntervalMs) return
    typingSentAt.current = Date.now()
    void channel.current.send({ type: 'broadcast', event: 'typing', payload: { by: userId } })
  }, [userId])
  const clearTyping = useCallback(() => setIsTyping(false), [])
  return { isOnline, isTyping, type, clearTyping }
}
