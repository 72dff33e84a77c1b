/** Until when a quote can be accepted, as its form proposes it. */

import { isQuoteOver } from '#domain/orders/quote'
import { addDays, londonTime } from '#domain/values/calendar'
import type { Conversation } from '#features/talk/conversation-list'

const defaultDays = 7

/** One week from today, or from the current end if it has not expired, but never after the agreed day. */
export function defaultEnd(conversation: Conversation, now: Date): string {
  const { wanted_on: day, quote_expires_at: end } = conversation
  const { date: today } = londonTime(now)
  const isExtended = conversation.price_quote !== null && end !== null && !isQuoteOver(conversation, now)
  // The end is midnight, which belongs to the next day.
  const defaultDate = addDays(isExtended ? addDays(londonTime(new Date(end)).date, -1) : today, defaultDays)
  return day !== null && day >= today && day < defaultDate ? day : defaultDate
}
