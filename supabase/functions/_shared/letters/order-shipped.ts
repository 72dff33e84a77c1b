/** To the buyer: it has left the kitchen. */
import { template } from './letter.ts'
import { aboutOrder, handOverBlocks, inShort, itemsBlock, numberOf, orderPath } from './order-facts.ts'

export const orderShipped = template(aboutOrder, ({ name, order }, house) => ({
  subject: `Your order from ${order.shop} is on its way`,
  preview: `${inShort(order.items)} has left the kitchen.`,
  heading: 'It’s on its way',
  blocks: [
    { kind: 'text', text: `Good news, ${name}: ${order.shop} has sent your order off.` },
    { kind: 'heading', text: order.shop, path: orderPath(order), note: numberOf(order) },
    itemsBlock(order.items, house),
    ...handOverBlocks(order),
    { kind: 'button', label: 'See your order', path: orderPath(order) },
  ],
}))
