/** To the buyer: a shipped order. */
import { defineTemplate } from './email.ts'
import { handOverBlocks, itemsBlock, itemsSummary, orderEmailSchema, orderLabel, orderPath } from './order-data.ts'

export const orderShipped = defineTemplate(orderEmailSchema, ({ name, order }, context) => ({
  subject: `Your order from ${order.shop} is on its way`,
  preview: `${itemsSummary(order.items)} has left the kitchen.`,
  heading: 'It’s on its way',
  blocks: [
    { kind: 'text', text: `Good news, ${name}: ${order.shop} has sent your order.` },
    { kind: 'heading', text: order.shop, path: orderPath(order), note: orderLabel(order) },
    itemsBlock(order.items, context),
    ...handOverBlocks(order),
    { kind: 'button', label: 'See your order', path: orderPath(order) },
  ],
}))
