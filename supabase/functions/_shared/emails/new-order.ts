/** To the seller: a new order, with items, buyer and due time. */
import { dayInWords } from '../../../../domain/values/calendar.ts'
import type { Block } from './email.ts'
import { defineTemplate } from './email.ts'
import {
  answersBlocks,
  balanceBlocks,
  briefBlocks,
  deliveryTime,
  itemsBlock,
  itemsSummary,
  noteBlocks,
  orderLabel,
  pickupTime,
  quoteTermsBlocks,
  type SaleFacts,
  saleEmailSchema,
  salePath,
  sumsBlock,
} from './order-data.ts'

export const newOrder = defineTemplate(saleEmailSchema, ({ name, order }, context) => ({
  subject: `New order: ${itemsSummary(order.items)}`,
  preview: `${order.buyer} has ordered and paid${order.owes_balance ? ' the deposit' : ''}${forWhen(order)}.`,
  heading: `A new order, ${name}!`,
  blocks: [
    {
      kind: 'text',
      text: `${order.buyer} has ordered from ${order.shop} and paid${order.owes_balance ? ' the deposit' : ''}.`,
    },
    { kind: 'heading', text: orderLabel(order) },
    itemsBlock(order.items, context),
    ...quoteTermsBlocks(order.quote_terms),
    ...balanceBlocks(order),
    ...answersBlocks('The buyer asked about allergens', order.allergen_answers),
    ...briefBlocks(order.brief),
    handOver(order),
    ...noteBlocks('Their note', order.note),
    sumsBlock(order, order.fulfilment === 'delivery'),
    { kind: 'button', label: 'Open the order', path: salePath(order) },
  ],
}))

function forWhen({ pickup, delivery }: SaleFacts): string {
  if (pickup) return `, for ${pickupTime(pickup)}`
  return delivery ? `, for ${deliveryTime(delivery)}` : ''
}

function handOver({ pickup, delivery, town, agreed_on: agreedOn }: SaleFacts): Block {
  const day = delivery ? deliveryTime(delivery) : agreedOn && dayInWords(agreedOn)
  return pickup
    ? { kind: 'fact', label: 'To be picked up', lines: [pickupTime(pickup)] }
    : {
        kind: 'fact',
        label: 'To be delivered',
        lines: [...(day ? [day] : []), `${town ? `To ${town}. ` : ''}The address is on the order page.`],
      }
}
