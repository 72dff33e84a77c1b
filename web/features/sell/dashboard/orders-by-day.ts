/** Groups the orders to make by the day they are due. */
import { addDays, dayFrom } from '#domain/values/calendar'

interface OrderToMake {
  readonly fulfilment: string
  readonly pickup_date: string | null
  readonly delivery_date?: string | null
}

export interface OrderDay<Order> {
  readonly title: string
  readonly isUrgent: boolean
  readonly orders: readonly Order[]
}

/** Orders due after this many days form one group. */
const daysAhead = 7

/** The groups in order: overdue ones, deliveries without a day, one group a day, later ones. */
export function groupOrdersByDay<Order extends OrderToMake>(
  orders: readonly Order[],
  today: string,
): OrderDay<Order>[] {
  const end = addDays(today, daysAhead)
  const days = new Map<string, Order[]>()
  for (const order of orders) {
    const key = dayKey(order, today, end)
    days.set(key, [...(days.get(key) ?? []), order])
  }
  return [...days.entries()]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, ofDay]) => ({ title: dayTitle(key, today), isUrgent: key <= today, orders: ofDay }))
}

// In character order '!' sorts before digits and '~' after them, so these keys surround the dates.
const overdue = '!'
const deliveries = '!!'
const later = '~'

function dayKey(
  { pickup_date: pickedUpOn, delivery_date: deliveredOn }: OrderToMake,
  today: string,
  end: string,
): string {
  const date = pickedUpOn ?? deliveredOn ?? null
  if (date === null || (deliveredOn && date < today)) return deliveries
  if (date < today) return overdue
  return date > end ? later : date
}

function dayTitle(key: string, today: string): string {
  if (key === overdue) return 'Not picked up yet'
  if (key === deliveries) return 'To send'
  if (key === later) return 'Later'
  const day = dayFrom(today, key)
  return day.charAt(0).toUpperCase() + day.slice(1)
}
