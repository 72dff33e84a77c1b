/** To the seller: an order that need not be made. */
import { template } from './letter.ts'
import {
  aboutCancelledSale,
  inShort,
  itemsBlock,
  noteBlocks,
  numberOf,
  pickupTime,
  pounds,
  salePath,
} from './order-facts.ts'

export const saleCancelled = template(aboutCancelledSale, ({ order, by, reason, refund }, house) => {
  const who = by === 'buyer' ? order.buyer : 'Tuckbox'
  return {
    subject: `Cancelled: ${inShort(order.items)}`,
    preview: `${who} has cancelled this order. Please do not make it.`,
    heading: 'An order is cancelled',
    blocks: [
      {
        kind: 'text',
        text: `${who} has cancelled this order: please do not make it. What it took from your stock can be sold again${refund === null ? '.' : `, and ${pounds(refund)} goes back to the buyer.`}`,
      },
      ...noteBlocks('Why', reason),
      { kind: 'heading', text: numberOf(order), note: order.buyer },
      itemsBlock(order.items, house),
      ...(order.pickup
        ? [{ kind: 'fact' as const, label: 'Would have been collected', lines: [pickupTime(order.pickup)] }]
        : []),
      { kind: 'button', label: 'Open the order', path: salePath(order) },
    ],
  }
})
