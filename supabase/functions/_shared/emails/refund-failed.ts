/** To the buyer: a failed refund and the next step. */
import { formatPounds } from '../../../../domain/values/money.ts'
import { defineTemplate } from './email.ts'
import { noteBlocks, refundEmailSchema } from './order-data.ts'
import { refundButton, refundedOrder } from './refund-parts.ts'

export const refundFailed = defineTemplate(refundEmailSchema, (refund, { supportEmail }) => {
  const ask = supportEmail ? ` You can also email us at ${supportEmail}.` : ''
  const next = refund.shop
    ? `You are still owed this money. ${refund.shop} has been notified and can refund it again. If nothing happens within a few days, message them from your order page.`
    : 'You are still owed this money. Please contact us so that we can refund it.'
  return {
    subject: `Your refund of ${formatPounds(refund.amount)} has not gone through yet`,
    preview: 'You are still owed this money. Here is what happens next.',
    heading: 'Your refund has not gone through yet',
    blocks: [
      {
        kind: 'text',
        text: `${refund.name}, we are sorry: we could not refund ${formatPounds(refund.amount)} to your original payment method. ${next}${ask}`,
      },
      ...refundedOrder(refund),
      ...noteBlocks('Reason', refund.reason),
      refundButton(refund),
    ],
  }
})
