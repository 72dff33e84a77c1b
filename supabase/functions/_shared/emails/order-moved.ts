/** To the buyer: the order has the new day that they accepted. */
import { defineTemplate } from './email.ts'
import { moveSchema } from './move-data.ts'
import { orderLabel } from './order-data.ts'

export const orderMoved = defineTemplate(moveSchema, ({ name, order_id, number, shop, items, to }) => ({
  subject: `Your order from ${shop} has a new day`,
  preview: `${to}.`,
  heading: 'Your order has a new day',
  blocks: [
    { kind: 'text', text: orderLabel({ id: order_id, number }) },
    { kind: 'text', text: `Thank you, ${name}. Your order of ${items} from ${shop} is now for ${to}.` },
    { kind: 'button', label: 'See your order', path: `/order/${order_id}` },
  ],
}))
