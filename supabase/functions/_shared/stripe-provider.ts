/** Stripe: Checkout Sessions, refunds, transfers and Connect onboarding. Every call that creates something has the id of our row as its key. */
import Stripe from 'stripe'
import {
  type Attempt,
  type CardToCharge,
  type ChargeOutcome,
  type PaymentToOpen,
  type Provider,
  RefundRefused,
  type RefundStatus,
  type RefundToSend,
  RequestRefused,
  type ReversalToSend,
  type TransferToSend,
} from './provider.ts'
import { Refusal } from './responses.ts'
import type { StripeSettings } from './settings.ts'
import {
  accountState,
  changedCard,
  readCard,
  readCharge,
  readRefund,
  readSession,
  readStripeEvent,
  refundStatus,
} from './stripe-events.ts'

/** Stripe requires at least 30 minutes between creation and expiry of a session. One more allows for clocks that differ. */
const minSessionSeconds = 31 * 60
/** Stripe's limit of lines in a session. */
const maxLines = 100
/** Stripe's limit of characters in the name of a line. */
const maxNameLength = 250

export function createStripeProvider(settings: StripeSettings, siteUrl: string): Provider {
  const stripe = openStripe(settings)
  return {
    name: 'stripe',
    paysShops: true,

    async openSession(payment) {
      const parameters = sessionParameters(payment, siteUrl)
      // The key includes a digest of the parameters. If they change after a lost response (another email or site address), Stripe creates
      // another session instead of refusing the key for a day.
      const key = `${payment.paymentId}-${await digestOf(parameters)}`
      const session = await unlessReplayed(key, (idempotencyKey) =>
        stripe.checkout.sessions.create(parameters, { idempotencyKey }),
      )
      if (!session.url) throw new Error(`Stripe's session ${session.id} has no URL`)
      return { sessionId: session.id, url: session.url }
    },

    async openCharge(payment) {
      const parameters = chargeParameters(payment)
      const key = `charge-${payment.paymentId}-${await digestOf(parameters)}`
      const { id } = await unlessReplayed(key, (idempotencyKey) =>
        stripe.paymentIntents.create(parameters, { idempotencyKey }),
      )
      return id
    },

    chargeCard: (charge) => chargeCard(stripe, charge),

    async openCustomer({ id, customerId, email }) {
      // Only a parameter that stays constant, because Stripe refuses a key with other parameters.
      const create = (idempotencyKey: string) =>
        stripe.customers.create({ metadata: { customer_id: id } }, { idempotencyKey })
      const created = customerId ?? (await unlessReplayed(`customer-${id}`, create)).id
      await stripe.customers.update(created, { email: email ?? '' })
      return created
    },

    async deleteCustomer(customerId) {
      await unlessMissing(stripe.customers.del(customerId))
    },

    async removeCard(methodId) {
      const method = await unlessMissing(stripe.paymentMethods.retrieve(methodId))
      if (method?.customer) await stripe.paymentMethods.detach(methodId)
    },

    async closeSession(sessionId) {
      if (isCharge(sessionId)) return closeCharge(stripe, sessionId)
      const session = await stripe.checkout.sessions.retrieve(sessionId)
      return readSession(session.status === 'open' ? await stripe.checkout.sessions.expire(sessionId) : session)
    },

    refund: (refund) => sendRefund(stripe, refund),

    async refundsOf(providerPaymentId) {
      const { data } = await stripe.refunds.list({ payment_intent: providerPaymentId, limit: 100 })
      return data.map(readRefund)
    },

    transfer: (transfer) => sendTransfer(stripe, transfer),

    reverse: (reversal) => sendReversal(stripe, reversal),

    async createAccount({ shopId, shopName, email }) {
      // Only parameters that stay constant, because Stripe refuses a key with other parameters.
      const parameters: Stripe.AccountCreateParams = {
        type: 'express',
        country: 'GB',
        capabilities: { card_payments: { requested: true }, transfers: { requested: true } },
        metadata: { shop_id: shopId },
      }
      const { id } = await unlessReplayed(`account-${shopId}`, (idempotencyKey) =>
        stripe.accounts.create(parameters, { idempotencyKey }),
      )
      return accountState(await stripe.accounts.update(id, { email, business_profile: { name: shopName } }))
    },

    readAccount: async (accountId) => accountState(await stripe.accounts.retrieve(accountId)),

    async accountPage({ accountId, detailsSubmitted, due }) {
      if (detailsSubmitted && due.length === 0) return (await stripe.accounts.createLoginLink(accountId)).url
      const page = `${siteUrl}/seller/payment-settings`
      const link = await stripe.accountLinks.create({
        account: accountId,
        type: 'account_onboarding',
        refresh_url: `${page}?onboarding=again`,
        return_url: `${page}?onboarding=done`,
      })
      return link.url
    },

    async readEvent(request) {
      const event = await verifiedEvent(stripe, request, settings.webhookSecrets)
      const methodId = changedCard(event)
      // Its current state, because events may arrive out of order.
      return methodId
        ? readCard(methodId, await unlessMissing(stripe.paymentMethods.retrieve(methodId)))
        : readStripeEvent(event)
    },
  }
}

