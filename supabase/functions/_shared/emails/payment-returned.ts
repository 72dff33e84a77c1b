/** To the buyer: money came that cannot be kept, and goes back whole. */
import { defineTemplate } from './email.ts'
import { formatPounds, refundEmailSchema } from './order-data.ts'

export const paymentReturned = defineTemplate(refundEmailSchema, ({ name, amount, reason }) => ({
  subject: `We are sending back your payment of ${formatPounds(amount)}`,
  preview: reason ?? 'Nothing was ordered with it.',
  heading: 'Your payment is on its way back',
  blocks: [
    {
      kind: 'text',
      text: `${name}, your payment of ${formatPounds(amount)} reached us, but we could not make an order of it. ${reason ?? ''}`.trim(),
    },
    {
      kind: 'text',
      text: `We are sending back all of it to how you paid; your bank may take up to ten days. There is nothing you need to do.`,
    },
    { kind: 'button', label: 'See your orders', path: '/orders' },
  ],
}))
