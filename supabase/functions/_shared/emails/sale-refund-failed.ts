/** To the seller: a failed refund that they can repeat. */

import { z } from 'zod'
import { shortOrderId } from '../../../../domain/orders/order-state.ts'
import { formatPounds } from '../../../../domain/values/money.ts'
import { defineTemplate } from './email.ts'
import { noteBlocks, refundEmailSchema, salePath } from './order-data.ts'

const schema = refundEmailSchema.extend({ order_id: z.uuid(), buyer: z.string() })

export const saleRefundFailed = defineTemplate(schema, ({ name, amount, buyer, order_id: id, number, reason }) => ({
  subject: `A refund of ${formatPounds(amount)} to ${buyer} failed`,
  preview: 'Please refund it again from the order page.',
  heading: 'A refund failed',
  blocks: [
    {
      kind: 'text',
      text: `${name}, the refund of ${formatPounds(amount)} to ${buyer} for the order ${number ?? shortOrderId(id)} failed. The buyer has been notified. Please open the order and refund it again.`,
    },
    ...noteBlocks('Reason', reason),
    { kind: 'button', label: 'Open the order', path: salePath({ id }) },
  ],
}))
