/** To the buyer of a gift voucher: the receipt. */

import { dateWithYear, longDate } from '../../../../domain/values/calendar.ts'
import { formatPounds } from '../../../../domain/values/money.ts'
import { defineTemplate } from './email.ts'
import { voucherSchema } from './voucher-data.ts'

export const voucherBought = defineTemplate(
  voucherSchema,
  ({ name, voucher_id: id, shop, amount, expires_on, recipient, send_on: day }) => ({
    subject: `Your receipt for a gift voucher for ${shop}`,
    preview: `We have received ${formatPounds(amount)}.`,
    heading: `Thank you, ${name}!`,
    blocks: [
      {
        kind: 'text',
        text: `You have bought a gift voucher of ${formatPounds(amount)} for ${shop}. We email it to ${recipient ?? 'you'} on ${longDate(day)}. It is valid until ${dateWithYear(expires_on)}.`,
      },
      {
        kind: 'text',
        text: 'You can cancel it for a full refund within 14 days of buying it, while nothing of it has been used.',
      },
      { kind: 'button', label: 'See your gift voucher', path: `/gift-vouchers/${id}` },
    ],
  }),
)
