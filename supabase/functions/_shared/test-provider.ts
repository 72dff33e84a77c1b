/**
 * The test provider, which moves no money. A page on our site replaces the card form (function test-payment) and sends signed events.
 */
import { z } from 'zod'
import type { PaymentEvent, Provider } from './provider.ts'
import { Refusal } from './responses.ts'
import { isSigned, signatureHeaders } from './signature.ts'

const eventSchema = z.object({
  id: z.string().min(1).max(200),
  outcome: z.enum(['succeeded', 'declined']),
  session_id: z.string(),
  provider_payment_id: z.string().optional(),
  amount_pence: z.int().min(0).optional(),
  failure: z.string().optional(),
})
export type TestEvent = z.infer<typeof eventSchema>

export const testSessionId = (paymentId: string) => `test_${paymentId}`

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
    // The payment page checks the checkout's status itself.
    closeSession: async () => undefined,
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
