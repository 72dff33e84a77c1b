/** To the buyer: a refund that has started but is not completed yet. */
import { formatPounds } from '../../../../domain/values/money.ts'
import { defineTemplate } from './email.ts'
import { noteBlocks, refundEmailSchema } from './order-data.ts'
import { refundButton, refundedOrder } from './refund-parts.ts'

export const refundStarted = defineTemplate(refundEmailSchema, (refund) => ({
  subject: `We are refunding ${formatPounds(refund.amount)}`,
  preview: `${refund.shop ? `From ${refund.shop}. ` : ''}Your bank may take up to ten days.`,
  heading: 'Your refund has started',
  blocks: [
    {
      kind: 'text',
      text: `${refund.name}, we are refunding ${formatPounds(refund.amount)}${refund.shop ? ` of your order from ${refund.shop}` : ''} to your original payment method. We will email you again once it is complete.`,
    },
    ...refundedOrder(refund),
    ...noteBlocks('Reason', refund.reason),
    refundButton(refund),
  ],
}))
