/**
 * The refund if the buyer cancels a paid order now. The database calculates it in the same way as for the
 * cancellation.
 */
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { formatPence, toPence } from '#domain/values/money'
import { orderKeys } from '#keys/orders'
import { useApp } from '#platform/app-context.ts'
import { read } from '#platform/read.ts'
import type { OrderDetail } from './order-detail.ts'

const schema = z.object({ refund: z.number(), delivery_fee: z.number(), kept: z.number(), unpaid_delivery: z.number() })

export interface CancellationRefund {
  readonly refundPence: number
  /** The part that pays for delivering the rest of the checkout. */
  readonly deliveryPence: number
  /** What the shop keeps. */
  readonly keptPence: number
  /** The part of that which delivering the rest costs more, and only a voucher could pay. */
  readonly unpaidDeliveryPence: number
}

/**
 * Fetched each time the dialog opens, because another part of the checkout may have been cancelled. Unpaid orders
 * have no refund.
 */
export function useCancellationRefund({ id, buyer_id: userId, status }: OrderDetail) {
  const app = useApp()
  return useQuery({
    queryKey: orderKeys.cancellationRefund(userId, id),
    staleTime: 0,
    gcTime: 0,
    enabled: status !== 'pending payment',
    queryFn: async ({ signal }): Promise<CancellationRefund> => {
      const found = await read(app, (client) => client.rpc('cancellation_refund', { order_id: id }).abortSignal(signal))
      const { refund, delivery_fee, kept, unpaid_delivery } = schema.parse(found)
      return {
        refundPence: toPence(refund),
        deliveryPence: toPence(delivery_fee),
        keptPence: toPence(kept),
        unpaidDeliveryPence: toPence(unpaid_delivery),
      }
    },
  })
}

/** @param voucherPence what gift vouchers paid of the order */
export function cancellationText(amounts: CancellationRefund, totalPence: number, voucherPence = 0): string {
  const back =
    voucherPence > 0 ? 'to your card first, and then to your gift voucher' : 'to your original payment method'
  const { refundPence, deliveryPence, keptPence, unpaidDeliveryPence } = amounts
  if (keptPence > 0) {
    const refund = refundPence === 0 ? 'Nothing goes back.' : `${formatPence(refundPence)} goes back ${back}.`
    const delivery =
      deliveryPence === 0 ? '' : ` ${formatPence(deliveryPence)} pays for delivering the rest of your purchase.`
    const latePence = keptPence - unpaidDeliveryPence
    const late =
      latePence === 0
        ? ''
        : ` The shop keeps ${formatPence(latePence)}, because the deadline for a full refund has passed.`
    const unpaid =
      unpaidDeliveryPence === 0
        ? ''
        : ` The shop keeps ${formatPence(unpaidDeliveryPence)} of your gift voucher, because delivering the rest of your purchase costs that much more without this order.`
    return `${refund}${delivery}${late}${unpaid}`
  }
  if (deliveryPence === 0) {
    if (refundPence === 0) return 'Your payment has already been refunded in full.'
    const which = refundPence === totalPence ? 'your full payment' : 'the rest of your payment'
    return `${formatPence(refundPence)}, ${which}, goes back ${back}.`
  }
  const rest = 'delivering the rest of your purchase. You get it back if that is cancelled too.'
  if (refundPence === 0) return `Nothing goes back yet: the ${formatPence(deliveryPence)} that is left pays for ${rest}`
  return `${formatPence(refundPence)} goes back ${back}. ${formatPence(deliveryPence)} pays for ${rest}`
}
