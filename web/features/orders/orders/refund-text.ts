/** The status of a refund, in words. */
import { dayWithYear } from '#domain/values/calendar'
import { type Pounds, toPence } from '#domain/values/money'

export interface RefundState {
  readonly status: string
  readonly amount: Pounds
  readonly created_at: string
}

export function wasRetried(refund: RefundState, refunds: readonly RefundState[]): boolean {
  return refunds.some(
    ({ status, amount, created_at: at }) =>
      status !== 'failed' &&
      toPence(amount) >= toPence(refund.amount) &&
      Date.parse(at) > Date.parse(refund.created_at),
  )
}

export interface RefundText {
  readonly title: string
  readonly detail: string
}

/** @param refund with the gift voucher to which the money returned, if it is not a refund to the card */
export function refundText(
  refund: { status: string; updated_at: string; voucher_id: string | null },
  isRetried: boolean,
): RefundText {
  if (refund.voucher_id !== null)
    return { title: 'Back on the gift voucher', detail: `On ${dayWithYear(refund.updated_at)}. It can be used again.` }
  switch (refund.status) {
    case 'succeeded':
      return {
        title: 'Refunded',
        detail: `On ${dayWithYear(refund.updated_at)}, to your original payment method.`,
      }
    case 'failed':
      return {
        title: 'Refund failed',
        detail: isRetried
          ? 'It has been sent again.'
          : 'Your bank rejected it. Message the seller, who can send it again.',
      }
    default:
      return { title: 'On its way', detail: 'Banks usually take 5 to 10 working days to show it.' }
  }
}
