/** The timeline of an order: past steps with their times, and the next steps. */

import { hoursAndMinutes } from '../pickup/pickup.ts'
import { slotHours } from '../pickup/pickup-days.ts'
import { longDate } from '../values/calendar.ts'
import { isOrderStatus, type OrderStatus } from './order-state.ts'

/** An order as its page reads it. */
export interface TimedOrder {
  readonly status: string
  readonly fulfilment: string
  readonly created_at: string
  readonly paid_at: string | null
  readonly cancelled_at: string | null
  readonly pickup_date: string | null
  readonly pickup_start: string | null
  readonly pickup_end: string | null
  readonly delivery_date?: string | null
  readonly delivery_start?: string | null
  readonly delivery_end?: string | null
  /** The day of a custom order. Its delivery has no other. */
  readonly agreed_on?: string | null
  readonly events: readonly { readonly status: string; readonly created_at: string }[]
}

export interface TimelineStep {
  readonly status: string
  readonly label: string
  readonly progress: 'done' | 'current' | 'ahead'
  /** Null for a future step, or if no time was recorded. */
  readonly at: Date | null
  /** The next step only: what will happen, and when if known. */
  readonly outlook: string | null
}

const stepsByFulfilment = {
  delivery: ['pending payment', 'processing', 'shipped', 'delivered'],
  pickup: ['pending payment', 'processing', 'ready', 'delivered'],
} as const satisfies Record<string, readonly OrderStatus[]>

export function timelineOf(order: TimedOrder): readonly TimelineStep[] {
  const steps: readonly string[] = order.fulfilment === 'pickup' ? stepsByFulfilment.pickup : stepsByFulfilment.delivery
  const status = order.status.toLowerCase()
  const here = steps.indexOf(status)
  // A cancelled or unknown status ends the timeline.
  if (here === -1) {
    const behind = steps.filter((step) => momentOf(order, step) !== null)
    return [...behind, status].map((step) => stepOf(order, step, step === status ? 'current' : 'done'))
  }
  return steps.map((step, position) => {
    if (position === here) return stepOf(order, step, 'current')
    return stepOf(order, step, position < here ? 'done' : 'ahead', position === here + 1)
  })
}

function stepOf(order: TimedOrder, status: string, progress: TimelineStep['progress'], isNext = false): TimelineStep {
  return {
    status,
    label: labelOf(order, status),
    progress,
    at: progress === 'ahead' ? null : momentOf(order, status),
    outlook: isNext ? expectedTime(order, status) : null,
  }
}

const labels = {
  'pending payment': 'Ordered',
  processing: 'Processing',
  shipped: 'Shipped',
  ready: 'Ready for pickup',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
} as const satisfies Record<OrderStatus, string>

function labelOf({ fulfilment }: TimedOrder, status: string): string {
  if (status === 'delivered' && fulfilment === 'pickup') return 'Picked up'
  return isOrderStatus(status) ? labels[status] : status
}

/** The latest, because a late payment can repeat a status after an expiry. */
function momentOf(order: TimedOrder, status: string): Date | null {
  const moments = order.events.filter((event) => event.status === status).map((event) => Date.parse(event.created_at))
  if (moments.length > 0) return new Date(Math.max(...moments))
  const noted = new Map([
    ['pending payment', order.created_at],
    ['processing', order.paid_at],
    ['cancelled', order.cancelled_at],
  ])
  const moment = noted.get(status) ?? null
  return moment === null ? null : new Date(moment)
}

function expectedTime(order: TimedOrder, status: string): string | null {
  if (status === 'processing') return 'Once it is paid'
  if (status === 'shipped') {
    const day = order.delivery_date ?? order.agreed_on
    return day ? `On ${longDate(day)}` : 'As soon as it is made'
  }
  if (status === 'delivered')
    return order.fulfilment === 'delivery' && !order.delivery_start ? null : handOverWhen(order)
  const { pickup_date: date, pickup_start: start } = order
  return date && start && `By ${longDate(date)} at ${hoursAndMinutes(start)}`
}

/** 'Saturday 28 November, 09:00 to 12:00', '…, by post', or the agreed day alone; null without a chosen day. */
export function handOverWhen(order: OrderHandOver): string | null {
  const date = order.pickup_date ?? order.delivery_date
  const start = order.pickup_start ?? order.delivery_start
  const end = order.pickup_end ?? order.delivery_end
  if (!date) return order.agreed_on ? longDate(order.agreed_on) : null
  return `${longDate(date)}, ${start && end ? slotHours({ start_time: start, end_time: end }) : 'by post'}`
}

export type OrderHandOver = Pick<
  TimedOrder,
  'pickup_date' | 'pickup_start' | 'pickup_end' | 'delivery_date' | 'delivery_start' | 'delivery_end' | 'agreed_on'
>