function openStripe({ secretKey, apiBase }: StripeSettings): Stripe {
  const base = apiBase === undefined ? undefined : new URL(apiBase)
  return new Stripe(secretKey, {
    // Works in Node and Deno.
    httpClient: Stripe.createFetchHttpClient(),
    maxNetworkRetries: 2,
    timeout: 20_000,
    telemetry: false,
    ...(base ? { protocol: base.protocol === 'http:' ? 'http' : 'https', host: base.hostname, port: base.port } : {}),
  })
}

/** Depends on the payment's row only (and the email address), so that a retry sends the same parameters. */
function sessionParameters(payment: PaymentToOpen, siteUrl: string): Stripe.Checkout.SessionCreateParams {
  const { checkoutId, buyerEmail, returnPath, customerId, savesCard } = payment
  const returnUrl = `${siteUrl}${returnPath}`
  return {
    mode: 'payment',
    client_reference_id: checkoutId,
    // The email address of a customer is the customer's.
    ...(customerId ? { customer: customerId } : { customer_email: buyerEmail }),
    metadata: metadataOf(payment),
    line_items: linesOf(payment).map(({ name, unitPence, quantity }) => ({
      quantity,
      price_data: { currency: 'gbp', unit_amount: unitPence, product_data: { name: shortName(name) } },
    })),
    payment_intent_data: {
      ...moneyParameters(payment),
      // Stripe's page says that the card is saved, and prepares it for charges without the buyer.
      ...(savesCard ? { setup_future_usage: 'off_session' } : {}),
    },
    // Stripe's page offers the card the next time.
    ...(savesCard ? { payment_method_data: { allow_redisplay: 'always' } } : {}),
    success_url: `${returnUrl}?payment=done`,
    cancel_url: `${returnUrl}?payment=abandoned`,
    // Counted from the checkout's expiry, so it is the same at every retry. That expiry is in the future, so Stripe's minimum is met. The
    // function settle-payments closes sessions that outlive their checkout.
    expires_at: Math.ceil(Date.parse(payment.expiresAt) / 1000) + minSessionSeconds,
  }
}

/** Without the card, so that a retry with another one continues the same charge. */
function chargeParameters(payment: PaymentToOpen): Stripe.PaymentIntentCreateParams {
  return {
    amount: payment.totalPence,
    currency: 'gbp',
    customer: payment.customerId,
    // Nobody is redirected, so Stripe needs no URL to return to.
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
    ...moneyParameters(payment),
  }
}

/** What a session's payment and a charge have in common: our ids, and where the money goes. */
function moneyParameters(payment: PaymentToOpen) {
  const { checkoutId, destination } = payment
  return {
    metadata: metadataOf(payment),
    transfer_group: checkoutId,
    ...(destination
      ? {
          transfer_data: { destination: destination.accountId },
          ...(destination.feePence > 0 ? { application_fee_amount: destination.feePence } : {}),
        }
      : {}),
  }
}

