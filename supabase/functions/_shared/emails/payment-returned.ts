/** To the buyer: a payment that was not applied and is refunded in full. */
import { formatPounds } from '../../../../domain/values/money.ts'
import { defineTemplate } from './email.ts'
import { refundEmailSchema } from './order-data.ts'

export const paymentReturned = defineTemplate(refundEmailSchema, ({ name, amount, reason }) => ({
  subject: `We are refunding your payment of ${formatPounds(amount)}`,
  preview: reason ?? 'The payment did not result in an order.',
  heading: 'Your payment is being refunded',
  blocks: [
    {
      kind: 'text',
      text: `${name}, we received your payment of ${formatPounds(amount)} but could not complete the order. ${reason ?? ''}`.trim(),
    },
    {
      kind: 'text',
      text: `We are refunding the full amount to your original payment method. Your bank may take up to ten days. You do not need to do anything.`,
    },
    { kind: 'button', label: 'See your orders', path: '/orders' },
  ],
}))
