/** To a member on a waitlist: what they waited for is held for them. */
import { z } from 'zod'
import { dayAndTime } from '../../../../domain/values/calendar.ts'
import { defineTemplate } from './email.ts'

const schema = z.object({
  product_id: z.uuid(),
  product: z.string(),
  shop: z.string(),
  quantity: z.number(),
  until: z.string(),
})

export const waitlistOffer = defineTemplate(schema, ({ product_id: id, product, shop, quantity, until }) => ({
  subject: `${quantity} × ${product} reserved for you`,
  preview: `Until ${dayAndTime(until)}.`,
  heading: 'Reserved for you',
  blocks: [
    {
      kind: 'text',
      text: `${shop} has ${product} again, and we hold ${quantity} for you until ${dayAndTime(until)}. After that it goes to the next member who waits.`,
    },
    { kind: 'button', label: 'Order now', path: `/product/${id}` },
  ],
}))
