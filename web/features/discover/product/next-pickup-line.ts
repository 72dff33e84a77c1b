/** The text about the next pickup of a product. */
import { type Closure, nextPickup, type PickupSchedule, pickupLabel, schedulesFor } from '#domain/pickup/pickup'

export interface PickupProduct {
  readonly lead_time_days: number
  /** The product's own pickup windows. */
  readonly pickup: readonly PickupSchedule[]
  readonly shop: { readonly pickup: readonly PickupSchedule[]; readonly closures: readonly Closure[] }
}

export function nextPickupLine({ lead_time_days, pickup, shop }: PickupProduct, now: Date): string {
  const schedules = schedulesFor(pickup, shop.pickup)
  const window = nextPickup({ schedules, closures: shop.closures, leadTimeDays: lead_time_days }, now)
  return window ? `Next pickup: ${pickupLabel(window, now)}` : 'Pickup times by arrangement'
}
