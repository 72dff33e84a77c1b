/** A seller's next steps with an order, with the labels of their buttons. */
import type { OrderStatus } from '#domain/orders/order-state'

export interface OrderStep {
  readonly status: OrderStatus
  /** 'Mark as ready'. */
  readonly label: string
  /** The outcome: 'is ready for pickup'. */
  readonly outcome: string
}

interface Stepping {
  readonly status: OrderStatus
  readonly fulfilment: string
}

const ready: OrderStep = { status: 'ready', label: 'Mark as ready', outcome: 'is ready for pickup' }
const shipped: OrderStep = { status: 'shipped', label: 'Mark as shipped', outcome: 'is on its way' }
const pickedUp: OrderStep = { status: 'delivered', label: 'Mark as picked up', outcome: 'has been picked up' }
const delivered: OrderStep = { status: 'delivered', label: 'Mark as delivered', outcome: 'has been delivered' }

/** The seller's transitions, as `private.order_transitions` lists them. */
const sellerSteps = {
  'pending payment': { pickup: null, delivery: null, isCancellable: false },
  processing: { pickup: ready, delivery: shipped, isCancellable: true },
  ready: { pickup: pickedUp, delivery: null, isCancellable: true },
  shipped: { pickup: null, delivery: delivered, isCancellable: false },
  delivered: { pickup: null, delivery: null, isCancellable: false },
  cancelled: { pickup: null, delivery: null, isCancellable: false },
} as const satisfies Record<
  OrderStatus,
  { pickup: OrderStep | null; delivery: OrderStep | null; isCancellable: boolean }
>

/** By the rules of `advance_order`; null without a next step. */
export function nextStep({ status, fulfilment }: Stepping): OrderStep | null {
  return sellerSteps[status][fulfilment === 'pickup' ? 'pickup' : 'delivery']
}

/** By the rules of `cancel_order` for the shop. */
export function isCancellableByShop({ status }: Pick<Stepping, 'status'>): boolean {
  return sellerSteps[status].isCancellable
}

interface Refunded {
  readonly amountPence: number
  readonly status: string
}

/** Pence that can still be refunded. A pending refund counts as refunded, a failed one does not. */
export function refundablePence(totalPence: number, refunds: readonly Refunded[]): number {
  const refunded = refunds
    .filter(({ status }) => status !== 'failed')
    .reduce((sum, { amountPence }) => sum + amountPence, 0)
  return Math.max(0, totalPence - refunded)
}
