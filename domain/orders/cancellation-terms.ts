/**
 * Cancellation terms in words, and until when an order can be cancelled, by the rules of
 * `private.with_cancellation_terms`. A pickup address is shown from then on.
 */
import { londonInstant } from '../values/calendar.ts'

/** A shop's own terms: a full refund until so many hours before the hand-over, and a part of it until then. */
export interface CancellationTerms {
  readonly hoursBefore: number
  readonly refundPercent: number
}

/** Buyers get a pickup address when free cancelling ends, so that is hours before the pickup. */
export const minimumHoursBefore = 4
/** 90 days. */
export const maximumHoursBefore = 2160

interface TermsRow {
  readonly cancel_hours_before: number | null
  readonly cancel_refund_percent: number | null
}

/** Null for a shop, or an order, with the marketplace's terms. */
export function termsOf({ cancel_hours_before: hours, cancel_refund_percent: percent }: TermsRow) {
  return hours === null || percent === null ? null : { hoursBefore: hours, refundPercent: percent }
}

/** The terms as an order request repeats them. The database refuses terms that have changed. */
export function shownTerms(terms: CancellationTerms | null) {
  return terms && { hours_before: terms.hoursBefore, refund_percent: terms.refundPercent }
}

/** '36 hours', '3 days'. */
export function hoursText(hours: number): string {
  return hours >= 72 && hours % 24 === 0 ? `${hours / 24} days` : `${hours} hours`
}

/** 'After that, half of your payment goes back'. */
export function lateRefundText(percent: number): string {
  if (percent === 0) return 'After that, nothing goes back'
  return percent === 100 ? 'After that, all of it still goes back' : `After that, ${percent}% of your payment goes back`
}

/** The policy of a shop. */
export function cancellationPolicy(terms: CancellationTerms | null): string {
  if (!terms) return 'Cancellations are accepted within 24 hours of purchase.'
  const free = `Cancel for a full refund until ${hoursText(terms.hoursBefore)} before pickup or delivery.`
  return `${free} ${lateRefundText(terms.refundPercent)}, until the time agreed.`
}

/** The policy in a line, beside a price. */
export function cancellationLine(terms: CancellationTerms | null): string {
  return terms
    ? `Free cancellation until ${hoursText(terms.hoursBefore)} before pickup or delivery`
    : 'Free cancellation for 24 hours, or until 4 hours before pickup'
}

export interface HandOverStart {
  readonly fulfilment: 'delivery' | 'pickup'
  /** Null for a delivery without an agreed day. */
  readonly day: string | null
  /** Null for a delivery at any time of the day. */
  readonly startTime: string | null
}

export interface Cancelling {
  /** The end of cancelling for a full refund. A past time means that there is none. */
  readonly until: Date
  /** The end of cancelling for a part, if the terms give one. */
  readonly late: { readonly until: Date; readonly refundPercent: number } | null
}

const hourMs = 60 * 60 * 1000

/** Until when an order that is paid at this time can be cancelled. */
export function cancellingOf(
  paid: Date,
  { fulfilment, day, startTime }: HandOverStart,
  terms: CancellationTerms | null,
): Cancelling {
  const handOver = day === null ? null : londonInstant(day, startTime ?? '00:00')
  if (terms && handOver) {
    const until = new Date(handOver.getTime() - terms.hoursBefore * hourMs)
    return { until, late: { until: handOver, refundPercent: terms.refundPercent } }
  }
  const dayAfter = paid.getTime() + 24 * hourMs
  const beforePickup = handOver && fulfilment === 'pickup' ? handOver.getTime() - 4 * hourMs : dayAfter
  return { until: new Date(Math.min(dayAfter, beforePickup)), late: null }
}
