/** To the seller: an order that need not be made. */
import { defineTemplate } from './email.ts'
import {
  cancelledSaleEmailSchema,
  formatPounds,
  itemsBlock,
  itemsSummary,
  noteBlocks,
  orderLabel,
  pickupTime,
  salePath,
} from './order-data.ts'

export const saleCancelled = defineTemplate(cancelledSaleEmailSchema, ({ order, by, reason, refund }, context) => {
  const who = by === 'buyer' ? order.buyer : 'Tuckbox'
  return {
    subject: `Cancelled: ${itemsSummary(order.items)}`,
    preview: `${who} has cancelled this order. Please do not make it.`,
    heading: 'An order is cancelled',
    blocks: [
      {
        kind: 'text',
        text: `${who} has cancelled this order: please do not make it. What it took from your stock can be sold again${refund === null ? '.' : `, and ${formatPounds(refund)} goes back to the buyer.`}`,
      },
      ...noteBlocks('Why', reason),
      { kind: 'heading', text: orderLabel(order), note: order.buyer },
      itemsBlock(order.items, context),
      ...(order.pickup
        ? [{ kind: 'fact' as const, label: 'Would have been collected', lines: [pickupTime(order.pickup)] }]
        : []),
      { kind: 'button', label: 'Open the order', path: salePath(order) },
    ],
  }
})
