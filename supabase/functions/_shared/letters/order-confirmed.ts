/** To the buyer once their money has come: the receipt of one checkout, however many shops it went to. */
import type { Block, House } from './letter.ts'
import { template } from './letter.ts'
import {
  briefBlocks,
  handOverBlocks,
  inShort,
  inWords,
  itemsBlock,
  noteBlocks,
  numberOf,
  type OrderFacts,
  orderPath,
  pounds,
  receiptSchema,
  sumsBlock,
} from './order-facts.ts'

export const orderConfirmed = template(receiptSchema, ({ name, orders, ...sums }, house) => {
  const shops = inWords(orders.map(({ shop }) => shop))
  const only = orders.length === 1 ? orders[0] : undefined
  return {
    subject: `Thank you for your order from ${shops}`,
    preview: `We have received ${pounds(sums.total)} for ${inShort(orders.flatMap(({ items }) => items))}.`,
    heading: `Thank you, ${name}!`,
    blocks: [
      {
        kind: 'text',
        text: `We have received your payment of ${pounds(sums.total)}, and ${shops} ${only ? 'knows' : 'know'} what to make. This is your receipt.`,
      },
      ...orders.flatMap((order) => orderBlocks(order, house)),
      sumsBlock(
        sums,
        orders.some(({ fulfilment }) => fulfilment === 'delivery'),
      ),
      only
        ? { kind: 'button', label: 'See your order', path: orderPath(only) }
        : { kind: 'button', label: 'See your orders', path: '/orders' },
      {
        kind: 'text',
        text: 'You can cancel within 24 hours of paying, and until 4 hours before a pickup, as long as it is not on its way or ready for you.',
      },
    ],
  }
})

function orderBlocks(order: OrderFacts, house: House): Block[] {
  return [
    { kind: 'heading', text: order.shop, path: orderPath(order), note: numberOf(order) },
    itemsBlock(order.items, house),
    ...briefBlocks(order.brief),
    ...handOverBlocks(order),
    ...noteBlocks('Your note', order.note),
  ]
}
