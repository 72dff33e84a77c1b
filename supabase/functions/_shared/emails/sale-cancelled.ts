/** To the seller: a cancelled order. */
import { formatPounds } from '../../../../domain/values/money.ts'
import { defineTemplate } from './email.ts'
import {
  cancelledSaleEmailSchema,
  deliveryTime,
  itemsBlock,
  itemsSummary,
  noteBlocks,
  orderLabel,
  pickupTime,
  salePath,
} from './order-data.ts'

export const saleCancelled = defineTemplate(cancelledSaleEmailSchema, ({ order, by, reason, refund }, context) => {
  const who = by === 'buyer' ? order.buyer : context.name
  const kept = order.cancellation?.kept ?? 0
  return {
    subject: `Cancelled: ${itemsSummary(order.items)}`,
    preview: `${who} has cancelled this order. You no longer need to make it.`,
    heading: 'An order has been cancelled',
    blocks: [
      {
        kind: 'text',
        text: `${who} has cancelled this order, so you no longer need to make it. Any stock that it took is back on sale${refund === null ? '.' : `, and the buyer is refunded ${formatPounds(refund)}.`}`,
      },
      ...(kept > 0
        ? [
            {
              kind: 'text' as const,
              text: `Under your cancellation terms you keep ${formatPounds(kept)} of the order, less the fee.`,
            },
          ]
        : []),
      ...noteBlocks('Reason', reason),
      { kind: 'heading', text: orderLabel(order), note: order.buyer },
      itemsBlock(order.items, context),
      ...(order.pickup
        ? [{ kind: 'fact' as const, label: 'Cancelled pickup time', lines: [pickupTime(order.pickup)] }]
        : []),
      ...(order.delivery
        ? [{ kind: 'fact' as const, label: 'Cancelled delivery time', lines: [deliveryTime(order.delivery)] }]
        : []),
      { kind: 'button', label: 'Open the order', path: salePath(order) },
    ],
  }
})
