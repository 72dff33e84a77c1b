/** To the buyer: the provider has paid it back. */
import { defineTemplate } from './email.ts'
import { formatPounds, noteBlocks, refundEmailSchema } from './order-data.ts'
import { refundButton } from './refund-parts.ts'

export const refundPaid = defineTemplate(refundEmailSchema, (refund) => ({
  subject: `${formatPounds(refund.amount)} has been refunded`,
  preview: `${refund.shop ? `From ${refund.shop}. ` : ''}It is with your bank now.`,
  heading: 'Your refund is paid',
  blocks: [
    {
      kind: 'text',
      text: `${refund.name}, ${formatPounds(refund.amount)}${refund.shop ? ` of your order from ${refund.shop}` : ''} has gone back to how you paid. It is with your bank now, which may take up to ten days to show it.`,
    },
    ...noteBlocks('What for', refund.reason),
    refundButton(refund),
  ],
}))
