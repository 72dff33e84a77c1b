/**
 * The API of the test payment page: `{ session }` -> the amount; with `card` -> the outcome, sent to payment-webhook as a signed event first.
 * Available only with test payments.
 */
import { z } from 'zod'
import { toPence } from '../../../domain/values/money.ts'
import { readBody } from '../_shared/body.ts'
import { type DatabaseClient, openServiceClient, unwrap } from '../_shared/database.ts'
import { json, Refusal, serve } from '../_shared/responses.ts'
import { readSettings, type Settings } from '../_shared/settings.ts'
import { sign, signatureHeaders } from '../_shared/signature.ts'
import { type TestCard, type TestEvent, testCards, testMethodId, testPaymentId } from '../_shared/test-provider.ts'

const bodySchema = z.object({
  session: z.string().max(100),
  card: z.enum(testCards).optional(),
  /** The buyer's response to the bank's challenge. */
  approved: z.boolean().optional(),
})

const detailsSchema = z.object({
  /** The secret of a manual order's link. */
  payment_link: z.string().nullish(),
  /** The gift voucher that is bought, instead of orders. */
  voucher_id: z.string().nullish(),
  orders: z.array(z.object({ shop_name: z.string(), total: z.number() })),
})

serve(['POST'], async (request) => {
  const settings = readSettings()
  const { testSecret } = settings
  if (!testSecret) throw new Refusal(404, 'provider', 'Test payments are not available here.')
  const { session, card, approved } = await readBody(request, bodySchema)
  const service = openServiceClient(settings)
  const payment = await findPayment(service, session)
  if (!card)
    return json({
      ...(await describe(service, payment)),
      status: payment.status,
      saves_card: payment.customerOf !== null,
    })
  if (payment.status === 'succeeded') return json({ result: 'paid' })
  if (payment.status !== 'open') throw new Refusal(409, 'expired', 'This payment page has expired.')
  if (card === 'challenge' && approved === undefined) return json({ result: 'challenge' })
  const isGood = card === 'challenge' ? approved === true : card !== 'declined'
  if (isGood && payment.customerOf) await report(settings, testSecret, await savedCard(service, payment, card))
  await report(settings, testSecret, isGood ? succeeded(payment) : declined(payment, card))
  return json({ result: isGood ? 'paid' : 'declined' })
})

interface Payment {
  readonly id: string
  readonly checkoutId: string
  readonly session: string
  readonly amount: number
  /** The buyer, if the card is to be saved. */
  readonly customerOf: string | null
  /** Where the buyer returns to. */
  readonly returnPath: string
  readonly status: 'open' | 'succeeded' | 'ended'
}

/** @throws Refusal if the session does not exist */
async function findPayment(service: DatabaseClient, session: string): Promise<Payment> {
  const [row] = unwrap(
    await service
      .from('payments')
      .select(
        'id, checkout_id, status, amount, is_balance, saves_card, created_at, checkouts!inner(buyer_id, status, expires_at, orders(id, status, balance_paid_at, balance_waived_at))',
      )
      .match({ provider: 'test', session_id: session }),
  )
  if (!row) throw new Refusal(404, 'session', 'This payment page does not exist.')
  const { buyer_id, status, expires_at, orders } = row.checkouts
  const isCheckoutOpen = status === 'pending' && Date.parse(expires_at) > Date.now()
  const [order] = orders
  const isOpen = row.status === 'pending' && (row.is_balance ? isBalanceOpen(row.created_at, order) : isCheckoutOpen)
  return {
    id: row.id,
    checkoutId: row.checkout_id,
    session,
    amount: row.amount,
    customerOf: row.saves_card ? buyer_id : null,
    returnPath: row.is_balance && order ? `/order/${order.id}` : `/checkout/${row.checkout_id}`,
    status: row.status === 'succeeded' ? 'succeeded' : isOpen ? 'open' : 'ended',
  }
}

interface OrderOfBalance {
  readonly status: string
  readonly balance_paid_at: string | null
  readonly balance_waived_at: string | null
}

/** As long as another provider's session. */
const balanceSessionMs = 61 * 60_000

function isBalanceOpen(createdAt: string, order: OrderOfBalance | undefined): boolean {
  const isSettled = !order || order.status === 'cancelled' || order.balance_paid_at || order.balance_waived_at
  return !isSettled && Date.parse(createdAt) + balanceSessionMs > Date.now()
}

async function describe(service: DatabaseClient, { checkoutId, amount, returnPath }: Payment) {
  const {
    orders,
    payment_link: link,
    voucher_id: voucher,
  } = detailsSchema.parse(unwrap(await service.rpc('payment_details', { checkout_id: checkoutId })))
  const path = voucher ? `/gift-vouchers/${voucher}` : link ? `/pay-order/${link}` : returnPath
  return { return_path: path, amount, orders }
}

/** Repeated clicks on 'Pay' send the same event id, so they pay once. */
function succeeded({ id, session, amount }: Payment): TestEvent {
  return {
    id: `paid_${id}`,
    outcome: 'succeeded',
    session_id: session,
    provider_payment_id: testPaymentId(id),
    amount_pence: toPence(amount),
  }
}

async function savedCard(service: DatabaseClient, { id, customerOf }: Payment, card: TestCard): Promise<TestEvent> {
  const customers = service
    .from('payment_customers')
    .select('customer_id')
    .match({ provider: 'test', member_id: customerOf })
  const customer_id = unwrap(await customers.single()).customer_id ?? ''
  return { id: `card_${id}`, method_id: testMethodId(card, id), customer_id }
}

/** At most one event a minute, because every event is stored. */
function declined({ id, session }: Payment, card: string): TestEvent {
  const failure = card === 'challenge' ? 'The payment was not approved with the bank.' : 'The card was declined.'
  return { id: `${card}_${id}_${Math.floor(Date.now() / 60_000)}`, outcome: 'declined', session_id: session, failure }
}

/** Resolves once the event is stored. @throws Refusal */
async function report({ supabaseUrl }: Settings, secret: string, event: TestEvent): Promise<void> {
  const body = JSON.stringify(event)
  const response = await fetch(`${supabaseUrl}/functions/v1/payment-webhook`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', [signatureHeaders.test]: await sign(body, secret) },
    body,
  }).catch((error: unknown) => {
    throw new Refusal(502, 'provider', 'The payment could not be recorded. Please try again.', { cause: error })
  })
  const details = await response.text()
  if (!response.ok)
    throw new Refusal(502, 'provider', 'The payment could not be recorded. Please try again.', {
      cause: new Error(`payment-webhook responded with ${response.status}: ${details}`),
    })
}
