/** What a baker looks at in the inbox: all of it stands in the address. */
import { isUuid } from '#domain/ids'
import type { OrderStatus } from '#domain/order-state'

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
export type InboxDay = (typeof inboxDays)[number]

export interface InboxChoice {
  readonly tab: InboxTab
  /** One of the above, a date, or every day. */
  readonly day: string | null
  readonly text: string
  /** Where the page before ended. */
  readonly after: string | null
  /** The order that is open. */
  readonly order: string | null
}

/** Whatever stands in the address: what it does not know means the default. */
export function readInboxChoice(params: URLSearchParams): InboxChoice {
  const tab = inboxTabs.find(({ value }) => value === params.get('state'))?.value ?? 'processing'
  const day = params.get('day')
  const order = params.get('order')
  return {
    tab,
    day: day !== null && hasDays(tab) && isDay(day) ? day : null,
    text: (params.get('q') ?? '').trim().slice(0, 100),
    after: params.get('after'),
    order: order !== null && isUuid(order) ? order : null,
  }
}

/** Only what differs from the default; '?' alone is the plain inbox. */
export function inboxAddress({ tab, day, text, after, order }: InboxChoice): string {
  const params = new URLSearchParams()
  if (tab !== 'processing') params.set('state', tab)
  if (day !== null && hasDays(tab)) params.set('day', day)
  if (text) params.set('q', text)
  if (after !== null) params.set('after', after)
  if (order !== null) params.set('order', order)
  return `?${params}`
}

/** Whether the day an order is for says anything there: what is sent or done has its day behind it. */
export function hasDays(tab: InboxTab): boolean {
  return tab === 'processing' || tab === 'ready'
}

function isDay(text: string): boolean {
  return inboxDays.some((day) => day === text) || isDate(text)
}

export function isDate(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))
}
