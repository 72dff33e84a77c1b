/** The list of conversations with product, member, last message, unread count and price. */

import { addDays, dayOfWeek, londonTime, shortDate, weekdayAbbreviation } from '#domain/values/calendar'
import { formatPounds } from '#domain/values/money'
import { useNow } from '#platform/clock.ts'
import { Link } from '#ui/link'
import { Picture } from '#ui/picture'
import type { Conversation } from './conversations.ts'

export function ConversationList({
  conversations,
  openId,
}: {
  conversations: readonly Conversation[]
  openId: string | null
}) {
  const now = useNow()
  return (
    <ul aria-label="Conversations" className="flex flex-col gap-1">
      {conversations.map((conversation) => (
        <li key={conversation.id}>
          <Link
            to={`?room=${conversation.id}`}
            preventScrollReset
            data-conversation={conversation.id}
            aria-current={conversation.id === openId ? 'true' : undefined}
            className="flex items-center gap-4 rounded-card p-3 transition-colors hover:bg-ink/5 aria-[current]:bg-berry-pale"
          >
            <span className="w-14 shrink-0 overflow-hidden rounded-control">
              <Picture source={conversation.product?.image} alt="" sizes="3.5rem" />
            </span>
            <ConversationLines conversation={conversation} now={now} />
          </Link>
        </li>
      ))}
    </ul>
  )
}

function ConversationLines({ conversation, now }: { conversation: Conversation; now: Date }) {
  const { other, last, unread } = conversation
  return (
    <span className="min-w-0 grow">
      <span className="flex items-baseline gap-2">
        <span className="min-w-0 grow truncate font-semibold">{conversationTitle(conversation)}</span>
        <time dateTime={last?.at ?? conversation.updated_at} className="shrink-0 text-xs text-ink-soft">
          {ageLabel(last?.at ?? conversation.updated_at, now)}
        </time>
      </span>
      <span className="block truncate text-sm text-ink-soft">{other.name}</span>
      <span className="flex items-center gap-2">
        <span className={unread > 0 ? 'min-w-0 grow truncate text-sm font-semibold' : 'min-w-0 grow truncate text-sm'}>
          {lastLine(conversation)}
        </span>
        {unread > 0 && (
          <span className="grid h-5 min-w-5 shrink-0 place-items-center rounded-full bg-berry px-1.5 text-xs font-semibold text-on-fill tabular-nums">
            {unreadLabel(unread)}
            <span className="sr-only"> unread</span>
          </span>
        )}
      </span>
      {lastLine(conversation) !== quoteLabel(conversation) && (
        <span className="block truncate text-sm text-ink-soft">{quoteLabel(conversation)}</span>
      )}
    </span>
  )
}

export function conversationTitle({ product, enquiry }: Conversation): string {
  return product?.name ?? enquiry ?? 'A product no longer on sale'
}

export function quoteLabel({ price_quote, enquiry }: Conversation): string {
  if (enquiry !== null) return 'Enquiry'
  return price_quote === null ? 'Awaiting price quote' : `Price quoted: ${formatPounds(price_quote)}`
}

export function lastLine({ last }: Conversation): string {
  if (!last) return 'No messages yet'
  const line = last.content.replace(/\s+/g, ' ').trim() || (last.hasPicture ? 'Picture' : '')
  return last.isMine && last.type !== 'system' ? `You: ${line}` : line
}

export function unreadLabel(unread: number): string {
  return unread > 99 ? '99+' : String(unread)
}

/** As short as fits into the list. */
export function ageLabel(at: string, now: Date): string {
  const { date, time } = londonTime(new Date(at))
  const today = londonTime(now).date
  if (date === today) return time
  if (date === addDays(today, -1)) return 'Yesterday'
  if (date > addDays(today, -7) && date < today) return weekdayAbbreviation(dayOfWeek(date))
  return date.slice(0, 4) === today.slice(0, 4) ? shortDate(date) : `${shortDate(date)} ${date.slice(0, 4)}`
}
