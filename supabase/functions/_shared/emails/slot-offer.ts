/** To a member on the waitlist of a slot: a place in it is held for them. */
import { z } from 'zod'
import { dayAndTime } from '../../../../domain/values/calendar.ts'
import { defineTemplate } from './email.ts'

const schema = z.object({
  shop: z.string(),
  fulfilment: z.enum(['pickup', 'delivery']),
  /** 'Saturday 28 November, 10:00 to 12:00' */
  slot: z.string(),
  until: z.string(),
})

export const slotOffer = defineTemplate(schema, ({ shop, fulfilment, slot, until }) => ({
  subject: `A ${fulfilment} time at ${shop} is held for you`,
  preview: `${slot}. Held until ${dayAndTime(until)}.`,
  heading: 'Held for you',
  blocks: [
    {
      kind: 'text',
      text: `${shop} has a place for your ${fulfilment} on ${slot}. We hold it for you until ${dayAndTime(until)}. After that it goes to the next member who waits.`,
    },
    { kind: 'button', label: 'Order now', path: '/checkout' },
  ],
}))
