/** What a baker can do next with an order, in the words on the button. */
import type { OrderStatus } from './order-state.ts'

export interface OrderStep {
  readonly status: OrderStatus
  /** 'Mark as ready'. */
  readonly label: string
  /** What has become of it then: 'is ready for pickup'. */
  readonly outcome: string
}

interface Stepping {
  readonly status: OrderStatus
  readonly fulfilment: string
}

const ready: OrderStep = { status: 'ready', label: 'Mark as ready', outcome: 'is ready for pickup' }
const shipped: OrderStep = { status: 'shipped', label: 'Mark as shipped', outcome: 'is on its way' }
const collected: OrderStep = { status: 'delivered', label: 'Mark as collected', outcome: 'has been collected' }
const delivered: OrderStep = { status: 'delivered', label: 'Mark as delivered', outcome: 'has been delivered' }

/** The seller's transitions, as `private.order_transitions` lists them. */
const sellerSteps = {
  'pending payment': { pickup: null, delivery: null, isCancellable: false },
  processing: { pickup: ready, delivery: shipped, isCancellable: true },
  ready: { pickup: collected, delivery: null, isCancellable: true },
  shipped: { pickup: null, delivery: delivered, isCancellable: false },
  delivered: { pickup: null, delivery: null, isCancellable: false },
  cancelled: { pickup: null, delivery: null, isCancellable: false },
} as const satisfies Record<
  OrderStatus,
  { pickup: OrderStep | null; delivery: OrderStep | null; isCancellable: boolean }
>

/** As `advance_order` allows it; null where there is no further step. */
export function nextStep({ status, fulfilment }: Stepping): OrderStep | null {
  return sellerSteps[status][fulfilment === 'pickup' ? 'pickup' : 'delivery']
}

/** As `cancel_order` allows it to the shop. */
export function isCancellableByShop({ status }: Pick<Stepping, 'status'>): boolean {
  return sellerSteps[status].isCancellable
}

interface Refunded {
  readonly amountPence: number
  readonly status: string
}

/** Pence that can still go back: a refund on its way counts, one that failed does not. */
export function refundablePence(totalPence: number, refunds: readonly Refunded[]): number {
  const gone = refunds
    .filter(({ status }) => status !== 'failed')
    .reduce((sum, { amountPence }) => sum + amountPence, 0)
  return Math.max(0, totalPence - gone)
}
