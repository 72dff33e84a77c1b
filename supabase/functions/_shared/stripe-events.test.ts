import type Stripe from 'stripe'
import { describe, expect, it } from 'vitest'
import { readSession, readStripeEvent } from './stripe-events.ts'

const dispute = {
  id: 'dp_1',
  object: 'dispute',
  amount: 1_399,
  currency: 'gbp',
  status: 'needs_response',
  reason: 'fraudulent',
  payment_intent: 'pi_1',
}
const event = (type: string, object: object, more: object = {}): Stripe.Event =>
  JSON.parse(JSON.stringify({ id: 'evt_1', object: 'event', type, created: 1_790_000_000, data: { object }, ...more }))
const retrieved = (session: object) => readSession(JSON.parse(JSON.stringify(session)))
const read = (values: object, type = 'updated', more: object = {}) =>
  readStripeEvent(event(`charge.dispute.${type}`, { ...dispute, ...values }, more))

describe('a dispute at Stripe', () => {
  it.each(['created', 'updated', 'closed'])('is read from its event when it is %s', (type) => {
    expect(read({}, type)).toEqual({
      kind: 'dispute',
      id: 'evt_1',
      providerDisputeId: 'dp_1',
      providerPaymentId: 'pi_1',
      status: 'open',
      amountPence: 1_399,
      reason: 'fraudulent',
      happenedAt: new Date(1_790_000_000_000),
    })
  })

  it.each([
    ['needs_response', 'open'],
    ['under_review', 'open'],
    ['warning_needs_response', 'open'],
    ['warning_under_review', 'open'],
    ['appeal_needs_response', 'open'],
    ['appeal_under_review', 'open'],
    ['a status of next year', 'open'],
    ['won', 'won'],
    ['warning_closed', 'won'],
    ['lost', 'lost'],
    ['prevented', 'lost'],
  ])('that has the status %s is %s', (status, expected) => {
    expect(read({ status })).toMatchObject({ status: expected })
  })

  it('is ignored if it is about no PaymentIntent, or belongs to a connected account', () => {
    expect(read({ payment_intent: null })).toBeUndefined()
    expect(read({}, 'created', { account: 'acct_seller' })).toBeUndefined()
    expect(read({}, 'funds_withdrawn')).toBeUndefined()
    expect(read({ payment_intent: { id: 'pi_expanded' } })).toMatchObject({ providerPaymentId: 'pi_expanded' })
  })
})

describe('a session at Stripe', () => {
  const session = { id: 'cs_1', payment_status: 'paid', payment_intent: 'pi_1', amount_total: 500, currency: 'gbp' }
  const payment_id = '0f8fad5b-d9cb-469f-a165-70867728950e'

  it('that is completed before its delayed payment is paid by the later event, in webhooks and when it is retrieved', () => {
    const metadata = { payment_id }
    const complete = { ...session, metadata, status: 'complete' }
    const pending = { ...complete, payment_status: 'unpaid' }
    const outcome = { kind: 'payment', outcome: 'succeeded' }
    expect(readStripeEvent(event('checkout.session.completed', pending))).toBeUndefined()
    expect(readStripeEvent(event('checkout.session.async_payment_succeeded', complete))).toMatchObject(outcome)
    expect(retrieved(pending)).toBeUndefined()
    expect(retrieved(complete)).toMatchObject(outcome)
  })

  it.each(['completed', 'async_payment_succeeded', 'async_payment_failed', 'expired'])(
    'that is %s is read if it has an id of ours, and ignored if it is of another application',
    (type) => {
      const readWith = (metadata: object | null) =>
        readStripeEvent(event(`checkout.session.${type}`, { ...session, metadata }))
      expect(readWith({ payment_id })).toMatchObject({ kind: 'payment', sessionId: 'cs_1', paymentId: payment_id })
      for (const theirs of [null, {}, { payment_id: 'invoice 7' }]) expect(readWith(theirs)).toBeUndefined()
    },
  )
})
