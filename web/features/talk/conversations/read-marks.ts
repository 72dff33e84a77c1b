/** Marks messages of the other member as read once they have been visible in an active tab. */
import { useMutation } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef } from 'react'
import { messageKeys } from '#keys/messages'
import { useApp } from '#platform/app-context.ts'
import { unwrapOptional } from '#platform/unwrap.ts'
import type { Thread } from './thread.ts'
import type { ConversationIds } from './thread-query.ts'

/** Messages that become visible together are marked together. */
const batchMs = 250

/** An attribute on unread rows with the time of the message. */
export const unreadMark = 'data-unread-since'

/** @param list the element that contains the rows */
export function useReadMarks(
  conversation: ConversationIds,
  otherId: string,
  list: RefObject<HTMLElement | null>,
  thread: Thread | undefined,
): void {
  const app = useApp()
  const { userId, conversationId } = conversation
  /** The last marked time, so that rows are not marked twice before the update arrives. */
  const marked = useRef('')
  const { mutate } = useMutation({
    mutationFn: async (until: string) => {
      const client = await app.supabase()
      unwrapOptional(
        await client
          .from('chat_messages')
          .update({ read_at: app.clock.now().toISOString() })
          .eq('chat_room_id', conversationId)
          .eq('sender_id', otherId)
          .is('read_at', null)
          .lte('created_at', until),
      )
    },
    onMutate: (until) => {
      const before = marked.current
      marked.current = until
      return before
    },
    // The next visibility change retries.
    onError: (_error, _until, before = '') => {
      marked.current = before
    },
    meta: { invalidates: [messageKeys.conversations(userId)] },
  })
  useEffect(() => {
    if (!list.current || !thread) return
    let seen = ''
    let timer: ReturnType<typeof setTimeout> | undefined
    const markVisible = () => {
      if (document.visibilityState !== 'visible' || seen <= marked.current) return
      clearTimeout(timer)
      timer = setTimeout(() => mutate(seen), batchMs)
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
  }, [mutate, list, thread])
}
