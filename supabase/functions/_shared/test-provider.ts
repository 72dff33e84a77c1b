/**
 * The test provider, which moves no money. A page on our site replaces the card form (function test-payment) and sends signed events.
 */
import { z } from 'zod'
import type { CardDetails, ChargeOutcome, PaymentEvent, Provider } from './provider.ts'
import { Refusal } from './responses.ts'
import { isSigned, signatureHeaders } from './signature.ts'

const paymentSchema = z.object({
  id: z.string().min(1).max(200),
  outcome: z.enum(['succeeded', 'declined']),
  session_id: z.string(),
  provider_payment_id: z.string().optional(),
  amount_pence: z.int().min(0).optional(),
  failure: z.string().optional(),
})
const cardSchema = z.object({ id: z.string().min(1).max(200), method_id: z.string(), customer_id: z.string() })
const eventSchema = z.union([paymentSchema, cardSchema])
export type TestEvent = z.infer<typeof eventSchema>

/** The test cards: accepted, in need of the bank's approval, declined, and declined only once it is saved. */
export const testCards = ['good', 'challenge', 'declined', 'once'] as const
export type TestCard = (typeof testCards)[number]

const lastDigits: Record<TestCard, string> = { good: '4242', challenge: '3155', declined: '0002', once: '0341' }

const testSessionId = (paymentId: string) => `test_${paymentId}`
export const testPaymentId = (paymentId: string) => `test_payment_${paymentId}`
/** Says how the card responds, because nothing else is stored. */
export const testMethodId = (card: TestCard, paymentId: string) => `test_method_${card}_${paymentId}`
const testChargeId = (paymentId: string, pence: number) => `test_charge_${pence}_${paymentId}`

const cardOf = (methodId: string): TestCard => z.enum(testCards).parse(methodId.split('_')[2])

/** The cards expire at the end of next year. */
function detailsOf(methodId: string): CardDetails {
  return {
    brand: 'visa',
    last4: lastDigits[cardOf(methodId)],
    expMonth: 12,
    expYear: new Date().getUTCFullYear() + 1,
  }
}

function chargeOutcome(paymentId: string, chargeId: string, card: TestCard): ChargeOutcome {
  const charge = { kind: 'payment', sessionId: chargeId } as const
  if (card === 'good') {
    const amountPence = Number(chargeId.split('_')[2])
    const providerPaymentId = testPaymentId(paymentId)
    const paid = { outcome: 'succeeded', providerPaymentId, amountPence, currency: 'gbp' } as const
    return { result: 'paid', event: { ...charge, id: `paid_${paymentId}`, ...paid } }
  }
  const isChallenge = card === 'challenge'
  const failure = isChallenge ? 'The bank asks the buyer to approve the payment.' : 'The card was declined.'
  return {
    result: isChallenge ? 'confirmation' : 'declined',
    event: { ...charge, id: `failed_${paymentId}`, outcome: 'failed', failure },
  }
}

const enabledAccount = { detailsSubmitted: true, chargesEnabled: true, payoutsEnabled: true, due: [] }

export function createTestProvider(secret: string): Provider {
  return {
    name: 'test',
    paysShops: false,
    // Anyone with the session id can pay, as on any provider's payment page. The id must stay secret.
    openSession: async ({ paymentId }) => ({
      sessionId: testSessionId(paymentId),
      url: `/pay/${testSessionId(paymentId)}`,
    }),
    openCharge: async ({ paymentId, totalPence }) => testChargeId(paymentId, totalPence),
    chargeCard: async ({ paymentId, chargeId, methodId }) => chargeOutcome(paymentId, chargeId, cardOf(methodId)),
    openCustomer: async ({ id }) => `test_customer_${id}`,
    deleteCustomer: async () => {},
    removeCard: async () => {},
    // The payment page reads the payment's status itself.
    closeSession: async (sessionId) => ({ kind: 'payment', id: `closed_${sessionId}`, outcome: 'expired', sessionId }),
    refund: async ({ refundId }) => ({ providerRefundId: `test_refund_${refundId}`, status: 'succeeded' }),
    refundsOf: async () => [],
    transfer: async ({ transferId }) => `test_transfer_${transferId}`,
    reverse: async () => {},
    createAccount: async ({ shopId }) => ({ accountId: `test_account_${shopId}`, ...enabledAccount }),
    readAccount: async (accountId) => ({ accountId, ...enabledAccount }),
    accountPage: async () => '/seller/payment-settings',
    async readEvent(request): Promise<PaymentEvent> {
      const body = await request.text()
      if (!(await isSigned(body, request.headers.get(signatureHeaders.test) ?? '', secret)))
        throw new Refusal(400, 'signature', 'The signature is not valid for the test provider.')
      const event = eventSchema.parse(JSON.parse(body))
      if ('method_id' in event) {
        const { method_id: methodId, customer_id: customerId } = event
        return { kind: 'card', methodId, saved: { customerId, card: detailsOf(methodId) } }
      }
      return {
        kind: 'payment',
        id: event.id,
        outcome: event.outcome,
        sessionId: event.session_id,
        providerPaymentId: event.provider_payment_id,
        amountPence: event.amount_pence,
        currency: 'gbp',
        failure: event.failure,
      }
    },
  }
}
