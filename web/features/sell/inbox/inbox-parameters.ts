/** The inbox's tab, filters, page and open order, all kept in the URL. */

import type { OrderStatus } from '#domain/orders/order-state'
import { isUuid } from '#domain/values/ids'
import { isIsoDate } from '#domain/values/iso-date'

export const inboxTabs = [
  { value: 'processing', label: 'To make' },
  { value: 'ready', label: 'Ready' },
  { value: 'shipped', label: 'Shipped' },
  { value: 'delivered', label: 'Done' },
  { value: 'cancelled', label: 'Cancelled' },
  { value: 'all', label: 'All' },
] as const satisfies readonly { value: OrderStatus | 'all'; label: string }[]
export type InboxTab = (typeof inboxTabs)[number]['value']

export const inboxDays = ['late', 'today', 'tomorrow', 'later'] as const

export interface InboxParameters {
  readonly tab: InboxTab
  /** One of `inboxDays`, a date, or null for every day. */
  readonly day: string | null
  readonly text: string
  /** The cursor at which the previous page ended. */
  readonly after: string | null
  readonly order: string | null
}

/** Unknown values mean the default. */
export function readInboxParameters(searchParams: URLSearchParams): InboxParameters {
  const tab = inboxTabs.find(({ value }) => value === searchParams.get('status'))?.value ?? 'processing'
  const day = searchParams.get('day')
  const order = searchParams.get('order')
  return {
    tab,
    day: day !== null && hasDayFilter(tab) && isDay(day) ? day : null,
    text: (searchParams.get('q') ?? '').trim().slice(0, 100),
    after: searchParams.get('after'),
    order: order !== null && isUuid(order) ? order : null,
  }
}

/** Includes only values that differ from the default; '?' alone is the default inbox. */
export function inboxUrl({ tab, day, text, after, order }: InboxParameters): string {
  const searchParams = new URLSearchParams()
  if (tab !== 'processing') searchParams.set('status', tab)
  if (day !== null && hasDayFilter(tab)) searchParams.set('day', day)
  if (text) searchParams.set('q', text)
  if (after !== null) searchParams.set('after', after)
  if (order !== null) searchParams.set('order', order)
  return `?${searchParams}`
}

/** Whether the tab can be filtered by due day; orders that are sent or finished have no due day ahead. */
export function hasDayFilter(tab: InboxTab): boolean {
  return tab === 'processing' || tab === 'ready'
}

function isDay(text: string): boolean {
  return inboxDays.some((day) => day === text) || isIsoDate(text)
}
