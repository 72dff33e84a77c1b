/** To the buyer: it can be collected. */
import { template } from './letter.ts'
import { aboutOrder, handOverBlocks, itemsBlock, numberOf, orderPath, pickupTime } from './order-facts.ts'

export const orderReady = template(aboutOrder, ({ name, order }, house) => ({
  subject: `Your order from ${order.shop} is ready for pickup`,
  preview: order.pickup ? `Pick it up ${pickupTime(order.pickup)}.` : 'You can pick it up.',
  heading: 'It’s ready for you',
  blocks: [
    { kind: 'text', text: `${name}, ${order.shop} has everything ready. See you at the door!` },
    ...handOverBlocks(order),
    { kind: 'heading', text: order.shop, path: orderPath(order), note: numberOf(order) },
    itemsBlock(order.items, house),
    { kind: 'button', label: 'See your order', path: orderPath(order) },
  ],
}))
