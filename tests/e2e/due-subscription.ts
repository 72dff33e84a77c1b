/** A clock for the orders of subscriptions. */
import { z } from 'zod'
import { londonInstant } from '#domain/values/calendar'
import { insertRows, selectRows, updateRow } from './shop-fixtures.ts'

/** Announces the next order of a shop's subscription, and moves the cut-off so that the job creates the order now. */
export async function makeOrderDue(shop: string): Promise<void> {
  const subscriptionSchema = z.object({ id: z.string(), next_on: z.string(), start_time: z.string() })
  const rows = await selectRows('subscriptions', `shop_id=eq.${shop}&select=id,next_on,start_time`)
  const { id, next_on: day, start_time: start } = subscriptionSchema.parse(rows[0])
  const hoursAhead = Math.floor((londonInstant(day, start).getTime() - Date.now()) / 3_600_000)
  await insertRows('shop_booking_rules', [{ shop_id: shop, horizon_days: 60, pickup_cutoff_hours: hoursAhead - 12 }])
  const announcedAt = new Date(Date.now() - 86_400_000).toISOString()
  await updateRow('subscriptions', id, { announced_at: announcedAt, next_at: new Date().toISOString() })
}
