/** The form of how far ahead a shop takes orders, and until when. */
import { z } from 'zod'

/** Hours before the hand-over. Empty: until its end. */
const cutoff = z.string().transform((hours) => (hours === '' ? null : Number(hours)))

export const bookingRulesForm = z
  .object({ horizonDays: z.string().transform(Number), pickupCutoffHours: cutoff, deliveryCutoffHours: cutoff })
  .transform(({ horizonDays, pickupCutoffHours, deliveryCutoffHours }) => ({
    horizon_days: horizonDays,
    pickup_cutoff_hours: pickupCutoffHours,
    delivery_cutoff_hours: deliveryCutoffHours,
  }))

export type BookingRules = z.output<typeof bookingRulesForm>

export const bookingRulesFormValues = (rules: BookingRules): z.input<typeof bookingRulesForm> => ({
  horizonDays: String(rules.horizon_days),
  pickupCutoffHours: String(rules.pickup_cutoff_hours ?? ''),
  deliveryCutoffHours: String(rules.delivery_cutoff_hours ?? ''),
})
