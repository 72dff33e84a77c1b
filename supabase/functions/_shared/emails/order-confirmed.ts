/** To the buyer: the receipt of a paid checkout, over all its shops. */
import type { Block, EmailContext } from './email.ts'
import { defineTemplate } from './email.ts'
import {
  briefBlocks,
  formatPounds,
  handOverBlocks,
  itemsBlock,
  itemsSummary,
  noteBlocks,
  type OrderFacts,
  orderLabel,
  orderPath,
  receiptEmailSchema,
  sentenceList,
  sumsBlock,
} from './order-data.ts'

export const orderConfirmed = defineTemplate(receiptEmailSchema, ({ name, orders, ...sums }, context) => {
  const shops = sentenceList(orders.map(({ shop }) => shop))
  const only = orders.length === 1 ? orders[0] : undefined
  return {
    subject: `Thank you for your order from ${shops}`,
    preview: `We have received ${formatPounds(sums.total)} for ${itemsSummary(orders.flatMap(({ items }) => items))}.`,
    heading: `Thank you, ${name}!`,
    blocks: [
      {
        kind: 'text',
        text: `We have received your payment of ${formatPounds(sums.total)}, and ${shops} ${only ? 'has' : 'have'} your order. This is your receipt.`,
      },
      ...orders.flatMap((order) => orderBlocks(order, context)),
      sumsBlock(
        sums,
        orders.some(({ fulfilment }) => fulfilment === 'delivery'),
      ),
      only
        ? { kind: 'button', label: 'See your order', path: orderPath(only) }
        : { kind: 'button', label: 'See your orders', path: '/orders' },
      {
        kind: 'text',
        text: 'You can cancel an order within 24 hours of payment and until 4 hours before pickup, unless it has been shipped or is ready.',
      },
    ],
  }
})

function orderBlocks(order: OrderFacts, context: EmailContext): Block[] {
  return [
    { kind: 'heading', text: order.shop, path: orderPath(order), note: orderLabel(order) },
    itemsBlock(order.items, context),
    ...briefBlocks(order.brief),
    ...handOverBlocks(order),
    ...noteBlocks('Your note', order.note),
  ]
}
