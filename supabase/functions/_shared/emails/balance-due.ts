/** To the buyer: the balance of an order is due soon, or overdue. */

import { z } from 'zod'
import { dayInWords } from '../../../../domain/values/calendar.ts'
import { formatPounds } from '../../../../domain/values/money.ts'
import { defineTemplate } from './email.ts'
import { handOverBlocks, itemsBlock, orderEmailSchema, orderLabel, orderPath } from './order-data.ts'

const schema = orderEmailSchema.extend({ is_overdue: z.boolean() })

export const balanceDue = defineTemplate(schema, ({ name, order, is_overdue: isOverdue }, context) => {
  const amount = formatPounds(order.balance)
  const day = order.balance_due_on ? dayInWords(order.balance_due_on) : 'soon'
  return {
    subject: `${amount} for your order from ${order.shop} ${isOverdue ? 'is overdue' : 'is due soon'}`,
    preview: `The balance ${isOverdue ? 'was' : 'is'} due by ${day}.`,
    heading: isOverdue ? `Your balance is overdue, ${name}` : `Your balance is due soon, ${name}`,
    blocks: [
      {
        kind: 'text',
        text: isOverdue
          ? `The balance of ${amount} was due by ${day}. ${order.shop} may cancel the order until you have paid it. Your deposit then goes back as its cancellation terms say.`
          : `You have paid the deposit. The balance of ${amount} is due by ${day}.`,
      },
      { kind: 'button', label: `Pay ${amount}`, path: orderPath(order) },
      { kind: 'heading', text: order.shop, path: orderPath(order), note: orderLabel(order) },
      itemsBlock(order.items, context),
      ...handOverBlocks(order),
    ],
  }
})
