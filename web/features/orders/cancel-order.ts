/** Cancels an order as its buyer. The database decides whether that is allowed. */
import { z } from 'zod'
import { toPence } from '#domain/money'
import type { AppContext } from '#platform/app-context.ts'
import { unwrap } from '#platform/unwrap.ts'

const cancelledSchema = z.object({ refund: z.object({ amount: z.number() }).nullable() })

/**
 * @returns the amount of the refund
 * @throws QueryError with the database's message
 */
export async function cancelOrder(app: AppContext, orderId: string, reason: string): Promise<{ refundPence: number }> {
  const client = await app.supabase()
  const response = await client.rpc('cancel_order', {
    order_id: orderId,
    ...(reason.trim() && { reason: reason.trim() }),
  })
  const { refund } = cancelledSchema.parse(unwrap(response))
  return { refundPence: refund ? toPence(refund.amount) : 0 }
}
