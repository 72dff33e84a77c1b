/** Marks what the other person wrote as read once it has been on the screen of a tab that is looked at. */
import { type RefObject, useEffect, useRef } from 'react'
import { useApp } from '#web/app/app-context.ts'
import { unwrapOptional } from '#web/app/unwrap.ts'
import { refetchRooms } from './rooms.ts'
import type { Thread } from './thread.ts'
import type { RoomIds } from './thread-query.ts'

/** Messages that come into sight together are marked together. */
const batchMs = 250

/** On the rows that are not read yet: the message's time. */
export const unreadMark = 'data-unread-since'

/** @param list holds the rows */
export function useReadMarks(
  room: RoomIds,
  otherId: string,
  list: RefObject<HTMLElement | null>,
  thread: Thread | undefined,
): void {
  const app = useApp()
  const { userId, roomId } = room
  /** What is marked already, so that rows whose news has not come back are not marked again. */
  const marked = useRef('')
  useEffect(() => {
    if (!list.current || !thread) return
    let seen = ''
    let timer: ReturnType<typeof setTimeout> | undefined
    const markVisible = () => {
      if (document.visibilityState !== 'visible' || seen <= marked.current) return
      clearTimeout(timer)
      timer = setTimeout(() => void mark(seen), batchMs)
    }
    async function mark(until: string): Promise<void> {
      const before = marked.current
      marked.current = until
      try {
        const client = await app.supabase()
        unwrapOptional(
          await client
            .from('chat_messages')
            .update({ read_at: new Date().toISOString() })
            .eq('chat_room_id', roomId)
            .eq('sender_id', otherId)
            .is('read_at', null)
            .lte('created_at', until),
        )
        void refetchRooms(app, userId)
      } catch {
        // The next look tries again.
        marked.current = before
      }
    }
    const observer = new IntersectionObserver((entries) => {
      for (const { isIntersecting, target } of entries) {
        const since = target.getAttribute(unreadMark) ?? ''
        if (isIntersecting && since > seen) seen = since
      }
      markVisible()
    })
    for (const row of list.current.querySelectorAll(`[${unreadMark}]`)) observer.observe(row)
    document.addEventListener('visibilitychange', markVisible)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
      document.removeEventListener('visibilitychange', markVisible)
    }
  }, [app, userId, roomId, otherId, list, thread])
}
