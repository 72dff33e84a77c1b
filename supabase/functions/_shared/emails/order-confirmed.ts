/** To the buyer: the receipt of a paid checkout, over all its shops. */

import { joinWithAnd } from '../../../../domain/values/join-with-and.ts'
import { formatPounds } from '../../../../domain/values/money.ts'
import type { Block, EmailContext } from './email.ts'
import { defineTemplate } from './email.ts'
import {
  answersBlocks,
  balanceBlocks,
  briefBlocks,
  cancellationBlocks,
  handOverBlocks,
  itemsBlock,
  itemsSummary,
  kitchenBlocks,
  noteBlocks,
  type OrderFacts,
  orderLabel,
  orderPath,
  quoteTermsBlocks,
  receiptEmailSchema,
  sumsBlock,
} from './order-data.ts'

export const orderConfirmed = defineTemplate(receiptEmailSchema, ({ name, orders, paid_at, ...sums }, context) => {
  const shops = joinWithAnd(orders.map(({ shop }) => shop))
  const only = orders.length === 1 ? orders[0] : undefined
  const paid = only?.owes_balance ? (only.received ?? sums.total) : sums.total
  return {
    subject: `Thank you for your order from ${shops}`,
    preview: `We have received ${formatPounds(paid)} for ${itemsSummary(orders.flatMap(({ items }) => items))}.`,
    heading: `Thank you, ${name}!`,
    blocks: [
      {
        kind: 'text',
        text: `We have received your ${only?.owes_balance ? 'deposit' : 'payment'} of ${formatPounds(paid)}, and ${shops} ${only ? 'has' : 'have'} your order. This is your receipt.`,
      },
      ...orders.flatMap((order) => orderBlocks(order, paid_at, context)),
      sumsBlock(
        sums,
        orders.some(({ fulfilment }) => fulfilment === 'delivery'),
      ),
      ...(only?.owes_balance
        ? [{ kind: 'sums', sums: [{ label: 'Paid now', amount: formatPounds(paid), isTotal: true }] } as const]
        : []),
      only
        ? { kind: 'button', label: 'See your order', path: orderPath(only) }
        : { kind: 'button', label: 'See your orders', path: '/orders' },
    ],
  }
})

function orderBlocks(order: OrderFacts, paidAt: string, context: EmailContext): Block[] {
  return [
    { kind: 'heading', text: order.shop, path: orderPath(order), note: orderLabel(order) },
    itemsBlock(order.items, context),
    ...kitchenBlocks(order.kitchen_handles),
    ...quoteTermsBlocks(order.quote_terms),
    ...balanceBlocks(order),
    ...answersBlocks('You asked about allergens', order.allergen_answers),
    ...briefBlocks(order.brief),
    ...handOverBlocks(order),
    ...noteBlocks('Your note', order.note),
    ...cancellationBlocks(order, paidAt),
  ]
}
