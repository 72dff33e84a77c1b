/** What the checkout says about cancelling, before payment. */

import { type Cancelling, lateRefundText } from '#domain/orders/cancellation-terms'
import { momentFrom } from '#domain/values/calendar'

export function termsText({ until, late }: Cancelling, now: Date): string {
  if (!late)
    return until > now
      ? `You can cancel until ${momentFrom(now, until)}.`
      : 'This pickup is less than 4 hours away, so you cannot cancel.'
  if (late.until <= now) return 'This time has already begun, so you cannot cancel.'
  const lateEnd = `until ${momentFrom(now, late.until)}`
  return until > now
    ? `You can cancel for a full refund until ${momentFrom(now, until)}. ${lateRefundText(late.refundPercent)}, ${lateEnd}.`
    : `It is too late for a free cancellation. If you cancel, ${late.refundPercent}% of your payment goes back, ${lateEnd}.`
}

export function addressText({ until }: Cancelling, now: Date): string {
  return until > now
    ? 'Your order shows the pickup address after that, or as soon as it is ready.'
    : 'You will see the address once you have paid.'
}
