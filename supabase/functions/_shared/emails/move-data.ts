/** The data of a proposal to hand an order over on another day. */
import { z } from 'zod'
import { numberSchema } from './order-data.ts'

export const moveSchema = z.object({
  name: z.string(),
  order_id: z.uuid(),
  number: numberSchema,
  shop: z.string(),
  buyer: z.string(),
  items: z.string(),
  /** The new time in words. */
  to: z.string(),
  /** The old day in words. */
  from: z.string(),
  note: z.string().nullable(),
  expires_at: z.string(),
  outcome: z.string(),
})