const metadataOf = ({ paymentId, checkoutId }: PaymentToOpen) => ({ payment_id: paymentId, checkout_id: checkoutId })

const isCharge = (sessionId: string) => sessionId.startsWith('pi_')

async function chargeCard(
  stripe: Stripe,
  { paymentId, chargeId, methodId, isOffSession }: CardToCharge,
): Promise<ChargeOutcome> {
  try {
    const intent = await stripe.paymentIntents.confirm(
      chargeId,
      // Without this the bank's question would keep the charge open. The buyer answers it on the payment page instead.
      { payment_method: methodId, ...(isOffSession ? { off_session: true } : { error_on_requires_action: true }) },
      { idempotencyKey: `confirm-${paymentId}-${methodId}-${isOffSession ? 'off' : 'on'}` },
    )
    if (intent.status === 'requires_action') await stripe.paymentIntents.cancel(chargeId)
    return readCharge(intent)
  } catch (error) {
    // Declined, or another request has just finished or ended the charge.
    if (!(error instanceof Stripe.errors.StripeCardError || isUnexpectedState(error))) throw error
    return readCharge(await stripe.paymentIntents.retrieve(chargeId))
  }
}

/** A charge that has not succeeded is cancelled, so that it never does. */
async function closeCharge(stripe: Stripe, chargeId: string) {
  try {
    return readCharge(await stripe.paymentIntents.cancel(chargeId)).event
  } catch (error) {
    if (!isUnexpectedState(error)) throw error
    return readCharge(await stripe.paymentIntents.retrieve(chargeId)).event
  }
}

const isUnexpectedState = (error: unknown) =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'payment_intent_unexpected_state'

/** Undefined for an object that Stripe does not have, or no longer. */
async function unlessMissing<Found>(found: Promise<Found>): Promise<Found | undefined> {
  try {
    return await found
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing') return undefined
    throw error
  }
}

async function digestOf(parameters: object): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(parameters)))
  return Array.from(new Uint8Array(bytes, 0, 8), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function linesOf({ lines, totalPence }: PaymentToOpen): PaymentToOpen['lines'] {
  return lines.length <= maxLines ? lines : [{ name: 'Your order', unitPence: totalPence, quantity: 1 }]
}

/** Cuts a name with many options, or of a deposit for many items. Not within a surrogate pair. */
function shortName(name: string): string {
  if (name.length <= maxNameLength) return name
  return `${name
    .slice(0, maxNameLength - 1)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd()}…`
}

/** Stripe stores refusals by their key too, for at least a day. */
const keyOf = (id: string, { refusals }: Attempt) => (refusals === 0 ? id : `${id}-after-${refusals}-refusals`)

/** After so many replays the request fails. */
const maxReplays = 20

/**
 * Repeats a request under the next key while Stripe only replays an earlier error, which may no longer hold. An account, for example, is
 * refused until the platform has turned Connect on. The keys are the same each time, so that nothing is created twice.
 */
async function unlessReplayed<Made>(id: string, create: (idempotencyKey: string) => Promise<Made>): Promise<Made> {
  for (let refusals = 0; ; refusals += 1) {
    try {
      return await create(keyOf(id, { refusals }))
    } catch (error) {
      if (!isReplayed(error) || refusals === maxReplays) throw error
    }
  }
}

const isReplayed = (error: unknown) =>
  error instanceof Stripe.errors.StripeError &&
  error.type !== 'StripeIdempotencyError' &&
  error.headers?.['idempotent-replayed'] === 'true'

/** @throws RequestRefused if Stripe refuses it. After other errors its outcome is unknown, so a repeat needs the same key. */
async function request<Made>(made: Promise<Made>): Promise<Made> {
  try {
    return await made
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError && isRefusal(error))) throw error
    const isFinal = error instanceof Stripe.errors.StripeInvalidRequestError && isNotRefundable(error)
    throw new (isFinal ? RefundRefused : RequestRefused)(error.message, { cause: error })
  }
}

