/**
 * Charges a saved card for an open checkout: with the buyer present, as the function checkout does, or without, for orders that the buyer
 * agreed to in advance. The outcome is recorded like an event of the provider, so it does not matter which of both comes first. A charge whose
 * response is lost is settled by its event, by a repeat, or by settle-payments.
 */
import { z } from 'zod'
import { isExpired } from '../../../domain/checkout/saved-card.ts'
import { type DatabaseClient, unwrap } from './database.ts'
import { type OpenPaymentOptions, openPayment, type SavedCard } from './open-payment.ts'
import { callProvider } from './provider.ts'
import { recordEvent } from './record-event.ts'

export interface ChargeOptions extends Omit<OpenPaymentOptions, 'card' | 'savesCard'> {
  /** A saved card of the member. The default one, which was saved or used last, if undefined. */
  readonly cardId: string | undefined
  /** Whether the buyer is absent, and has agreed to be charged then. */
  readonly isOffSession: boolean
}

/**
 * `paid`: the checkout is paid. `refunding`: the payment could not be applied, and goes back. `declined` and `confirmation`: nothing was
 * charged, and the buyer can pay on the payment page. `pending`: an event will tell. `no_card`: there is none to charge.
 */
export interface Charged {
  readonly result: 'paid' | 'refunding' | 'declined' | 'confirmation' | 'pending' | 'no_card'
  /** The page of our site that shows the checkout. */
  readonly returnPath: string
}

/** Safe to repeat. @throws Refusal if the checkout or the card is not the member's, has ended or has expired */
export async function chargeCheckout({ cardId, isOffSession, ...options }: ChargeOptions): Promise<Charged> {
  const { service, provider, member, checkoutId } = options
  const card = cardId ? await findCard(service, cardId) : await defaultCard(service, provider.name, member.id)
  if (!cardId && !card) return { result: 'no_card', returnPath: `/checkout/${checkoutId}` }
  // The database refuses an unknown card, and that of another member.
  const payment = await openPayment({ ...options, card: card ?? { id: cardId ?? '', methodId: '', customerId: '' } })
  if (payment.status === 'paid') return { result: 'paid', returnPath: payment.returnPath }
  const { toOpen } = payment
  const { paymentId, returnPath } = toOpen
  const opened = await callProvider(() => provider.openCharge(toOpen))
  const attach = { payment_id: paymentId, session_id: opened, url: returnPath }
  const attached = unwrap(await service.rpc('attach_payment_session', attach))
  const { session_id: chargeId } = z.object({ session_id: z.string() }).parse(attached)
  const { result, event } = await callProvider(() =>
    provider.chargeCard({ paymentId, chargeId, methodId: card?.methodId ?? '', isOffSession }),
  )
  const recorded = event ? recordedSchema.parse(await recordEvent(service, provider, event)) : undefined
  return { result: recorded?.result === 'refunding' ? 'refunding' : result, returnPath }
}

const recordedSchema = z.object({ result: z.string() })

const columns = 'id, method_id, exp_month, exp_year, customer:payment_customers!inner(customer_id)'

const cardSchema = z
  .object({
    id: z.string(),
    method_id: z.string(),
    exp_month: z.number(),
    exp_year: z.number(),
    customer: z.object({ customer_id: z.string() }),
  })
  .transform(({ id, method_id: methodId, exp_month, exp_year, customer }) => ({
    ...{ id, methodId, exp_month, exp_year },
    customerId: customer.customer_id,
  }))

async function findCard(service: DatabaseClient, id: string): Promise<SavedCard | undefined> {
  const [card] = unwrap(await service.from('saved_cards').select(columns).eq('id', id))
  return card && cardSchema.parse(card)
}

async function defaultCard(
  service: DatabaseClient,
  provider: string,
  memberId: string,
): Promise<SavedCard | undefined> {
  const cards = service.from('saved_cards').select(columns).match({ user_id: memberId, provider })
  return z
    .array(cardSchema)
    .parse(unwrap(await cards.order('used_at', { ascending: false })))
    .find((card) => !isExpired(card, new Date()))
}
