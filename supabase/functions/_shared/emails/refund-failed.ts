/** To the buyer: a refund did not go through, and what happens now. */
import { defineTemplate } from './email.ts'
import { formatPounds, noteBlocks, refundEmailSchema } from './order-data.ts'
import { refundButton } from './refund-parts.ts'

export const refundFailed = defineTemplate(refundEmailSchema, (refund, { supportEmail }) => {
  const ask = supportEmail ? ` You can also write to us at ${supportEmail}.` : ''
  const next = refund.shop
    ? `The money is still yours. ${refund.shop} has been told and can send it again; if nothing moves within a few days, write to them from your order’s page.`
    : 'The money is still yours, and we see that it could not be sent.'
  return {
    subject: `Your refund of ${formatPounds(refund.amount)} has not gone through yet`,
    preview: 'The money is still yours: here is what happens now.',
    heading: 'Your refund has not gone through yet',
    blocks: [
      {
        kind: 'text',
        text: `${refund.name}, we are sorry: ${formatPounds(refund.amount)} could not be sent back to how you paid. ${next}${ask}`,
      },
      ...noteBlocks('What it is for', refund.reason),
      refundButton(refund),
    ],
  }
})
