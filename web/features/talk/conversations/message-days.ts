/** Groups messages by day in London time, and by sender within five minutes. */
import { addDays, dateWithYear, londonTime, longDate } from '#domain/values/calendar'
import type { ChatMessage } from './chat-message.ts'

const groupedMs = 5 * 60_000

export interface MessagePlacement {
  /** 'YYYY-MM-DD' if a new day begins with this message. */
  readonly newDay: string | null
  readonly isGrouped: boolean
  /** 'HH:MM' for the last message of a group. */
  readonly time: string | null
}

type Neighbour = ChatMessage | undefined

export function placementOf(message: ChatMessage, previous: Neighbour, next: Neighbour): MessagePlacement {
  const { date, time } = timeOf(message)
  const newDay = previous && timeOf(previous).date === date ? null : date
  return { newDay, isGrouped: isSameGroup(previous, message), time: isSameGroup(message, next) ? null : time }
}

function isSameGroup(one: Neighbour, next: Neighbour): boolean {
  return (
    one !== undefined &&
    next !== undefined &&
    one.sender_id === next.sender_id &&
    one.type === next.type &&
    Date.parse(next.created_at) - Date.parse(one.created_at) < groupedMs &&
    timeOf(one).date === timeOf(next).date
  )
}

function timeOf({ created_at }: ChatMessage) {
  return londonTime(new Date(created_at))
}

/**
 * 'Today', 'Yesterday', 'Saturday 28 November', or '28 November 2025' in another year. @param today 'YYYY-MM-DD', like
 * `date`
 */
export function messageDayLabel(date: string, today: string): string {
  if (date === today) return 'Today'
  if (date === addDays(today, -1)) return 'Yesterday'
  return date.slice(0, 4) === today.slice(0, 4) ? longDate(date) : dateWithYear(date)
}