function isRefusal({ statusCode = 0, type }: InstanceType<typeof Stripe.errors.StripeError>): boolean {
  // 409 and 429 tell nothing of the first request with the key, and neither does a key that was used for something else.
  return statusCode >= 400 && statusCode < 500 && ![409, 429].includes(statusCode) && type !== 'StripeIdempotencyError'
}

async function sendRefund(
  stripe: Stripe,
  { refundId, providerPaymentId, amountPence, route, hasFee, ...attempt }: RefundToSend,
): Promise<{ providerRefundId: string; status: RefundStatus }> {
  const { data: earlier } = await stripe.refunds.list({ payment_intent: providerPaymentId, limit: 100 })
  const refund =
    earlier.find(({ metadata }) => metadata?.refund_id === refundId) ??
    (await request(
      stripe.refunds.create(
        {
          payment_intent: providerPaymentId,
          amount: amountPence,
          reason: 'requested_by_customer',
          metadata: { refund_id: refundId },
          // Takes the money back from the shop's account and our fee from us, in proportion. Stripe refuses to refund a fee of £0.
          ...(route === 'destination'
            ? { reverse_transfer: true, ...(hasFee && { refund_application_fee: true }) }
            : {}),
        },
        { idempotencyKey: keyOf(refundId, attempt) },
      ),
    ))
  return { providerRefundId: refund.id, status: refundStatus(refund.status) }
}

async function sendTransfer(
  stripe: Stripe,
  { transferId, checkoutId, orderId, providerPaymentId, accountId, amountPence, ...attempt }: TransferToSend,
): Promise<string> {
  const { data: earlier } = await stripe.transfers.list({ transfer_group: checkoutId, limit: 100 })
  const sent = earlier.find(({ metadata }) => metadata.transfer_id === transferId)
  if (sent) return sent.id
  const { latest_charge: charge } = await stripe.paymentIntents.retrieve(providerPaymentId)
  const { id } = await request(
    stripe.transfers.create(
      {
        amount: amountPence,
        currency: 'gbp',
        destination: accountId,
        transfer_group: checkoutId,
        metadata: { transfer_id: transferId, order_id: orderId },
        ...(charge ? { source_transaction: typeof charge === 'string' ? charge : charge.id } : {}),
      },
      { idempotencyKey: keyOf(transferId, attempt) },
    ),
  )
  return id
}

async function sendReversal(
  stripe: Stripe,
  { transferId, providerTransferId, number, orderId, amountPence, ...attempt }: ReversalToSend,
): Promise<void> {
  const { data: earlier } = await stripe.transfers.listReversals(providerTransferId, { limit: 100 })
  if (earlier.some(({ metadata }) => metadata?.number === String(number))) return
  await request(
    stripe.transfers.createReversal(
      providerTransferId,
      { amount: amountPence, metadata: { transfer_id: transferId, order_id: orderId, number } },
      { idempotencyKey: keyOf(`reversal-${transferId}-${number}`, attempt) },
    ),
  )
}

/** Whether the payment was already refunded at Stripe, in part or in full, or disputed through the buyer's bank. */
function isNotRefundable({ code, message }: InstanceType<typeof Stripe.errors.StripeInvalidRequestError>): boolean {
  const codes = ['charge_already_refunded', 'amount_too_large', 'charge_disputed']
  // For partial refunds Stripe does not always set a code.
  return codes.includes(code ?? '') || message.includes('greater than unrefunded amount')
}

/** @throws Refusal */
async function verifiedEvent(stripe: Stripe, request: Request, secrets: readonly string[]): Promise<Stripe.Event> {
  const signature = request.headers.get('stripe-signature') ?? ''
  const body = await request.text()
  for (const secret of secrets) {
    try {
      return await stripe.webhooks.constructEventAsync(body, signature, secret)
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) throw error
    }
  }
  throw new Refusal(400, 'signature', 'The signature is not valid for any of Stripe’s signing secrets.')
}
