/**
 * A mock of the part of Stripe's HTTP API that the marketplace uses, on loopback. It follows Stripe's form
 * encoding and rules: idempotency keys, matching amounts, and signed events sent until accepted. The client is the
 * real `stripe` package.
 */
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import Stripe from 'stripe'
import { type CardBehaviour, createCards } from './stripe-cards.ts'
import { parseForm, type Tree, text } from './stripe-form.ts'
import { createOnboarding } from './stripe-onboarding.ts'

export const stripeSecretKey = 'sk_test_ofthetests'
export const webhookSecret = 'whsec_ofthetests'

export interface StripeObject {
  id: string
  [field: string]: unknown
}

interface SentEvent {
  readonly id: string
  readonly type: string
  readonly body: string
}

export interface StripeServer {
  readonly url: string
  readonly sessions: Map<string, StripeObject>
  readonly refunds: Map<string, StripeObject>
  readonly transfers: Map<string, StripeObject>
  readonly accounts: Map<string, StripeObject>
  readonly intents: Map<string, StripeObject>
  readonly customers: Map<string, StripeObject>
  /** Saved cards. */
  readonly methods: Map<string, StripeObject>
  /** How a saved card responds to later charges. */
  setBehaviour(methodId: string, behaviour: CardBehaviour): void
  /** Each call, such as `POST /v1/refunds`. */
  readonly calls: string[]
  /** All events so far, delivered or not. */
  readonly events: SentEvent[]
  /** Calls of a kind fail with this status, a given number of times or until reset. From 500 on they do not reach the work. */
  fail(call: string, status: number, times?: number): void
  /** Calls of a kind do their work, but their responses are lost, until `recover`. */
  loseResponses(call: string): void
  /** Runs once, while the next call of a kind waits for its response. */
  during(call: string, act: () => Promise<unknown>): void
  /** Forgets all idempotency keys, as Stripe does after a day. */
  forgetKeys(): void
  /** Ends all failures and delays. */
  recover(): void
  /**
   * A buyer's action on the hosted page. It creates an event; `deliver` sends it.
   * @returns the event
   */
  pay(sessionId: string): SentEvent
  decline(sessionId: string): SentEvent
  expire(sessionId: string): SentEvent
  /** Simulates slow banks: later refunds stay pending until `finishRefund`. */
  delayRefunds(): void
  /** Completes a pending refund, or fails one that had succeeded. */
  finishRefund(refundId: string, status: 'succeeded' | 'failed'): SentEvent
  /** A refund made in Stripe's dashboard, of a session's payment. */
  refundByHand(sessionId: string, amount: number): SentEvent
  /** Creates another event, for a connected account where one is given. */
  makeEvent(type: string, object: object, account?: string): SentEvent
  /**
   * Sends an event once, signed with the given time and secret, or with another body under its signature.
   * @returns the status
   */
  deliver(
    webhook: string,
    event: SentEvent,
    signing?: { secret?: string; atSeconds?: number; body?: string },
  ): Promise<number>
  /** Sends every undelivered event until it is accepted, as Stripe does over days. */
  deliverAll(webhook: string): Promise<void>
  /** Pence charged to buyers, less refunds. */
  kept(): number
  /** Pence of a session's payment in a shop's account: transfers, less our fee and reversals. */
  held(accountId: string, sessionId: string): number
  close(): Promise<void>
}

interface StripeResponse {
  readonly status: number
  readonly body: object
  /** Whether it is that of an earlier request with the same key. */
  readonly isReplayed?: boolean
}

/** An error as Stripe returns it. */
class StripeApiError extends Error {
  override readonly name = 'StripeApiError'
  readonly status: number
  readonly error: { type: string; code?: string; message: string }
  constructor(status: number, error: { type: string; code?: string; message: string }) {
    super(error.message)
    this.status = status
    this.error = error
  }
}

const invalid = (message: string, code?: string) =>
  new StripeApiError(400, { type: 'invalid_request_error', message, code })
const number = (tree: Tree[string] | undefined) => Number(text(tree) ?? Number.NaN)

