import type Stripe from 'stripe'
import { describe, expect, it } from 'vitest'
import { readStripeEvent } from './stripe-events.ts'

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

  it.each(['completed', 'async_payment_succeeded', 'async_payment_failed', 'expired'])(
    'that is %s is read if it has an id of ours, and ignored if it is of another application',
    (type) => {
      const readSession = (metadata: object | null) =>
        readStripeEvent(event(`checkout.session.${type}`, { ...session, metadata }))
      const payment_id = '0f8fad5b-d9cb-469f-a165-70867728950e'
      expect(readSession({ payment_id })).toMatchObject({ kind: 'payment', sessionId: 'cs_1', paymentId: payment_id })
      for (const theirs of [null, {}, { payment_id: 'invoice 7' }]) expect(readSession(theirs)).toBeUndefined()
    },
  )
})
