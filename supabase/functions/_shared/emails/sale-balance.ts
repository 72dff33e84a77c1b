/** To the seller: the balance of an order was paid, or is overdue. */

import { z } from 'zod'
import { dayInWords } from '../../../../domain/values/calendar.ts'
import { formatPounds } from '../../../../domain/values/money.ts'
import { defineTemplate } from './email.ts'
import { itemsBlock, itemsSummary, orderLabel, saleEmailSchema, salePath } from './order-data.ts'

const schema = saleEmailSchema.extend({ is_overdue: z.boolean() })

export const saleBalance = defineTemplate(schema, ({ name, order, is_overdue: isOverdue }, context) => {
  const amount = formatPounds(order.balance)
  const items = itemsSummary(order.items)
  return {
    subject: isOverdue ? `A balance is overdue: ${amount} for ${items}` : `Balance paid: ${amount} for ${items}`,
    preview: isOverdue ? `${order.buyer} has not paid it yet.` : `${order.buyer} has now paid in full.`,
    heading: isOverdue ? `A balance is overdue, ${name}` : `A balance was paid, ${name}`,
    blocks: [
      {
        kind: 'text',
        text: isOverdue
          ? `${order.buyer} has not paid the balance of ${amount}${order.balance_due_on ? `, which was due by ${dayInWords(order.balance_due_on)}` : ''}. You can remind them in a message, confirm that you were paid in person, or cancel the order.`
          : `${order.buyer} has paid the balance of ${amount}. The order is paid in full.`,
      },
      { kind: 'heading', text: orderLabel(order) },
      itemsBlock(order.items, context),
      { kind: 'button', label: 'Open the order', path: salePath(order) },
    ],
  }
})
