/** To the buyer: the receipt of a balance. */
import { formatPounds } from '../../../../domain/values/money.ts'
import { defineTemplate } from './email.ts'
import { handOverBlocks, itemsBlock, orderEmailSchema, orderLabel, orderPath } from './order-data.ts'

export const balancePaid = defineTemplate(orderEmailSchema, ({ name, order }, context) => ({
  subject: `Your order from ${order.shop} is paid in full`,
  preview: `We have received ${formatPounds(order.balance)}.`,
  heading: `Thank you, ${name}!`,
  blocks: [
    {
      kind: 'text',
      text: `We have received the balance of ${formatPounds(order.balance)} for your order from ${order.shop}. Nothing is left to pay. This is your receipt.`,
    },
    { kind: 'heading', text: order.shop, path: orderPath(order), note: orderLabel(order) },
    itemsBlock(order.items, context),
    ...handOverBlocks(order),
    {
      kind: 'sums',
      sums: [
        { label: 'Deposit', amount: formatPounds(order.total - order.balance) },
        { label: 'Balance', amount: formatPounds(order.balance) },
        { label: 'Total', amount: formatPounds(order.total), isTotal: true },
      ],
    },
    { kind: 'button', label: 'See your order', path: orderPath(order) },
  ],
}))
