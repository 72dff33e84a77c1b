/** To the buyer of an order that a gift voucher paid: money that has returned to the voucher. */

import { z } from 'zod'
import { dateWithYear } from '../../../../domain/values/calendar.ts'
import { formatPounds } from '../../../../domain/values/money.ts'
import { defineTemplate } from './email.ts'
import { noteBlocks, numberSchema, orderLabel, orderPath } from './order-data.ts'

const schema = z.object({
  name: z.string(),
  amount: z.number(),
  reason: z.string().nullable(),
  order_id: z.uuid(),
  number: numberSchema,
  shop: z.string(),
  code_end: z.string(),
  balance: z.number(),
  expires_on: z.string(),
})

export const voucherCredited = defineTemplate(
  schema,
  ({ name, amount, reason, order_id: id, number, shop, code_end: end, balance, expires_on }) => ({
    subject: `${formatPounds(amount)} is back on your gift voucher`,
    preview: `From your order from ${shop}.`,
    heading: 'Money is back on your gift voucher',
    blocks: [
      {
        kind: 'text',
        text: `${name}, ${formatPounds(amount)} of your order from ${shop} is back on the gift voucher that ends in ${end}. It now has ${formatPounds(balance)}, to use until ${dateWithYear(expires_on)}.`,
      },
      { kind: 'heading', text: shop, path: orderPath({ id }), note: orderLabel({ id, number }) },
      ...noteBlocks('Reason', reason),
      { kind: 'button', label: 'See your order', path: orderPath({ id }) },
    ],
  }),
)
