/** To the seller: a new order, with items, buyer and due time. */
import { dayInWords } from '../../../../domain/brief.ts'
import type { Block } from './email.ts'
import { defineTemplate } from './email.ts'
import {
  briefBlocks,
  itemsBlock,
  itemsSummary,
  noteBlocks,
  orderLabel,
  pickupTime,
  type SaleFacts,
  saleEmailSchema,
  salePath,
  sumsBlock,
} from './order-data.ts'

export const newOrder = defineTemplate(saleEmailSchema, ({ name, order }, context) => ({
  subject: `New order: ${itemsSummary(order.items)}`,
  preview: `${order.buyer} has ordered and paid${order.pickup ? `, for ${pickupTime(order.pickup)}` : ''}.`,
  heading: `A new order, ${name}!`,
  blocks: [
    { kind: 'text', text: `${order.buyer} has ordered from ${order.shop} and paid.` },
    { kind: 'heading', text: orderLabel(order) },
    itemsBlock(order.items, context),
    ...briefBlocks(order.brief),
    handOver(order),
    ...noteBlocks('Their note', order.note),
    sumsBlock(order, order.fulfilment === 'delivery'),
    { kind: 'button', label: 'Open the order', path: salePath(order) },
  ],
}))

function handOver({ pickup, town, agreed_on: day }: SaleFacts): Block {
  return pickup
    ? { kind: 'fact', label: 'To be picked up', lines: [pickupTime(pickup)] }
    : {
        kind: 'fact',
        label: 'To be delivered',
        lines: [...(day ? [dayInWords(day)] : []), `${town ? `To ${town}. ` : ''}The address is on the order page.`],
      }
}
