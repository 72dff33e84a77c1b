/** Stripe's customers, saved cards and payments that the marketplace confirms itself. */
import type { Tree } from './stripe-form.ts'
import { text } from './stripe-form.ts'
import type { StripeObject } from './stripe-server.ts'

/** How a saved card responds to a charge: it pays, is declined, or the bank asks for the buyer. */
export type CardBehaviour = 'good' | 'declined' | 'asks'

export interface StripeCards {
  readonly customers: Map<string, StripeObject>
  readonly methods: Map<string, StripeObject>
  /** Changes how a saved card responds. */
  setBehaviour(methodId: string, behaviour: CardBehaviour): void
  /** A card that a buyer has paid with and agreed to save. Creates the event. */
  save(customerId: string): StripeObject
  /** The response to a call about customers, cards or payments; undefined for other calls. */
  respond(call: string, id: string, params: Tree): StripeObject | undefined
}

interface Parts {
  readonly intents: Map<string, StripeObject>
  newId(prefix: string): string
  makeEvent(type: string, object: object): unknown
  objectOf(all: Map<string, StripeObject>, id: string): StripeObject
  refuse(status: number, type: string, code: string, message: string): Error
}

export function createCards({ intents, newId, makeEvent, objectOf, refuse }: Parts): StripeCards {
  const customers = new Map<string, StripeObject>()
  const methods = new Map<string, StripeObject>()
  const behaviours = new Map<string, CardBehaviour>()

  const detach = (method: StripeObject) => {
    method.customer = null
    makeEvent('payment_method.detached', { ...method })
  }

  const unexpected = ({ status }: StripeObject) =>
    refuse(400, 'invalid_request_error', 'payment_intent_unexpected_state', `The status of the payment is ${status}.`)

  const createIntent = (params: Tree): StripeObject => {
    const customer = text(params.customer)
    if (customer) objectOf(customers, customer)
    const intent = {
      id: newId('pi'),
      object: 'payment_intent',
      status: 'requires_payment_method',
      amount: Number(text(params.amount)),
      currency: text(params.currency),
      customer: customer ?? null,
      latest_charge: null,
      last_payment_error: null,
      metadata: params.metadata ?? {},
      transfer_group: text(params.transfer_group),
      transfer_data: params.transfer_data ?? null,
      application_fee_amount: text(params.application_fee_amount) ?? null,
    }
    intents.set(intent.id, intent)
    return intent
  }

  const fail = (intent: StripeObject, code: string, message: string): Error => {
    Object.assign(intent, { status: 'requires_payment_method', last_payment_error: { code, message } })
    makeEvent('payment_intent.payment_failed', { ...intent })
    return refuse(402, 'card_error', code, message)
  }

  const confirm = (intent: StripeObject, params: Tree): StripeObject => {
    if (intent.status !== 'requires_payment_method') throw unexpected(intent)
    const method = objectOf(methods, text(params.payment_method) ?? '')
    if (!method.customer || method.customer !== intent.customer)
      throw refuse(400, 'invalid_request_error', 'payment_method_unexpected_state', 'The card is not this customer’s.')
    const behaviour = behaviours.get(method.id) ?? 'good'
    if (behaviour === 'declined') throw fail(intent, 'card_declined', 'Your card was declined.')
    const isRefused = text(params.error_on_requires_action) === 'true' || text(params.off_session) === 'true'
    if (behaviour === 'asks' && isRefused)
      throw fail(intent, 'authentication_required', 'This payment requires authentication.')
    if (behaviour === 'asks') return Object.assign(intent, { status: 'requires_action' })
    Object.assign(intent, { status: 'succeeded', latest_charge: newId('ch'), off_session: text(params.off_session) })
    makeEvent('payment_intent.succeeded', { ...intent })
    return intent
  }

  return {
    customers,
    methods,
    setBehaviour: (methodId, behaviour) => void behaviours.set(methodId, behaviour),
    save(customerId) {
      const number = methods.size
      const card = { brand: 'visa', last4: String(4242 + number), exp_month: 12, exp_year: 2099 }
      const method = { id: newId('pm'), object: 'payment_method', type: 'card', customer: customerId, card }
      methods.set(method.id, method)
      makeEvent('payment_method.attached', { ...method })
      return method
    },
    respond(call, id, params) {
      switch (call) {
        case 'POST /v1/customers': {
          const customer = { id: newId('cus'), object: 'customer', metadata: params.metadata ?? {} }
          customers.set(customer.id, customer)
          return customer
        }
        case 'POST /v1/customers/:id':
          return Object.assign(objectOf(customers, id), params)
        case 'DELETE /v1/customers/:id': {
          objectOf(customers, id)
          customers.delete(id)
          for (const method of methods.values()) if (method.customer === id) detach(method)
          makeEvent('customer.deleted', { id, object: 'customer' })
          return { id, object: 'customer', deleted: true }
        }
        case 'GET /v1/payment_methods/:id':
          return objectOf(methods, id)
        case 'POST /v1/payment_methods/:id/detach': {
          const method = objectOf(methods, id)
          if (!method.customer)
            throw refuse(400, 'invalid_request_error', 'payment_method_unexpected_state', 'The card is not attached.')
          detach(method)
          return method
        }
        case 'POST /v1/payment_intents':
          return createIntent(params)
        case 'GET /v1/payment_intents/:id':
          return objectOf(intents, id)
        case 'POST /v1/payment_intents/:id/confirm':
          return confirm(objectOf(intents, id), params)
        case 'POST /v1/payment_intents/:id/cancel': {
          const intent = objectOf(intents, id)
          if (intent.status === 'succeeded' || intent.status === 'canceled') throw unexpected(intent)
          return Object.assign(intent, { status: 'canceled' })
        }
        default:
          return undefined
      }
    },
  }
}
