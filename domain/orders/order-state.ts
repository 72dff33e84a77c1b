/** Status texts of an order, the short form of its id, and until when its buyer can cancel. */

import type { Database } from '../database.generated.ts'

/** A status of the database. A new status is a type error until it has a text here. */
export type OrderStatus = Database['public']['Enums']['order_status']

export type OrderTone = 'neutral' | 'honey' | 'sky' | 'leaf' | 'alarm'

const states = {
  'pending payment': { label: 'Pending payment', tone: 'neutral' },
  processing: { label: 'Processing', tone: 'honey' },
  shipped: { label: 'Shipped', tone: 'sky' },
  ready: { label: 'Ready for pickup', tone: 'sky' },
  delivered: { label: 'Delivered', tone: 'leaf' },
  cancelled: { label: 'Cancelled', tone: 'alarm' },
} as const satisfies Record<OrderStatus, { label: string; tone: OrderTone }>

export const orderStatuses = Object.keys(states) as readonly OrderStatus[]

export function isOrderStatus(status: string): status is OrderStatus {
  return Object.hasOwn(states, status)
}

/** Compared case-insensitively; an unknown status is shown unchanged and neutrally. */
export function orderState(status: string): { label: string; tone: OrderTone } {
  const known = status.toLowerCase()
  return isOrderStatus(known) ? states[known] : { label: status, tone: 'neutral' }
}

/** Order ids are shown as their first 8 characters. */
export function shortOrderId(id: string): string {
  return id.slice(0, 8)
}

interface NamedItem {
  readonly name: string
  readonly variation?: string | null
  /** Options in words. */
  readonly options_text?: string | null
  readonly quantity: number
}

/** '2 × Sourdough (Large; Topping: Seeds), 1 × Bun'. */
export function itemsLine(items: readonly NamedItem[]): string {
  return items
    .map(({ quantity, name, variation, options_text }) => {
      const chosen = [variation, options_text].filter(Boolean).join('; ')
      return `${quantity} × ${name}${chosen && ` (${chosen})`}`
    })
    .join(', ')
}

/** The tabs of a buyer's orders and their statuses. A tab without statuses shows all. */
export const orderTabs = [
  { value: 'all', label: 'All Orders', statuses: null },
  { value: 'processing', label: 'Processing', statuses: ['processing', 'ready'] },
  { value: 'shipped', label: 'Shipped', statuses: ['shipped'] },
  { value: 'delivered', label: 'Delivered', statuses: ['delivered'] },
  { value: 'cancelled', label: 'Cancelled', statuses: ['cancelled'] },
] as const satisfies readonly { value: string; label: string; statuses: readonly OrderStatus[] | null }[]

export type OrderTab = (typeof orderTabs)[number]

/** Whether the buyer can cancel, by the rules of `cancel_order`. */
export type BuyerCancelling =
  /** Unpaid: at any time. */
  | { readonly kind: 'unpaid' }
  | { readonly kind: 'open'; readonly until: Date; readonly late: LateCancelling | null }
  /** Past the deadline for a full refund: a part goes back. */
  | { readonly kind: 'late'; readonly until: Date; readonly late: LateCancelling }
  /** Still being made, but too late to cancel. */
  | { readonly kind: 'too-late'; readonly until: Date }
  /** Ready or shipped. */
  | { readonly kind: 'made' }
  /** Delivered or cancelled: nothing can be cancelled. */
  | { readonly kind: 'over' }

/** What a shop's own terms give back after the deadline for a full refund. */
interface LateCancelling {
  readonly until: Date
  readonly refundPercent: number
}

interface CancellableOrder {
  readonly status: string
  readonly cancellable_until: string | null
  readonly refundable_in_part_until: string | null
  readonly cancel_refund_percent: number | null
}

export function buyerCancelling(order: CancellableOrder, now: Date): BuyerCancelling {
  const status = order.status.toLowerCase()
  if (status === 'pending payment') return { kind: 'unpaid' }
  if (status === 'ready' || status === 'shipped') return { kind: 'made' }
  if (status !== 'processing' || order.cancellable_until === null) return { kind: 'over' }
  const until = new Date(order.cancellable_until)
  const { refundable_in_part_until: lateEnd, cancel_refund_percent: refundPercent } = order
  const late = lateEnd === null || refundPercent === null ? null : { until: new Date(lateEnd), refundPercent }
  if (now < until) return { kind: 'open', until, late }
  return late && now < late.until ? { kind: 'late', until, late } : { kind: 'too-late', until }
}
