/** Orders to make, by the day they are for. */
import { addDays, dayFrom } from '#domain/calendar'

interface OrderToMake {
  readonly fulfilment: string
  readonly pickup_date: string | null
}

export interface BakingDay<Order> {
  readonly title: string
  readonly isUrgent: boolean
  readonly orders: readonly Order[]
}

/** How far ahead the coming days go. */
const daysAhead = 7

/** What is late comes first, then what is to be sent, then day by day; what is further ahead comes last, as one. */
export function bakingList<Order extends OrderToMake>(orders: readonly Order[], today: string): BakingDay<Order>[] {
  const end = addDays(today, daysAhead)
  const days = new Map<string, Order[]>()
  for (const order of orders) {
    const key = dayKey(order, today, end)
    days.set(key, [...(days.get(key) ?? []), order])
  }
  return [...days.entries()]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, ofDay]) => ({ title: titleOf(key, today), isUrgent: key <= today, orders: ofDay }))
}

// Sort before any date, after any date: '!' and '~' around the digits.
const late = '!'
const toSend = '!!'
const later = '~'

function dayKey({ fulfilment, pickup_date: date }: OrderToMake, today: string, end: string): string {
  if (fulfilment === 'delivery' || date === null) return toSend
  if (date < today) return late
  return date > end ? later : date
}

function titleOf(key: string, today: string): string {
  if (key === late) return 'Not collected yet'
  if (key === toSend) return 'To send'
  if (key === later) return 'Later'
  const day = dayFrom(today, key)
  return day.charAt(0).toUpperCase() + day.slice(1)
}
