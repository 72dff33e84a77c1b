/** To the buyer: the provider has paid it back. */
import { template } from './letter.ts'
import { aboutRefund, noteBlocks, pounds } from './order-facts.ts'
import { refundButton } from './refund-parts.ts'

export const refundPaid = template(aboutRefund, (refund) => ({
  subject: `${pounds(refund.amount)} has been refunded`,
  preview: `${refund.shop ? `From ${refund.shop}. ` : ''}It is with your bank now.`,
  heading: 'Your refund is paid',
  blocks: [
    {
      kind: 'text',
      text: `${refund.name}, ${pounds(refund.amount)}${refund.shop ? ` of your order from ${refund.shop}` : ''} has gone back to how you paid. It is with your bank now, which may take up to ten days to show it.`,
    },
    ...noteBlocks('What for', refund.reason),
    refundButton(refund),
  ],
}))
