/** Cancels an order as its buyer. The database decides whether that is allowed. */
import { useMutation } from '@tanstack/react-query'
import { z } from 'zod'
import { formatPence, toPence } from '#domain/money'
import { basketKeys } from '#keys/basket'
import { checkoutKeys } from '#keys/checkout'
import { productKeys } from '#keys/product'
import { useApp } from '#platform/app-context.ts'
import { memberKeys } from '#platform/query-keys.ts'
import { unwrap } from '#platform/unwrap.ts'
import { toast } from '#ui/toast'

const cancelledSchema = z.object({ refund: z.object({ amount: z.number() }).nullable() })

export function useCancelOrder(orderId: string) {
  const app = useApp()
  return useMutation({
    /** @returns the amount of the refund */
    mutationFn: async (reason: string): Promise<{ refundPence: number }> => {
      const client = await app.supabase()
      const response = await client.rpc('cancel_order', {
        order_id: orderId,
        ...(reason.trim() && { reason: reason.trim() }),
      })
      const { refund } = cancelledSchema.parse(unwrap(response))
      return { refundPence: refund ? toPence(refund.amount) : 0 }
    },
    onSuccess({ refundPence }) {
      const description =
        refundPence > 0 ? `${formatPence(refundPence)} is on its way back to you.` : 'There is nothing to refund.'
      toast({ title: 'Order cancelled', description })
    },
    // The items are on sale again.
    meta: { invalidates: [memberKeys.all, basketKeys.onSale, checkoutKeys.pickupSlots, productKeys.all] },
  })
}
