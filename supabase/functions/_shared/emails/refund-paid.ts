/** To the buyer: a completed refund. */
import { formatPounds } from '../../../../domain/values/money.ts'
import { defineTemplate } from './email.ts'
import { noteBlocks, refundEmailSchema } from './order-data.ts'
import { refundButton, refundedOrder } from './refund-parts.ts'

export const refundPaid = defineTemplate(refundEmailSchema, (refund) => ({
  subject: `${formatPounds(refund.amount)} has been refunded`,
  preview: `${refund.shop ? `From ${refund.shop}. ` : ''}It is with your bank now.`,
  heading: 'Your refund has been paid',
  blocks: [
    {
      kind: 'text',
      text: `${refund.name}, ${formatPounds(refund.amount)}${refund.shop ? ` of your order from ${refund.shop}` : ''} has been refunded to your original payment method. Your bank may take up to ten days to show it.`,
    },
    ...refundedOrder(refund),
    ...noteBlocks('Reason', refund.reason),
    refundButton(refund),
  ],
}))
