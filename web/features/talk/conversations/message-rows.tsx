/** The messages of a chunk, grouped by day and sender. */
import { memo, useLayoutEffect, useRef } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import type { ChatMessage } from './chat-message.ts'
import { ChatPicture } from './chat-picture.tsx'
import { messageDayLabel, placementOf } from './message-days.ts'
import { MessageText } from './message-text.tsx'
import { unreadMark } from './read-marks.ts'
import type { Chunk } from './thread.ts'

export interface MessageRowsProps {
  chunk: Chunk
  /** The neighbouring messages of the previous and the next chunk. */
  previous: ChatMessage | undefined
  next: ChatMessage | undefined
  userId: string
  otherName: string
  /** 'YYYY-MM-DD' */
  today: string
  /** The message that shows 'Sent' or 'Read'. */
  statusId: string | null
  isLast: boolean
}

export const MessageRows = memo(function MessageRows(props: MessageRowsProps) {
  const { chunk, previous, next, userId, otherName, today, statusId, isLast } = props
  const { messages } = chunk
  const list = useContentVisibility(messages, isLast)
  return (
    <ol ref={list} className="shrink-0">
      {messages.map((message, position) => {
        const before = position === 0 ? previous : messages[position - 1]
        const after = position === messages.length - 1 ? next : messages[position + 1]
        const { newDay, isGrouped, time } = placementOf(message, before, after)
        const isMine = message.sender_id === userId
        return (
          <li
            key={message.id}
            {...(!isMine && message.read_at === null && { [unreadMark]: message.created_at })}
            className={classNames('flex flex-col', isGrouped ? 'pt-1' : 'pt-4')}
          >
            {newDay && (
              <span className="mb-4 self-center rounded-full bg-paper-deep px-3 py-1 text-xs font-semibold text-ink-soft">
                {messageDayLabel(newDay, today)}
              </span>
            )}
            <Bubble message={message} isMine={isMine} author={isMine ? 'You' : otherName} />
            {(time !== null || statusId === message.id) && (
              <MessageFooter message={message} isMine={isMine} time={time} hasStatus={statusId === message.id} />
            )}
          </li>
        )
      })}
    </ol>
  )
})

/** Skips rendering of chunks outside the viewport. Their measured height keeps the scroll position stable. */
function useContentVisibility(messages: readonly ChatMessage[], isLast: boolean) {
  const list = useRef<HTMLOListElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: its height depends on the messages
  useLayoutEffect(() => {
    const { current } = list
    if (!current) return
    current.style.contentVisibility = 'visible'
    if (isLast) return
    current.style.containIntrinsicSize = `auto ${current.offsetHeight}px`
    current.style.contentVisibility = 'auto'
  }, [messages, isLast])
  return list
}

interface BubbleProps {
  message: ChatMessage
  isMine: boolean
  author: string
}

function Bubble({ message: { type, content, picture }, isMine, author }: BubbleProps) {
  if (type === 'system') {
    return (
      <span className="max-w-[85%] self-center rounded-card bg-honey-pale px-4 py-2 text-center text-sm wrap-anywhere whitespace-pre-line text-honey-deep">
        {content}
      </span>
    )
  }
  return (
    <>
      <span className="sr-only">{`${author}: `}</span>
      {picture !== null && (
        <span className={isMine ? 'self-end' : 'self-start'}>
          <ChatPicture path={picture} preview={null} alt={isMine ? 'Your picture' : `Picture from ${author}`} />
        </span>
      )}
      {content !== '' && (
        <span className={bubbleStyle(isMine)}>
          <MessageText text={content} />
        </span>
      )}
    </>
  )
}

export function bubbleStyle(isMine: boolean, hasFailed = false): string {
  return classNames(
    'max-w-[85%] rounded-card px-4 py-2 wrap-anywhere whitespace-pre-line sm:max-w-[75%]',
    isMine ? 'on-dark self-end text-on-fill' : 'self-start bg-paper-deep',
    isMine && (hasFailed ? 'bg-alarm' : 'bg-berry'),
  )
}

interface MessageFooterProps {
  message: ChatMessage
  isMine: boolean
  time: string | null
  hasStatus: boolean
}

function MessageFooter({ message: { type, created_at, read_at }, isMine, time, hasStatus }: MessageFooterProps) {
  const side = type === 'system' ? 'self-center' : isMine ? 'self-end' : 'self-start'
  return (
    <span className={classNames('mt-1 px-1 text-xs text-ink-soft', side)}>
      {time !== null && <time dateTime={created_at}>{time}</time>}
      {time !== null && hasStatus && ' · '}
      {hasStatus && (read_at === null ? 'Sent' : 'Read')}
    </span>
  )
}
