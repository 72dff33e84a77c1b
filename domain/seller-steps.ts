/** What a baker can do next with an order, in the words on the button. */

export interface OrderStep {
  readonly status: 'ready' | 'shipped' | 'delivered'
  /** 'Mark as ready'. */
  readonly label: string
  /** What has become of it then: 'is ready for pickup'. */
  readonly outcome: string
}

interface Stepping {
  readonly status: string
  readonly fulfilment: string
}

/** As `advance_order` allows it; null where there is no further step. */
export function nextStep({ status, fulfilment }: Stepping): OrderStep | null {
  const isPickup = fulfilment === 'pickup'
  if (status === 'processing') {
    return isPickup
      ? { status: 'ready', label: 'Mark as ready', outcome: 'is ready for pickup' }
      : { status: 'shipped', label: 'Mark as shipped', outcome: 'is on its way' }
  }
  if (status !== 'ready' && status !== 'shipped') return null
  return isPickup
    ? { status: 'delivered', label: 'Mark as collected', outcome: 'has been collected' }
    : { status: 'delivered', label: 'Mark as delivered', outcome: 'has been delivered' }
}

/** As `cancel_order` allows it to the shop. */
export function isCancellableByShop({ status }: Pick<Stepping, 'status'>): boolean {
  return status === 'processing' || status === 'ready'
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
