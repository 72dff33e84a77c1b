/** To the buyer: a delivered order, with a link to review it. */
import { defineTemplate } from './email.ts'
import { itemsBlock, itemsSummary, orderEmailSchema, orderLabel, orderPath } from './order-data.ts'

export const orderDelivered = defineTemplate(orderEmailSchema, ({ name, order }, context) => ({
  subject: `How was your order from ${order.shop}?`,
  preview: `A few words about ${itemsSummary(order.items)} help the seller and other shoppers.`,
  heading: `Enjoy it, ${name}!`,
  blocks: [
    {
      kind: 'text',
      text: `Your order from ${order.shop} has been ${order.fulfilment === 'pickup' ? 'picked up' : 'delivered'}. How was it? A few words help a home kitchen more than anything.`,
    },
    { kind: 'button', label: 'Write a review', path: orderPath(order) },
    { kind: 'heading', text: order.shop, path: orderPath(order), note: orderLabel(order) },
    itemsBlock(order.items, context),
    { kind: 'text', text: 'Is something wrong? Message the seller from your order page.' },
  ],
}))
