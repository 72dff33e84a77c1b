/** Texts of the inbox for when and how an order is due. */

import { slotHours } from '#domain/pickup/pickup-days'
import { dayFrom } from '#domain/values/calendar'

export interface DueOrder {
  readonly status: string
  readonly fulfilment: string
  /** 'YYYY-MM-DDTHH:MM:SS' in London time. */
  readonly due_at: string
  readonly pickup_start: string | null
  readonly pickup_end: string | null
  readonly town: string | null
  readonly delivery_date?: string | null
  readonly delivery_start?: string | null
  readonly delivery_end?: string | null
  /** The day of a custom order, which is the day that it is due. */
  readonly agreed_on?: string | null
}

/** 'Pickup today, 09:00 to 12:00', 'Deliver today, 09:00 to 12:00, to Ely', 'Send by tomorrow, to Ely'; sent or finished deliveries show no day. */
export function dueText(order: DueOrder, today: string): string {
  const { status, fulfilment, due_at: due, pickup_start: start, pickup_end: end, town } = order
  const day = dayFrom(today, due.slice(0, 10))
  if (fulfilment === 'pickup') {
    return `Pickup ${day}${start && end ? `, ${slotHours({ start_time: start, end_time: end })}` : ''}`
  }
  const to = town ? `, to ${town}` : ''
  if (status === 'processing' && order.delivery_start && order.delivery_end) {
    return `Deliver ${day}, ${slotHours({ start_time: order.delivery_start, end_time: order.delivery_end })}${to}`
  }
  if (status === 'processing' && order.delivery_date) return `Post ${day}${to}`
  if (status === 'processing' && order.agreed_on) return `Deliver ${day}${to}`
  if (status === 'processing') return `Send ${due.slice(0, 10) === today ? 'today' : `by ${day}`}${to}`
  return town ? `Delivery to ${town}` : 'Delivery'
}

/** The heading of an unfinished order: its day, or that it is late. */
function dueHeading({ due_at: due, status }: Pick<DueOrder, 'due_at' | 'status'>, today: string): string {
  const date = due.slice(0, 10)
  if (date < today) return status === 'ready' ? 'Not picked up yet' : 'Late'
  const day = dayFrom(today, date)
  return day.charAt(0).toUpperCase() + day.slice(1)
}

export interface DueGroup<Order> {
  readonly heading: string
  readonly isLate: boolean
  readonly orders: readonly Order[]
}

/** Keeps the given sequence of orders. */
export function groupByDueDay<Order extends Pick<DueOrder, 'due_at' | 'status'>>(
  orders: readonly Order[],
  today: string,
): readonly DueGroup<Order>[] {
  const groups = new Map<string, Order[]>()
  for (const order of orders) {
    const heading = dueHeading(order, today)
    groups.set(heading, [...(groups.get(heading) ?? []), order])
  }
  return [...groups].map(([heading, dayOrders]) => ({
    heading,
    isLate: (dayOrders[0]?.due_at ?? '').slice(0, 10) < today,
    orders: dayOrders,
  }))
}
