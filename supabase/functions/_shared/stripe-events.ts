/** Converts Stripe events into ours. Pure functions. */
import type Stripe from 'stripe'
import type { AccountState, PaymentEvent, RefundStatus } from './provider.ts'

/** @returns undefined for irrelevant events */
export function readStripeEvent(event: Stripe.Event): PaymentEvent | undefined {
  // All our sessions and refunds belong to the platform. Events of connected accounts may contain our ids without concerning our payments.
  if (event.account !== undefined && event.type !== 'account.updated') return undefined
  switch (event.type) {
    case 'checkout.session.completed':
      // With a delayed payment method a later event reports the outcome.
      return event.data.object.payment_status === 'unpaid'
        ? undefined
        : sessionEvent(event.id, event.data.object, 'succeeded')
    case 'checkout.session.async_payment_succeeded':
      return sessionEvent(event.id, event.data.object, 'succeeded')
    case 'checkout.session.async_payment_failed':
      return sessionEvent(event.id, event.data.object, 'failed')
    case 'checkout.session.expired':
      return sessionEvent(event.id, event.data.object, 'expired')
    case 'payment_intent.payment_failed': {
      const { metadata, last_payment_error: failure } = event.data.object
      const paymentId = ourId(metadata.payment_id)
      return paymentId
        ? { kind: 'payment', id: event.id, outcome: 'declined', paymentId, failure: failure?.message }
        : undefined
    }
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
      return refundEvent(event.id, event.data.object)
    case 'account.updated':
      return { kind: 'account', accountId: event.data.object.id }
    default:
      return undefined
  }
}

/** A retrieved session as an event. Undefined while it is open or its payment is pending. */
export function readSession(session: Stripe.Checkout.Session): PaymentEvent | undefined {
  if (session.status === 'expired') return sessionEvent(`api:${session.id}:expired`, session, 'expired')
  if (session.status !== 'complete' || session.payment_status === 'unpaid') return undefined
  return sessionEvent(`api:${session.id}:succeeded`, session, 'succeeded')
}

/** A retrieved refund's status, in an event's terms. */
export function readRefund(refund: Stripe.Refund): PaymentEvent {
  return refundEvent(`api:${refund.id}:${refund.status}`, refund)
}

type Outcome = Extract<PaymentEvent, { kind: 'payment' }>['outcome']

function sessionEvent(id: string, session: Stripe.Checkout.Session, outcome: Outcome): PaymentEvent {
  return {
    kind: 'payment',
    id,
    outcome,
    sessionId: session.id,
    paymentId: ourId(session.metadata?.payment_id),
    providerPaymentId: idOf(session.payment_intent),
    amountPence: session.amount_total ?? undefined,
    currency: session.currency ?? undefined,
  }
}

function refundEvent(id: string, refund: Stripe.Refund): PaymentEvent {
  return {
    kind: 'refund',
    id,
    providerRefundId: refund.id,
    status: refundStatus(refund.status),
    refundId: ourId(refund.metadata?.refund_id),
    providerPaymentId: idOf(refund.payment_intent),
    amountPence: refund.amount,
    failure: refund.failure_reason ?? undefined,
  }
}

/** Stripe references are ids, or objects if expanded. */
function idOf(reference: string | { id: string } | null): string | undefined {
  return typeof reference === 'string' ? reference : reference?.id
}

/** Validates an id from metadata, because other applications may use the same Stripe account. */
function ourId(value: string | undefined): string | undefined {
  return value !== undefined && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value) ? value : undefined
}

export function refundStatus(status: string | null): RefundStatus {
  if (status === 'succeeded') return 'succeeded'
  return status === 'failed' || status === 'canceled' ? 'failed' : 'pending'
}

export function accountState(account: Stripe.Account): AccountState {
  return {
    accountId: account.id,
    detailsSubmitted: account.details_submitted ?? false,
    chargesEnabled: account.charges_enabled ?? false,
    payoutsEnabled: account.payouts_enabled ?? false,
    due: account.requirements?.currently_due ?? [],
  }
}
