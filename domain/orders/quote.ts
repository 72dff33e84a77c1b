/** The status of a conversation's price, for both members. */
import { dayFrom, londonTime, momentFrom } from '../values/calendar.ts'

export interface QuotedConversation {
  /** In pounds; null until the seller has quoted. */
  readonly price_quote: number | null
  readonly is_paid: boolean
  readonly wanted_on: string | null
  readonly quote_expires_at: string | null
}

/** Only the buyer knows `being-paid`: an unpaid order is not shown to the seller. */
export type QuoteStatus = 'awaiting' | 'quoted' | 'being-paid' | 'expired' | 'paid'

/** @param isBeingPaid whether an order that accepts it is awaiting payment */
export function quoteStatus(conversation: QuotedConversation, isBeingPaid: boolean, now: Date): QuoteStatus {
  if (conversation.is_paid) return 'paid'
  if (conversation.price_quote === null) return 'awaiting'
  if (isBeingPaid) return 'being-paid'
  return isQuoteOver(conversation, now) ? 'expired' : 'quoted'
}

/** After its expiry, or after the agreed day. */
export function isQuoteOver({ quote_expires_at: end, wanted_on: day }: QuotedConversation, now: Date): boolean {
  return (end !== null && Date.parse(end) <= now.getTime()) || (day !== null && day < londonTime(now).date)
}

/** 'Saturday 28 November at 14:03', or 'the end of Friday 27 November' for midnight. Null without an expiry. */
export function quoteEnd({ quote_expires_at: end }: QuotedConversation, now: Date): string | null {
  if (end === null) return null
  const instant = new Date(end)
  if (londonTime(instant).time !== '00:00') return momentFrom(now, instant)
  return `the end of ${dayFrom(londonTime(now).date, londonTime(new Date(instant.getTime() - 1)).date)}`
}
