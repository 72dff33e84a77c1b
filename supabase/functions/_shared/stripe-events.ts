/** Converts Stripe events into ours. Pure functions. */
import type Stripe from 'stripe'
import type { AccountState, ChargeOutcome, DisputeStatus, PaymentEvent, RefundStatus } from './provider.ts'

/** @returns undefined for irrelevant events */
export function readStripeEvent(event: Stripe.Event): PaymentEvent | undefined {
  // All our sessions and refunds belong to the platform. Events of connected accounts may contain our ids without concerning our payments.
  if (event.account !== undefined && event.type !== 'account.updated') return undefined
  switch (event.type) {
    case 'checkout.session.completed':
      // With a delayed payment method a later event reports the outcome.
      return event.data.object.payment_status === 'unpaid'
        ? undefined
        : ownSessionEvent(event.id, event.data.object, 'succeeded')
    case 'checkout.session.async_payment_succeeded':
      return ownSessionEvent(event.id, event.data.object, 'succeeded')
    case 'checkout.session.async_payment_failed':
      return ownSessionEvent(event.id, event.data.object, 'failed')
    case 'checkout.session.expired':
      return ownSessionEvent(event.id, event.data.object, 'expired')
    case 'payment_intent.succeeded':
      return ourId(event.data.object.metadata.payment_id)
        ? intentEvent(event.id, event.data.object, 'succeeded')
        : undefined
    case 'customer.deleted':
      return { kind: 'customer', customerId: event.data.object.id }
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
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
      return disputeEvent(event, event.data.object)
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

/** A charge of a saved card. Without a payment method it waits for another one, which it never gets: the next charge is another payment. */
export function readCharge(intent: Stripe.PaymentIntent): ChargeOutcome {
  const { id, status, last_payment_error: error } = intent
  switch (status) {
    case 'succeeded':
      return { result: 'paid', event: intentEvent(`api:${id}:succeeded`, intent, 'succeeded') }
    case 'canceled':
      return { result: 'declined', event: intentEvent(`api:${id}:canceled`, intent, 'expired') }
    case 'requires_payment_method':
    case 'requires_action':
      return {
        result: status === 'requires_action' || error?.code === 'authentication_required' ? 'confirmation' : 'declined',
        event: intentEvent(`api:${id}:failed`, intent, 'failed'),
      }
    default:
      return { result: 'pending', event: undefined }
  }
}

/** The card that an event says has changed, undefined for other events. */
export function changedCard(event: Stripe.Event): string | undefined {
  switch (event.type) {
    case 'payment_method.attached':
    case 'payment_method.detached':
    case 'payment_method.updated':
    case 'payment_method.automatically_updated':
      return event.account === undefined && event.data.object.type === 'card' ? event.data.object.id : undefined
    default:
      return undefined
  }
}

/** A retrieved card as an event. Without a customer, or if Stripe does not have it, it is removed. */
export function readCard(methodId: string, method: Stripe.PaymentMethod | undefined): PaymentEvent {
  const customerId = idOf(method?.customer ?? null)
  const card = method?.card
  if (!customerId || !card) return { kind: 'card', methodId, saved: undefined }
  const details = { brand: card.brand, last4: card.last4, expMonth: card.exp_month, expYear: card.exp_year }
  return { kind: 'card', methodId, saved: { customerId, card: details } }
}

/** A retrieved refund's status, in an event's terms. */
export function readRefund(refund: Stripe.Refund): PaymentEvent {
  return refundEvent(`api:${refund.id}:${refund.status}`, refund)
}

type Outcome = Extract<PaymentEvent, { kind: 'payment' }>['outcome']

/** Another application may use the account. Its sessions have no id of ours. */
function ownSessionEvent(id: string, session: Stripe.Checkout.Session, outcome: Outcome): PaymentEvent | undefined {
  return ourId(session.metadata?.payment_id) ? sessionEvent(id, session, outcome) : undefined
}

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

function intentEvent(id: string, intent: Stripe.PaymentIntent, outcome: Outcome): PaymentEvent {
  return {
    kind: 'payment',
    id,
    outcome,
    paymentId: ourId(intent.metadata.payment_id),
    providerPaymentId: intent.id,
    amountPence: intent.amount,
    currency: intent.currency,
    failure: intent.last_payment_error?.message,
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

/** Without a PaymentIntent it concerns a charge of another application. */
function disputeEvent({ id, created }: Stripe.Event, dispute: Stripe.Dispute): PaymentEvent | undefined {
  const providerPaymentId = idOf(dispute.payment_intent)
  if (!providerPaymentId) return undefined
  return {
    kind: 'dispute',
    id,
    providerDisputeId: dispute.id,
    providerPaymentId,
    status: disputeStatus(dispute.status),
    amountPence: dispute.amount,
    reason: dispute.reason,
    happenedAt: new Date(created * 1000),
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

/** An inquiry that closes took no money. A prevented dispute gave the money back to the buyer. */
function disputeStatus(status: Stripe.Dispute.Status): DisputeStatus {
  if (status === 'won' || status === 'warning_closed') return 'won'
  return status === 'lost' || status === 'prevented' ? 'lost' : 'open'
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
