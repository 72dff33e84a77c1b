/** To the buyer: money is coming back, and did not arrive at once. */
import { defineTemplate } from './email.ts'
import { formatPounds, noteBlocks, refundEmailSchema } from './order-data.ts'
import { refundButton } from './refund-parts.ts'

export const refundStarted = defineTemplate(refundEmailSchema, (refund) => ({
  subject: `${formatPounds(refund.amount)} is on its way back to you`,
  preview: `${refund.shop ? `From ${refund.shop}. ` : ''}Your bank may take up to ten days.`,
  heading: 'Money is on its way back',
  blocks: [
    {
      kind: 'text',
      text: `${refund.name}, we are sending back ${formatPounds(refund.amount)}${refund.shop ? ` of your order from ${refund.shop}` : ''} to how you paid. We will write again when it is through.`,
    },
    ...noteBlocks('What for', refund.reason),
    refundButton(refund),
  ],
}))
