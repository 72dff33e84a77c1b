/** All email templates by their name in `outbox.template`. A new template needs a file here and a line below. */

import { accountDeleted } from './account-deleted.ts'
import { accountRestored } from './account-restored.ts'
import { accountSuspended } from './account-suspended.ts'
import { allergensChanged } from './allergens-changed.ts'
import { announcement } from './announcement.ts'
import { balanceDue } from './balance-due.ts'
import { balancePaid } from './balance-paid.ts'
import { deliveryReminder } from './delivery-reminder.ts'
import { dropOpen } from './drop-open.ts'
import type { Attachment, EmailContent, EmailContext, Template } from './email.ts'
import { giftVoucher } from './gift-voucher.ts'
import { renderHtml } from './html.ts'
import { moveAnswered } from './move-answered.ts'
import { moveProposed } from './move-proposed.ts'
import { newOrder } from './new-order.ts'
import { orderCancelled } from './order-cancelled.ts'
import { orderConfirmed } from './order-confirmed.ts'
import { orderDelivered } from './order-delivered.ts'
import { orderMoved } from './order-moved.ts'
import { orderReady } from './order-ready.ts'
import { orderShipped } from './order-shipped.ts'
import { paymentReturned } from './payment-returned.ts'
import { pickupReminder } from './pickup-reminder.ts'
import { renderText } from './plain-text.ts'
import { problemAnswered } from './problem-answered.ts'
import { problemDecided } from './problem-decided.ts'
import { problemEscalated } from './problem-escalated.ts'
import { problemReported } from './problem-reported.ts'
import { quote } from './quote.ts'
import { refundFailed } from './refund-failed.ts'
import { refundPaid } from './refund-paid.ts'
import { refundStarted } from './refund-started.ts'
import { saleBalance } from './sale-balance.ts'
import { saleCancelled } from './sale-cancelled.ts'
import { saleRefundFailed } from './sale-refund-failed.ts'
import { secondFactorRemoved } from './second-factor-removed.ts'
import { shopEnquiry } from './shop-enquiry.ts'
import { shopRestored } from './shop-restored.ts'
import { shopSuspended } from './shop-suspended.ts'
import { slotOffer } from './slot-offer.ts'
import { subscriptionChanged } from './subscription-changed.ts'
import { subscriptionComing } from './subscription-coming.ts'
import { subscriptionEnded } from './subscription-ended.ts'
import { subscriptionMissed } from './subscription-missed.ts'
import { subscriptionOrder } from './subscription-order.ts'
import { subscriptionStarted } from './subscription-started.ts'
import { supportEnquiry } from './support-enquiry.ts'
import { unreadMessages } from './unread-messages.ts'
import { voucherBought } from './voucher-bought.ts'
import { voucherCredited } from './voucher-credited.ts'
import { waitlistOffer } from './waitlist-offer.ts'

export type { EmailContext } from './email.ts'

const templates: Readonly<Record<string, Template>> = {
  'account-deleted': accountDeleted,
  'account-restored': accountRestored,
  'account-suspended': accountSuspended,
  'allergens-changed': allergensChanged,
  announcement,
  'balance-due': balanceDue,
  'balance-paid': balancePaid,
  'delivery-reminder': deliveryReminder,
  'move-answered': moveAnswered,
  'move-proposed': moveProposed,
  'drop-open': dropOpen,
  'gift-voucher': giftVoucher,
  'new-order': newOrder,
  'order-cancelled': orderCancelled,
  'order-confirmed': orderConfirmed,
  'order-delivered': orderDelivered,
  'order-moved': orderMoved,
  'order-ready': orderReady,
  'order-shipped': orderShipped,
  'payment-returned': paymentReturned,
  'pickup-reminder': pickupReminder,
  'problem-answered': problemAnswered,
  'problem-decided': problemDecided,
  'problem-escalated': problemEscalated,
  'problem-reported': problemReported,
  quote,
  'refund-failed': refundFailed,
  'refund-paid': refundPaid,
  'refund-started': refundStarted,
  'sale-balance': saleBalance,
  'sale-cancelled': saleCancelled,
  'sale-refund-failed': saleRefundFailed,
  'second-factor-removed': secondFactorRemoved,
  'shop-enquiry': shopEnquiry,
  'shop-restored': shopRestored,
  'shop-suspended': shopSuspended,
  'slot-offer': slotOffer,
  'subscription-changed': subscriptionChanged,
  'subscription-coming': subscriptionComing,
  'subscription-ended': subscriptionEnded,
  'subscription-missed': subscriptionMissed,
  'subscription-order': subscriptionOrder,
  'subscription-started': subscriptionStarted,
  'support-enquiry': supportEnquiry,
  'unread-messages': unreadMessages,
  'voucher-bought': voucherBought,
  'voucher-credited': voucherCredited,
  'waitlist-offer': waitlistOffer,
}

export const templateNames: readonly string[] = Object.keys(templates)

/** An email ready to be sent. */
export interface RenderedEmail {
  readonly subject: string
  readonly html: string
  readonly text: string
  readonly attachments: readonly Attachment[]
  readonly replyTo: string | undefined
  /** Further headers of the message. */
  readonly headers: Readonly<Record<string, string>>
}

/** @throws Error for an unknown template, ZodError for data that does not match its schema */
export function renderEmail(name: string, data: unknown, context: EmailContext): RenderedEmail {
  const template = Object.hasOwn(templates, name) ? templates[name] : undefined
  if (!template) throw new Error(`There is no email template called ${name}`)
  const email = template(data, context)
  return {
    subject: oneLine(email.subject),
    html: renderHtml(email, context),
    text: renderText(email, context),
    attachments: email.attachments ?? [],
    replyTo: email.replyTo,
    headers: unsubscribeHeaders(email, context),
  }
}

/** With these, mail programs show "Unsubscribe" beside the sender, and need one click for it (RFC 8058). */
function unsubscribeHeaders(
  { unsubscribe }: EmailContent,
  { pictureUrl: backendUrl }: EmailContext,
): Record<string, string> {
  if (!unsubscribe) return {}
  return {
    'List-Unsubscribe': `<${backendUrl}/functions/v1/unsubscribe?token=${encodeURIComponent(unsubscribe.token)}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
}

const maxSubjectLength = 120

/** Removes line breaks, which could inject a header, and shortens long subjects. */
function oneLine(subject: string): string {
  const line = subject.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
  const characters = [...line]
  return characters.length > maxSubjectLength
    ? `${characters
        .slice(0, maxSubjectLength - 1)
        .join('')
        .trimEnd()}…`
    : line
}
