/** To the recipient of a gift voucher, or to its buyer: the code. */

import { z } from 'zod'
import { dateWithYear } from '../../../../domain/values/calendar.ts'
import { formatPounds } from '../../../../domain/values/money.ts'
import { defineTemplate } from './email.ts'
import { noteBlocks } from './order-data.ts'
import { voucherPath, voucherSchema } from './voucher-data.ts'

const schema = voucherSchema.extend({ code: z.string() })

export const giftVoucher = defineTemplate(
  schema,
  ({ name, shop, amount, expires_on, buyer, recipient, message, code }) => {
    const from = recipient && buyer ? `${buyer} has given you` : 'Here is'
    return {
      subject:
        recipient && buyer ? `${buyer} has sent you a gift voucher for ${shop}` : `Your gift voucher for ${shop}`,
      preview: `${formatPounds(amount)} to spend at ${shop}.`,
      heading: `A gift voucher for ${shop}`,
      blocks: [
        { kind: 'text', text: `${name}, ${from} a gift voucher of ${formatPounds(amount)} for food from ${shop}.` },
        ...noteBlocks('Message', message),
        { kind: 'fact', label: 'Code', lines: [code] },
        { kind: 'fact', label: 'Valid until', lines: [dateWithYear(expires_on)] },
        {
          kind: 'text',
          text: 'Enter the code at the checkout. You can use it in several orders. Anyone who has the code can use it, so keep it safe.',
        },
        { kind: 'button', label: 'See or print the voucher', path: voucherPath(code) },
      ],
    }
  },
)
