/** To the buyer: the seller asks to hand the order over at another time. */
import { momentFrom } from '../../../../domain/values/calendar.ts'
import { defineTemplate } from './email.ts'
import { moveSchema } from './move-data.ts'
import { noteBlocks, orderLabel } from './order-data.ts'

export const moveProposed = defineTemplate(
  moveSchema,
  ({ name, order_id, number, shop, items, to, from, note, expires_at }, context) => ({
    subject: `${shop} asks to move your order`,
    preview: `To ${to}. Nothing changes unless you accept.`,
    heading: 'Another day for your order?',
    blocks: [
      { kind: 'text', text: orderLabel({ id: order_id, number }) },
      { kind: 'text', text: `${name}, ${shop} asks to hand over your order of ${items} on ${to}, instead of ${from}.` },
      ...noteBlocks(`A note from ${shop}`, note),
      {
        kind: 'text',
        text: `Nothing changes unless you accept. You can answer until ${momentFrom(context.now, new Date(expires_at))}.`,
      },
      { kind: 'button', label: 'Accept or decline', path: `/order/${order_id}` },
    ],
  }),
)
