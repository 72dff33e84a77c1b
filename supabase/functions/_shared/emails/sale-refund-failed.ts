/** To the seller: a refund of theirs did not go through, and they can send it again. */
import { z } from 'zod'
import { orderNumber } from '../../../../domain/order-state.ts'
import { defineTemplate } from './email.ts'
import { formatPounds, noteBlocks, refundEmailSchema, salePath } from './order-data.ts'

const schema = refundEmailSchema.extend({ order_id: z.uuid(), buyer: z.string() })

export const saleRefundFailed = defineTemplate(schema, ({ name, amount, buyer, order_id, reason }) => ({
  subject: `A refund of ${formatPounds(amount)} to ${buyer} did not go through`,
  preview: 'Please send it again from your orders.',
  heading: 'A refund did not go through',
  blocks: [
    {
      kind: 'text',
      text: `${name}, the refund of ${formatPounds(amount)} to ${buyer} for order ${orderNumber(order_id)} could not be sent. They have been told. Please open the order and refund it again.`,
    },
    ...noteBlocks('What it is for', reason),
    { kind: 'button', label: 'Open the order', path: salePath({ id: order_id }) },
  ],
}))
