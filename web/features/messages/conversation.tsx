/** One conversation: what was said, and a line to say more. */
import { ArrowLeft, CloudAlert } from 'lucide-react'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { Button } from '#ui/button'
import { EmptyState } from '#ui/empty-state'
import { SkeletonText } from '#ui/skeleton'
import { TextField } from '#ui/text-field'
import { buttonStyle } from '#web/ui/button-style.ts'
import { classNames } from '#web/ui/class-names.ts'
import { type ChatMessage, useMessages, useSendMessage } from './chat.ts'
import { quoteLabel, roomTitle } from './room-list.tsx'
import type { Room } from './rooms.ts'

/** As many characters as the database takes. */
const longestMessage = 4000

export function Conversation({ room, userId }: { room: Room; userId: string }) {
  const { data: messages, isError, refetch } = useMessages(userId, room.id)
  return (
    <section
      aria-label={`Conversation about ${roomTitle(room)}`}
      className="flex flex-col rounded-2xl border border-line bg-card"
    >
      <header className="flex items-center gap-2 border-b border-line p-4 sm:px-6">
        <Link
          to="/messages"
          aria-label="All messages"
          className={buttonStyle({ variant: 'quiet', size: 'icon', className: '-ml-2 md:hidden' })}
        >
          <ArrowLeft aria-hidden="true" className="size-5" />
        </Link>
        <div className="min-w-0">
          <h2 className="text-lg leading-snug wrap-anywhere">
            {room.product ? (
              <Link to={`/product/${room.product.id}`} className="hover:text-berry">
                {roomTitle(room)}
              </Link>
            ) : (
              roomTitle(room)
            )}
          </h2>
          <p className="text-sm text-ink-soft">{quoteLabel(room)}</p>
        </div>
      </header>
      {messages ? (
        <MessageList messages={messages} userId={userId} />
      ) : (
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
      )}
      <MessageForm room={room} userId={userId} />
    </section>
  )
}

function MessageList({ messages, userId }: { messages: readonly ChatMessage[]; userId: string }) {
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

function MessageForm({ room, userId }: { room: Room; userId: string }) {
  const [text, setText] = useState('')
  const { send, isSending } = useSendMessage(userId, room.id)

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const content = text.trim()
    if (content && (await send(content))) setText('')
  }

  return (
    <form onSubmit={(event) => void submit(event)} className="flex items-end gap-3 border-t border-line p-4 sm:px-6">
      <TextField
        label="Message"
        labelHidden
        placeholder="Write a message"
        autoComplete="off"
        maxLength={longestMessage}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        className="grow"
      />
      <Button type="submit" busy={isSending} className="h-12!">
        Send
      </Button>
    </form>
  )
}
