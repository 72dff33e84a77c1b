/** The messages of a conversation, newest last. Older ones are loaded when scrolling up. */

import { ArrowDown } from 'lucide-react'
import { useEffect, useState } from 'react'
import { londonTime } from '#domain/values/calendar'
import { useMember } from '#features/account/auth'
import type { Conversation } from '#features/talk/conversation-list'
import { useNow } from '#platform/clock.ts'
import { Button } from '#ui/button'
import { LoadFailed } from '#ui/load-failed'
import { SkeletonText } from '#ui/skeleton'
import { Spinner } from '#ui/spinner'
import { type ChatMessage, compareMessages } from './chat-message.ts'
import type { Connection } from './live-conversation.ts'
import { MessageRows } from './message-rows.tsx'
import { useReadMarks } from './read-marks.ts'
import { hasMessage, newestMessage, type Thread } from './thread.ts'
import { useOlderMessages, useThread } from './thread-query.ts'
import { UnsentRows } from './unsent-rows.tsx'
import { useOutbox } from './use-outbox.ts'
import type { Presence } from './use-presence.ts'
import { useScrolling } from './use-scrolling.ts'

export interface MessageListProps {
  conversation: Conversation
  connection: Connection
  presence: Presence
}

export function MessageList(props: MessageListProps) {
  const { conversation, connection } = props
  const { thread, isError, refetch } = useThread(
    { userId: useMember().id, conversationId: conversation.id },
    connection === 'live',
  )
  if (thread) return <MessageLog {...props} thread={thread} />
  return (
    <div className="min-h-52 grow p-6">
      {isError ? (
        <LoadFailed
          title="The conversation could not be loaded"
          headingLevel="h3"
          className="py-4"
          retry={() => void refetch()}
        />
      ) : (
        <SkeletonText lines={3} />
      )}
    </div>
  )
}

function MessageLog({ conversation, presence, thread }: MessageListProps & { thread: Thread }) {
  const ids = { userId: useMember().id, conversationId: conversation.id }
  const outbox = useOutbox(ids)
  // A message that has just arrived may be in both lists for a moment.
  const unsent = outbox.unsent.filter(({ id }) => !hasMessage(thread, id))
  const { fetchOlder, state: older } = useOlderMessages(ids)
  const { box, isAtEnd, scrollToEnd, onScroll } = useScrolling(
    thread,
    unsent.at(-1)?.id ?? null,
    () => void fetchOlder(),
  )
  useReadMarks(ids, conversation.other.id, box, thread)
  const { clearTyping } = presence
  const newest = newestMessage(thread)
  useEffect(() => {
    if (newest?.sender_id === conversation.other.id) clearTyping()
  }, [newest, conversation.other.id, clearTyping])
  // The pressed button disappears with its message, so the focus moves to the list.
  const keepFocus = () => box.current?.focus({ preventScroll: true })
  const isEmpty = thread.chunks.length === 0 && unsent.length === 0
  return (
    <div className="relative min-h-52 grow">
      <div
        ref={box}
        role="log"
        aria-label="Messages"
        // Older messages are added here too. New ones are announced by `IncomingAnnouncements`.
        aria-live="off"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable list must be reachable with the keyboard
        tabIndex={0}
        onScroll={onScroll}
        className="absolute inset-0 flex flex-col overflow-y-auto overscroll-contain px-4 pb-4 [overflow-anchor:none] sm:px-6"
      >
        {thread.hasOlder && <OlderState state={older} retry={() => void fetchOlder()} />}
        {isEmpty && <p className="m-auto text-center text-ink-soft">Say hello: what would you like, and for when?</p>}
        <Chunks thread={thread} userId={ids.userId} otherName={conversation.other.name} />
        <UnsentRows
          unsent={unsent}
          retry={(id) => {
            outbox.retry(id)
            keepFocus()
          }}
          discard={(id) => {
            outbox.discard(id)
            keepFocus()
          }}
        />
      </div>
      {!isAtEnd && (
        <Button
          variant="secondary"
          size="sm"
          onClick={() => scrollToEnd()}
          className="absolute right-4 bottom-3 shadow-rest"
        >
          <ArrowDown aria-hidden="true" className="size-4" />
          Latest messages
        </Button>
      )}
      <IncomingAnnouncements thread={thread} conversation={conversation} />
    </div>
  )
}

function OlderState({ state, retry }: { state: 'idle' | 'fetching' | 'failed'; retry: () => void }) {
  return (
    <div className="grid h-14 shrink-0 place-items-center">
      {state === 'fetching' && <Spinner />}
      {state !== 'fetching' && (
        <Button variant="quiet" size="sm" onClick={retry}>
          {state === 'failed' ? 'Older messages could not be loaded. Try again' : 'Show older messages'}
        </Button>
      )}
    </div>
  )
}

function Chunks({ thread: { chunks }, userId, otherName }: { thread: Thread; userId: string; otherName: string }) {
  const today = londonTime(useNow()).date
  const statusId = newestOwn(chunks, userId)
  return chunks.map((chunk, position) => (
    <MessageRows
      key={chunk.key}
      chunk={chunk}
      previous={chunks[position - 1]?.messages.at(-1)}
      next={chunks[position + 1]?.messages[0]}
      userId={userId}
      otherName={otherName}
      today={today}
      statusId={statusId?.chunk === chunk ? statusId.message.id : null}
      isLast={position === chunks.length - 1}
    />
  ))
}

function newestOwn(chunks: Thread['chunks'], userId: string) {
  const isOwn = ({ sender_id, type }: ChatMessage) => sender_id === userId && type === 'message'
  const chunk = chunks.findLast(({ messages }) => messages.some(isOwn))
  const message = chunk?.messages.findLast(isOwn)
  return chunk && message && { chunk, message }
}

/** Many arrive at once only after a lost connection. */
const maxAnnounced = 5

function IncomingAnnouncements({ thread, conversation }: { thread: Thread; conversation: Conversation }) {
  const [lastShown] = useState(() => newestMessage(thread))
  const messages = thread.chunks.at(-1)?.messages ?? []
  const received = messages.filter(
    (message) => message.sender_id === conversation.other.id && (!lastShown || compareMessages(message, lastShown) > 0),
  )
  return (
    <div aria-live="polite" className="sr-only">
      {received.slice(-maxAnnounced).map(({ id, type, content }) => (
        <p key={id}>{type === 'system' ? content : `${conversation.other.name}: ${content || 'Picture'}`}</p>
      ))}
    </div>
  )
}
