/** To the seller: what to make, for whom, by when. */
import { dayInWords } from '../../../../domain/brief.ts'
import type { Block } from './letter.ts'
import { template } from './letter.ts'
import {
  aboutSale,
  briefBlocks,
  inShort,
  itemsBlock,
  noteBlocks,
  numberOf,
  pickupTime,
  type SaleFacts,
  salePath,
  sumsBlock,
} from './order-facts.ts'

export const newOrder = template(aboutSale, ({ name, order }, house) => ({
  subject: `New order: ${inShort(order.items)}`,
  preview: `${order.buyer} has ordered and paid${order.pickup ? `, for ${pickupTime(order.pickup)}` : ''}.`,
  heading: `A new order, ${name}!`,
  blocks: [
    { kind: 'text', text: `${order.buyer} has ordered from ${order.shop} and paid.` },
    { kind: 'heading', text: numberOf(order) },
    itemsBlock(order.items, house),
    ...briefBlocks(order.brief),
    handOver(order),
    ...noteBlocks('Their note', order.note),
    sumsBlock(order, order.fulfilment === 'delivery'),
    { kind: 'button', label: 'Open the order', path: salePath(order) },
  ],
}))

function handOver({ pickup, town, agreed_on: day }: SaleFacts): Block {
  return pickup
    ? { kind: 'fact', label: 'To be collected', lines: [pickupTime(pickup)] }
    : {
        kind: 'fact',
        label: 'To be delivered',
        lines: [...(day ? [dayInWords(day)] : []), `${town ? `To ${town}. ` : ''}The address stands with the order.`],
      }
}
