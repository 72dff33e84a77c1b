/** Subscriptions in words, and the days that can be chosen. */
import { addDays, dayOfWeek, longDate, weekdayName } from '#domain/values/calendar'

/** A weekly pickup window with the first day for which an order can still be created. */
export interface SubscriptionWindow {
  /** 0 for Sunday. */
  readonly weekday: number
  readonly start_time: string
  readonly end_time: string
  readonly first_on: string
  readonly order_at: string
  readonly pay_until: string
}

export interface Turn {
  readonly every_weeks: number
  readonly next_on: string
  readonly start_time: string
  readonly end_time: string
}

const hours = ({ start_time: start, end_time: end }: Pick<Turn, 'start_time' | 'end_time'>) =>
  `${start.slice(0, 5)} to ${end.slice(0, 5)}`

/** 'Every Saturday, 09:00 to 12:00' or 'Every second Saturday, …'. */
export function turnText(turn: Turn): string {
  const day = weekdayName(dayOfWeek(turn.next_on))
  return `Every ${turn.every_weeks === 1 ? '' : 'second '}${day}, ${hours(turn)}`
}

/** 'Saturday, 09:00 to 12:00'. */
export function windowText(window: SubscriptionWindow): string {
  return `${weekdayName(window.weekday)}, ${hours(window)}`
}

/** Windows from Monday to Sunday. */
export function byWeekday(windows: readonly SubscriptionWindow[]): SubscriptionWindow[] {
  const place = ({ weekday, start_time: start }: SubscriptionWindow) => `${(weekday + 6) % 7} ${start}`
  return [...windows].sort((a, b) => (place(a) < place(b) ? -1 : 1))
}

/** The days on which a subscription can begin: the first one of the window, and the weeks after it. */
export function firstDays({ first_on: first }: SubscriptionWindow): string[] {
  return [0, 7, 14, 21].map((days) => addDays(first, days))
}

export interface DayRecord {
  readonly day: string
  readonly outcome: string
  readonly reason: string | null
  /** The state of the checkout of its order. Null without one. */
  readonly checkout: string | null
}

/** 'Saturday 5 December: paid'. */
export function dayText({ day, outcome, reason, checkout }: DayRecord): string {
  return `${longDate(day)}: ${outcomeText(outcome, checkout)}${outcome === 'missed' && reason ? `. ${reason}` : ''}`
}

function outcomeText(outcome: string, checkout: string | null): string {
  if (outcome === 'skipped') return 'skipped'
  if (outcome === 'closed') return 'no order, the shop has a day off'
  if (outcome === 'missed') return 'no order'
  if (checkout === 'paid') return 'paid'
  if (checkout === 'pending') return 'awaiting payment'
  return checkout === 'cancelled' ? 'cancelled' : 'not paid in time'
}

/** Why a subscription has ended, for its buyer. */
export function endText(endedBy: string | null, shop: string): string {
  if (endedBy === 'buyer') return 'You cancelled it.'
  if (endedBy === 'seller') return `${shop} has ended it.`
  if (endedBy === 'unused') return 'Its last orders were not paid, or could not be placed.'
  return 'You can no longer buy from this shop.'
}
