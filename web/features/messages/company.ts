/**
 * Whether the other person is there and whether they are typing, on the conversation's private channel. Only hints: nothing depends on
 * them, and what is lost is not fetched again.
 */
import type { RealtimeChannel } from '@supabase/supabase-js'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useApp } from '#web/app/app-context.ts'
import { openReconnectingChannel } from '#web/app/reconnecting-channel.ts'
import type { RoomOf } from './thread-query.ts'

/** How often one's typing is told, and how long the other's is believed. */
const typingToldMs = 2_500
const typingLastsMs = 4_000

/** Presence tells a key that changes as gone and come again: only who stays away is gone. */
const awayAfterMs = 2_000

export interface Company {
  readonly isOnline: boolean
  readonly isTyping: boolean
  /** Tells the other; call it with every stroke. */
  readonly type: () => void
  /** Their message has arrived. */
  readonly stopTyping: () => void
}

export function useCompany({ userId, roomId }: RoomOf, otherId: string): Company {
  const app = useApp()
  const [isOnline, setIsOnline] = useState(false)
  const [isTyping, setIsTyping] = useState(false)
  const channel = useRef<RealtimeChannel | null>(null)
  const toldAt = useRef(0)

  useEffect(() => {
    let leave: (() => void) | null = null
    let isOver = false
    let going: ReturnType<typeof setTimeout> | undefined
    let stopping: ReturnType<typeof setTimeout> | undefined

    function listen(joined: RealtimeChannel): void {
      joined
        .on('presence', { event: 'sync' }, () => {
          clearTimeout(going)
          if (otherId in joined.presenceState()) setIsOnline(true)
          else going = setTimeout(() => setIsOnline(false), awayAfterMs)
        })
        .on('broadcast', { event: 'typing' }, ({ payload }: { payload?: { by?: unknown } }) => {
          if (payload?.by !== otherId) return
          clearTimeout(stopping)
          setIsTyping(true)
          stopping = setTimeout(() => setIsTyping(false), typingLastsMs)
        })
      channel.current = joined
    }
    function onLive(isLive: boolean): void {
      if (isLive) void channel.current?.track({})
      else going = setTimeout(() => setIsOnline(false), awayAfterMs)
    }

    void app.supabase().then((client) => {
      if (isOver) return
      const options = { config: { private: true, presence: { key: userId } } }
      leave = openReconnectingChannel(client, { name: `room:${roomId}`, options, listen, onLive })
    })
    return () => {
      isOver = true
      clearTimeout(going)
      clearTimeout(stopping)
      channel.current = null
      leave?.()
    }
  }, [app, userId, roomId, otherId])

  const type = useCallback(() => {
    // Without a channel that stands it would go by HTTP.
    if (channel.current?.state !== 'joined' || Date.now() - toldAt.current < typingToldMs) return
    toldAt.current = Date.now()
    void channel.current.send({ type: 'broadcast', event: 'typing', payload: { by: userId } })
  }, [userId])
  const stopTyping = useCallback(() => setIsTyping(false), [])
  return { isOnline, isTyping, type, stopTyping }
}
