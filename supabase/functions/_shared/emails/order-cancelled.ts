/** To the buyer: a cancelled order, who cancelled it and the refund. */
import type { z } from 'zod'
import { formatPence, formatPounds, toPence } from '../../../../domain/values/money.ts'
import { defineTemplate } from './email.ts'
import { cancelledOrderEmailSchema, itemsBlock, noteBlocks, orderLabel, orderPath } from './order-data.ts'

type Facts = z.output<typeof cancelledOrderEmailSchema>

export const orderCancelled = defineTemplate(cancelledOrderEmailSchema, (facts, context) => {
  const { order, by, reason } = facts
  return {
    subject:
      by === 'seller' ? `${order.shop} has cancelled your order` : `Your order from ${order.shop} has been cancelled`,
    preview: refundSentence(facts),
    heading: 'Your order has been cancelled',
    blocks: [
      { kind: 'text', text: `${whoSentence(facts)} ${refundSentence(facts)}` },
      ...noteBlocks(by === 'buyer' ? 'Your reason' : 'Reason', reason),
      { kind: 'heading', text: order.shop, path: orderPath(order), note: orderLabel(order) },
      itemsBlock(order.items, context),
      { kind: 'button', label: 'See your order', path: orderPath(order) },
    ],
  }
})

function whoSentence({ by, name, order }: Facts): string {
  switch (by) {
    case 'buyer':
      return `${name}, we have cancelled your order from ${order.shop}, as you asked.`
    case 'seller':
      return `${name}, we are sorry: ${order.shop} cannot make your order and has cancelled it.`
    case 'marketplace':
      return `${name}, we are sorry: we had to cancel your order from ${order.shop}.`
  }
}

function refundSentence(facts: Facts): string {
  const { shop, cancellation } = facts.order
  const kept = cancellation?.kept ?? 0
  const rest = kept === 0 ? '' : ` ${shop} keeps ${formatPounds(kept)}, under the cancellation terms of the order.`
  return refundedSentence(facts) + rest
}

function refundedSentence({ refund, to_vouchers: toVouchers, order: { delivery_deduction: fee } }: Facts): string {
  const back = backSentences(toPence(refund ?? 0), toPence(toVouchers ?? 0))
  return fee === 0
    ? back
    : `${back} ${formatPounds(fee)} of your payment covers the delivery of your other orders from this checkout.`
}

function backSentences(refundPence: number, vouchersPence: number): string {
  if (refundPence === 0) return 'There is nothing to refund.'
  const cardPence = refundPence - vouchersPence
  return [
    ...(cardPence > 0
      ? [
          `We are refunding ${formatPence(cardPence)} to your original payment method. Your bank may take up to ten days.`,
        ]
      : []),
    ...(vouchersPence > 0 ? [`${formatPence(vouchersPence)} is back on your gift voucher.`] : []),
  ].join(' ')
}