export async function startStripe(): Promise<StripeServer> {
  const sessions = new Map<string, StripeObject>()
  const intents = new Map<string, StripeObject>()
  const refunds = new Map<string, StripeObject>()
  const transfers = new Map<string, StripeObject>()
  const reversals = new Map<string, StripeObject>()
  const accounts = new Map<string, StripeObject>()
  const onboarding = createOnboarding(accounts)
  const responsesByKey = new Map<string, { params: string; response: StripeResponse }>()
  let failures: { call: string; status: number; times: number }[] = []
  let losing: string[] = []
  const acts = new Map<string, () => Promise<unknown>>()
  const calls: string[] = []
  const events: SentEvent[] = []
  const delivered = new Set<string>()
  let made = 0
  let areRefundsSlow = false
  const newId = (prefix: string) => {
    made += 1
    return `${prefix}_${made}_${randomUUID().replaceAll('-', '').slice(0, 12)}`
  }

  const makeEvent = (type: string, object: object, account?: string): SentEvent => {
    const event = {
      id: newId('evt'),
      object: 'event',
      type,
      created: Math.floor(Date.now() / 1000),
      livemode: false,
      data: { object },
      ...(account ? { account } : {}),
    }
    const sent = { id: event.id, type, body: JSON.stringify(event) }
    events.push(sent)
    return sent
  }

  const objectOf = <Kind>(all: Map<string, Kind>, id: string): Kind => {
    const found = all.get(id)
    if (!found)
      throw new StripeApiError(404, {
        type: 'invalid_request_error',
        code: 'resource_missing',
        message: `No such object: '${id}'`,
      })
    return found
  }

  const cards = createCards({
    ...{ intents, newId, makeEvent, objectOf },
    refuse: (status, type, code, message) => new StripeApiError(status, { type, code, message }),
  })

  const createSession = (params: Tree): StripeObject => {
    const lines = Object.values(branch(params.line_items))
    const total = lines.reduce((sum, line) => {
      const { price_data: price, quantity } = branch(line)
      const unit = number(branch(price).unit_amount)
      const count = number(quantity)
      if (!Number.isInteger(unit) || unit < 0 || !Number.isInteger(count) || count < 1)
        throw invalid('Invalid line item')
      if ((text(branch(branch(price).product_data).name) ?? '').length > 250) throw invalid('Invalid string')
      return sum + unit * count
    }, 0)
    if (total < 30) throw invalid('Amount must be at least £0.30 gbp', 'amount_too_small')
    if (lines.length > 100) throw invalid('At most 100 line items')
    const lasts = number(params.expires_at) - Date.now() / 1000
    if (lasts < 30 * 60 || lasts > 24 * 60 * 60)
      throw invalid('The `expires_at` timestamp must be between 30 minutes and 24 hours from now')
    const intent = branch(params.payment_intent_data)
    const fee = text(intent.application_fee_amount)
    if (fee !== undefined && (!intent.transfer_data || Number(fee) > total)) throw invalid('Invalid application fee')
    const destination = text(branch(intent.transfer_data).destination)
    if (destination) objectOf(accounts, destination)
    const customer = text(params.customer)
    if (customer) objectOf(cards.customers, customer)
    if (customer && params.customer_email) throw invalid('You may only specify one of customer and customer_email.')
    if (intent.setup_future_usage && !customer) throw invalid('The tests expect a customer of a saved card.')
    const id = newId('cs_test')
    const session = {
      id,
      object: 'checkout.session',
      amount_total: total,
      currency: 'gbp',
      status: 'open',
      payment_status: 'unpaid',
      payment_intent: null,
      metadata: params.metadata ?? {},
      url: `${base()}/pay/${id}`,
      success_url: text(params.success_url),
      cancel_url: text(params.cancel_url),
      intent_params: intent,
      lines,
      customer: customer ?? null,
      customer_email: text(params.customer_email) ?? null,
    }
    sessions.set(id, session)
    return session
  }

  const createRefund = (params: Tree): StripeObject => {
    const intent = objectOf(intents, text(params.payment_intent) ?? '')
    const amount = number(params.amount)
    const already = sum(refunds, (refund) => refund.payment_intent === intent.id && refund.status !== 'failed')
    if (already >= Number(intent.amount)) throw invalid('Charge has already been refunded.', 'charge_already_refunded')
    if (already + amount > Number(intent.amount))
      throw invalid(`Refund amount (£${amount / 100}) is greater than unrefunded amount on charge`)
    if (text(params.refund_application_fee) === 'true' && !intent.application_fee_amount)
      throw invalid(`Attempting to refund_application_fee on ${intent.id}, but it has no application fee`)
    const refund = {
      id: newId('re'),
      object: 'refund',
      amount,
      currency: 'gbp',
      status: areRefundsSlow ? 'pending' : 'succeeded',
      payment_intent: intent.id,
      metadata: params.metadata ?? {},
      reverse_transfer: text(params.reverse_transfer) === 'true',
      refund_application_fee: text(params.refund_application_fee) === 'true',
      failure_reason: null,
    }
    refunds.set(refund.id, refund)
    makeEvent('refund.created', { ...refund })
    return refund
  }

  const createTransfer = (params: Tree): StripeObject => {
    objectOf(accounts, text(params.destination) ?? '')
    const transfer = {
      id: newId('tr'),
      object: 'transfer',
      amount: number(params.amount),
      amount_reversed: 0,
      destination: text(params.destination),
      transfer_group: text(params.transfer_group),
      source_transaction: text(params.source_transaction),
      metadata: params.metadata ?? {},
    }
    transfers.set(transfer.id, transfer)
    return transfer
  }

  const createAccount = (params: Tree): StripeObject => {
    const account = {
      id: newId('acct'),
      object: 'account',
      type: text(params.type),
      country: text(params.country),
      metadata: params.metadata ?? {},
      details_submitted: false,
      charges_enabled: false,
      payouts_enabled: false,
      requirements: { currently_due: ['external_account', 'individual.verification.document'] },
    }
    accounts.set(account.id, account)
    return account
  }

  /** The response to one call. Ids are in the path. */
  const responseTo = (call: string, id: string, params: Tree): StripeObject => {
    switch (call) {
      case 'POST /v1/checkout/sessions':
        return createSession(params)
      case 'GET /v1/checkout/sessions/:id':
        return objectOf(sessions, id)
      case 'POST /v1/checkout/sessions/:id/expire':
        return closed(id)
      case 'GET /v1/refunds': {
        const data = [...refunds.values()].filter(
          ({ payment_intent }) => payment_intent === text(params.payment_intent),
        )
        return { id: '', object: 'list', url: '/v1/refunds', has_more: false, data }
      }
      case 'POST /v1/refunds':
        return createRefund(params)
      case 'GET /v1/transfers': {
        const data = [...transfers.values()].filter(
          ({ transfer_group }) => transfer_group === text(params.transfer_group),
        )
        return { id: '', object: 'list', url: '/v1/transfers', has_more: false, data }
      }
      case 'POST /v1/transfers':
        return createTransfer(params)
      case 'GET /v1/transfers/:id':
        return objectOf(transfers, id)
      case 'POST /v1/transfers/:id/reversals': {
        const transfer = objectOf(transfers, id)
        const reversed = Number(transfer.amount_reversed) + number(params.amount)
        if (reversed > Number(transfer.amount)) throw invalid('Reversal amount is greater than what is left')
        transfer.amount_reversed = reversed
        const reversal = {
          ...{ id: newId('trr'), object: 'transfer_reversal', amount: number(params.amount), transfer: id },
          metadata: params.metadata ?? {},
        }
        reversals.set(reversal.id, reversal)
        return reversal
      }
      case 'GET /v1/transfers/:id/reversals': {
        const data = [...reversals.values()].filter(({ transfer }) => transfer === id)
        return { id: '', object: 'list', url: `/v1/transfers/${id}/reversals`, has_more: false, data }
      }
      case 'POST /v1/accounts':
        return createAccount(params)
      case 'GET /v1/accounts/:id':
        return objectOf(accounts, id)
      case 'POST /v1/accounts/:id':
        return Object.assign(objectOf(accounts, id), params)
      case 'POST /v1/account_links': {
        const link = newId('link')
        onboarding.keep(link, params)
        return { id: '', object: 'account_link', url: `${base()}/onboard/${text(params.account)}/${link}` }
      }
      case 'POST /v1/accounts/:id/login_links':
        return { id: '', object: 'login_link', url: `${base()}/dashboard/${id}` }
      default: {
        const response = cards.respond(call, id, params)
        if (response) return response
        throw new StripeApiError(404, { type: 'invalid_request_error', message: `Unrecognized request URL (${call})` })
      }
    }
  }

  /** Stripe stores refusals by their key too. */
  const outcomeOf = (make: () => StripeObject): { status: number; body: object } => {
    try {
      return { status: 200, body: make() }
    } catch (error) {
      if (error instanceof StripeApiError) return { status: error.status, body: { error: error.error } }
      throw error
    }
  }

  const lastEvent = (): SentEvent => {
    const event = events.at(-1)
    if (!event) throw new Error('no event was created')
    return event
  }

  /** The shop's part of a destination charge: the amount less our fee. A refund reduces both, if it reverses transfer and fee. */
  const balanceOfCharge = (accountId: string, intent: StripeObject): number => {
    if (text(branch((intent.transfer_data ?? {}) as Tree).destination) !== accountId) return 0
    const [amount, fee] = [Number(intent.amount), Number(intent.application_fee_amount)]
    return [...refunds.values()]
      .filter((refund) => refund.payment_intent === intent.id && refund.status !== 'failed' && refund.reverse_transfer)
      .reduce((held, refund) => {
        const back = Number(refund.amount)
        return held - back + (refund.refund_application_fee ? Math.round((fee * back) / amount) : 0)
      }, amount - fee)
  }

  const held: StripeServer['held'] = (accountId, sessionId) => {
    const session = objectOf(sessions, sessionId)
    const intent = objectOf(intents, String(session.payment_intent))
    return [...transfers.values()]
      .filter(
        ({ destination, source_transaction }) =>
          destination === accountId && source_transaction === intent.latest_charge,
      )
      .reduce(
        (sum, { amount, amount_reversed }) => sum + Number(amount) - Number(amount_reversed),
        balanceOfCharge(accountId, intent),
      )
  }

  const closed = (id: string): StripeObject => {
    const session = objectOf(sessions, id)
    if (session.status !== 'open') throw invalid('Only Checkout Sessions with a status in ["open"] can be expired.')
    session.status = 'expired'
    makeEvent('checkout.session.expired', { ...session })
    return session
  }

  const respond = async (request: IncomingMessage): Promise<StripeResponse> => {
    const { pathname, search } = new URL(request.url ?? '', 'http://stripe')
    const [, , first, second, third, fourth] = pathname.split('/')
    const nested = first === 'checkout'
    const id = (nested ? third : second) ?? ''
    const action = nested ? fourth : third
    const call = [`${request.method} /v1/${first}${nested ? `/${second}` : ''}`, id && ':id', action]
      .filter(Boolean)
      .join('/')
    calls.push(call)
    const act = acts.get(call)
    acts.delete(call)
    await act?.()
    try {
      if (request.headers.authorization !== `Bearer ${stripeSecretKey}`)
        throw new StripeApiError(401, { type: 'invalid_request_error', message: 'Invalid API Key provided' })
      const failing = failures.find((failure) => failure.call === call && failure.times > 0)
      const fail = () => {
        if (!failing) return
        failing.times -= 1
        const type = failing.status < 500 ? 'invalid_request_error' : 'api_error'
        throw new StripeApiError(failing.status, { type, message: 'Something went wrong on Stripe’s side' })
      }
      if (failing && failing.status >= 500) fail()
      const params = await bodyOf(request)
      const key = request.headers['idempotency-key']
      const before = typeof key === 'string' ? responsesByKey.get(key) : undefined
      if (before && before.params !== call + params)
        throw new StripeApiError(400, {
          type: 'idempotency_error',
          message: 'Keys for idempotent requests can only be used with the same parameters',
        })
      const lost = { status: 500, body: { error: { type: 'api_error', message: 'The response was lost' } } }
      if (before) return losing.includes(call) ? lost : { ...before.response, isReplayed: true }
      const response = outcomeOf(() => {
        fail()
        return responseTo(call, id, parseForm(request.method === 'GET' ? search.slice(1) : params))
      })
      if (typeof key === 'string' && request.method === 'POST')
        responsesByKey.set(key, { params: call + params, response })
      return losing.includes(call) ? lost : response
    } catch (error) {
      if (!(error instanceof StripeApiError)) throw error
      return { status: error.status, body: { error: error.error } }
    }
  }

  const server = createServer((request, response) => {
    const page = onboarding.page(new URL(request.url ?? '', 'http://stripe').pathname)
    if (page) return void response.writeHead(page.status, page.headers).end(page.body)
    respond(request).then(
      ({ status, body, isReplayed }) => {
        const headers = { 'content-type': 'application/json', 'request-id': newId('req') }
        response.writeHead(status, isReplayed ? { ...headers, 'idempotent-replayed': 'true' } : headers)
        response.end(JSON.stringify(body))
      },
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const base = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const signer = new Stripe(stripeSecretKey)

  const deliver: StripeServer['deliver'] = async (webhook, event, { secret = webhookSecret, atSeconds, body } = {}) => {
    const signature = signer.webhooks.generateTestHeaderString({
      payload: event.body,
      secret,
      timestamp: atSeconds ?? Math.floor(Date.now() / 1000),
    })
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
    const response = await fetch(webhook, { method: 'POST', headers, body: body ?? event.body }).catch(() => undefined)
    if (response?.ok) delivered.add(event.id)
    await response?.text().catch(() => '')
    return response?.status ?? 0
  }

  return {
    get url() {
      return base()
    },
    sessions,
    refunds,
    transfers,
    accounts,
    intents,
    customers: cards.customers,
    methods: cards.methods,
    setBehaviour: cards.setBehaviour,
    calls,
    events,
    loseResponses: (call) => void losing.push(call),
    forgetKeys: () => responsesByKey.clear(),
    during: (call, act) => void acts.set(call, act),
    fail(call, status, times = Number.POSITIVE_INFINITY) {
      failures.push({ call, status, times })
    },
    recover() {
      failures = []
      losing = []
      areRefundsSlow = false
    },
    pay(sessionId) {
      const session = objectOf(sessions, sessionId)
      if (session.status !== 'open') throw new Error(`The page of ${sessionId} is closed`)
      const params = branch(session.intent_params as Tree)
      const intent = {
        id: newId('pi'),
        object: 'payment_intent',
        status: 'succeeded',
        amount: session.amount_total,
        latest_charge: newId('ch'),
        metadata: params.metadata ?? {},
        transfer_data: params.transfer_data ?? null,
        application_fee_amount: text(params.application_fee_amount) ?? null,
      }
      intents.set(intent.id, intent)
      if (params.setup_future_usage) cards.save(String(session.customer))
      Object.assign(session, { status: 'complete', payment_status: 'paid', payment_intent: intent.id })
      return makeEvent('checkout.session.completed', { ...session })
    },
    decline(sessionId) {
      const params = branch(objectOf(sessions, sessionId).intent_params as Tree)
      const object = {
        id: newId('pi'),
        object: 'payment_intent',
        metadata: params.metadata ?? {},
        last_payment_error: { message: 'Your card was declined.' },
      }
      return makeEvent('payment_intent.payment_failed', object)
    },
    expire(sessionId) {
      closed(sessionId)
      return lastEvent()
    },
    delayRefunds() {
      areRefundsSlow = true
    },
    finishRefund(refundId, status) {
      const refund = objectOf(refunds, refundId)
      Object.assign(refund, { status, failure_reason: status === 'failed' ? 'lost_or_stolen_card' : null })
      return makeEvent(status === 'failed' ? 'refund.failed' : 'refund.updated', { ...refund })
    },
    refundByHand(sessionId, amount) {
      createRefund({ payment_intent: String(objectOf(sessions, sessionId).payment_intent), amount: String(amount) })
      return lastEvent()
    },
    makeEvent,
    deliver,
    async deliverAll(webhook) {
      for (let round = 0; round < 200; round += 1) {
        const waiting = events.filter(({ id }) => !delivered.has(id))
        if (waiting.length === 0) return
        for (const event of waiting) await deliver(webhook, event)
        if (round > 0) await new Promise((resolve) => setTimeout(resolve, 100))
      }
      throw new Error('Some events are never accepted')
    },
    held,
    kept: () =>
      sum(intents, (intent) => intent.status === 'succeeded') - sum(refunds, ({ status }) => status !== 'failed'),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

function branch(tree: Tree[string] | undefined): Tree {
  return typeof tree === 'object' ? tree : {}
}

function sum(all: Map<string, StripeObject>, counts: (object: StripeObject) => boolean): number {
  return [...all.values()].filter(counts).reduce((total, { amount }) => total + Number(amount), 0)
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request) body += chunk
  return body
}
