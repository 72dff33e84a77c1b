/** What was said in a conversation, the newest at the end. */
import { CloudAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { SessionUser } from '#features/auth'
import { Button } from '#ui/button'
import { EmptyState } from '#ui/empty-state'
import { SkeletonText } from '#ui/skeleton'
import { classNames } from '#web/ui/class-names.ts'
import { type ChatMessage, useMessages } from './chat.ts'
import type { Room } from './rooms.ts'

export function MessageList({ room, user }: { room: Room; user: SessionUser }) {
  const { data: messages, isError, refetch } = useMessages(user.id, room.id)
  if (messages) return <Said messages={messages} userId={user.id} />
  return (
    <div className="h-[45dvh] p-6">
      {isError ? (
        <EmptyState
          icon={CloudAlert}
          title="We couldn’t load this conversation"
          headingLevel="h3"
          className="py-4!"
          actions={<Button onClick={() => void refetch()}>Try again</Button>}
        />
      ) : (
        <SkeletonText lines={3} />
      )}
    </div>
  )
}

function Said({ messages, userId }: { messages: readonly ChatMessage[]; userId: string }) {
  const list = useRef<HTMLOListElement>(null)
  const last = messages.at(-1)?.id
  // The newest is at the end, and that is where one reads on.
  useEffect(() => {
    if (last !== undefined) list.current?.scrollTo({ top: list.current.scrollHeight })
  }, [last])
  return (
    <ol
      ref={list}
      aria-label="Messages"
      aria-live="polite"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be within the keyboard's reach
      tabIndex={0}
      className="flex h-[45dvh] flex-col gap-2.5 overflow-y-auto overscroll-contain p-4 sm:p-6"
    >
      {messages.length === 0 && <li className="m-auto text-ink-soft">Say hello: what would you like, and for when?</li>}
      {messages.map(({ id, type, sender_id, content }) => (
        <li
          key={id}
          className={classNames(
            'max-w-[85%] rounded-2xl px-4 py-2 whitespace-pre-line wrap-anywhere',
            type === 'system'
              ? 'self-center bg-honey-pale text-sm text-honey-deep'
              : sender_id === userId
                ? 'self-end bg-berry text-white'
                : 'self-start bg-paper-deep',
          )}
        >
          {type === 'message' && <span className="sr-only">{sender_id === userId ? 'You: ' : 'They: '}</span>}
          {content}
        </li>
      ))}
    </ol>
  )
}
