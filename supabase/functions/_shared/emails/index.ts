/** All email templates by their name in `outbox.template`. A new template needs a file here and a line below. */

import { accountDeleted } from './account-deleted.ts'
import type { Attachment, EmailContext, Template } from './email.ts'
import { renderHtml } from './html.ts'
import { newOrder } from './new-order.ts'
import { orderCancelled } from './order-cancelled.ts'
import { orderConfirmed } from './order-confirmed.ts'
import { orderDelivered } from './order-delivered.ts'
import { orderReady } from './order-ready.ts'
import { orderShipped } from './order-shipped.ts'
import { paymentReturned } from './payment-returned.ts'
import { pickupReminder } from './pickup-reminder.ts'
import { renderText } from './plain-text.ts'
import { quote } from './quote.ts'
import { refundFailed } from './refund-failed.ts'
import { refundPaid } from './refund-paid.ts'
import { refundStarted } from './refund-started.ts'
import { saleCancelled } from './sale-cancelled.ts'
import { saleRefundFailed } from './sale-refund-failed.ts'
import { secondFactorRemoved } from './second-factor-removed.ts'
import { shopEnquiry } from './shop-enquiry.ts'
import { shopRestored } from './shop-restored.ts'
import { shopSuspended } from './shop-suspended.ts'
import { supportEnquiry } from './support-enquiry.ts'
import { unreadMessages } from './unread-messages.ts'

export type { EmailContext } from './email.ts'

const templates: Readonly<Record<string, Template>> = {
  'account-deleted': accountDeleted,
  'new-order': newOrder,
  'order-cancelled': orderCancelled,
  'order-confirmed': orderConfirmed,
  'order-delivered': orderDelivered,
  'order-ready': orderReady,
  'order-shipped': orderShipped,
  'payment-returned': paymentReturned,
  'pickup-reminder': pickupReminder,
  quote,
  'refund-failed': refundFailed,
  'refund-paid': refundPaid,
  'refund-started': refundStarted,
  'sale-cancelled': saleCancelled,
  'sale-refund-failed': saleRefundFailed,
  'second-factor-removed': secondFactorRemoved,
  'shop-enquiry': shopEnquiry,
  'shop-restored': shopRestored,
  'shop-suspended': shopSuspended,
  'support-enquiry': supportEnquiry,
  'unread-messages': unreadMessages,
}

export const templateNames: readonly string[] = Object.keys(templates)

/** An email ready to be sent. */
export interface RenderedEmail {
  readonly subject: string
  readonly html: string
  readonly text: string
  readonly attachments: readonly Attachment[]
  readonly replyTo: string | undefined
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
