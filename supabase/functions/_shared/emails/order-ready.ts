/** To the buyer: an order ready for pickup. */
import { defineTemplate } from './email.ts'
import {
  balanceBlocks,
  handOverBlocks,
  itemsBlock,
  orderEmailSchema,
  orderLabel,
  orderPath,
  pickupTime,
} from './order-data.ts'

export const orderReady = defineTemplate(orderEmailSchema, ({ name, order }, context) => ({
  subject: `Your order from ${order.shop} is ready for pickup`,
  preview: order.pickup ? `Pick it up ${pickupTime(order.pickup)}.` : 'You can pick it up.',
  heading: 'It’s ready for you',
  blocks: [
    { kind: 'text', text: `${name}, ${order.shop} has everything ready. See you at the door!` },
    ...handOverBlocks(order),
    ...balanceBlocks(order),
    { kind: 'heading', text: order.shop, path: orderPath(order), note: orderLabel(order) },
    itemsBlock(order.items, context),
    { kind: 'button', label: 'See your order', path: orderPath(order) },
  ],
}))
