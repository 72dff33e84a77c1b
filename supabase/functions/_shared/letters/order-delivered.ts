/** To the buyer: it has been handed over; how was it? */
import { template } from './letter.ts'
import { aboutOrder, inShort, itemsBlock, numberOf, orderPath } from './order-facts.ts'

export const orderDelivered = template(aboutOrder, ({ name, order }, house) => ({
  subject: `How was your order from ${order.shop}?`,
  preview: `A few words about ${inShort(order.items)} help the baker, and whoever comes after you.`,
  heading: `Enjoy it, ${name}!`,
  blocks: [
    {
      kind: 'text',
      text: `Your order from ${order.shop} has been ${order.fulfilment === 'pickup' ? 'picked up' : 'delivered'}. How was it? A few words help a home kitchen more than anything.`,
    },
    { kind: 'button', label: 'Write a review', path: orderPath(order) },
    { kind: 'heading', text: order.shop, path: orderPath(order), note: numberOf(order) },
    itemsBlock(order.items, house),
    { kind: 'text', text: 'Is something not right? Write to the seller from your order’s page.' },
  ],
}))
