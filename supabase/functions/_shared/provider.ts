/** The interface of payment providers. Amounts are integer pence. */
import { Refusal } from './responses.ts'

/** A payment to open with the provider. Its id is the idempotency key. */
export interface PaymentToOpen {
  readonly paymentId: string
  readonly checkoutId: string
  readonly expiresAt: string
  /** The page of our site that the buyer returns to. */
  readonly returnPath: string
  readonly buyerEmail: string | undefined
  readonly lines: readonly Line[]
  readonly totalPence: number
  /** The single shop's account and our fee. Undefined if the platform receives the money. */
  readonly destination: { readonly accountId: string; readonly feePence: number } | undefined
  /** The buyer as the provider's customer, whose saved cards the payment page offers. Undefined without any. */
  readonly customerId: string | undefined
  /** Whether the buyer agreed that the card is saved. Needs a customer. */
  readonly savesCard: boolean
}

/** A member to open as a customer. The id of our row is the idempotency key. */
interface CustomerToOpen {
  readonly id: string
  /** The provider's id, once it is known. */
  readonly customerId: string | undefined
  readonly email: string | undefined
}

/** A charge of a saved card. */
export interface CardToCharge {
  readonly paymentId: string
  /** As returned by `openCharge`. */
  readonly chargeId: string
  /** The provider's id of the card. */
  readonly methodId: string
  /** Whether the buyer is absent. Then the bank can ask nothing, and the buyer must have agreed to such charges. */
  readonly isOffSession: boolean
}

export interface ChargeOutcome {
  /** `confirmation`: the bank asks for the buyer. `pending`: an event will tell. Only `paid` has taken money. */
  readonly result: 'paid' | 'declined' | 'confirmation' | 'pending'
  /** Is to be recorded. Undefined while pending. */
  readonly event: PaymentEvent | undefined
}

/** What a member sees of a card. */
export interface CardDetails {
  /** In lower case, such as `visa`. */
  readonly brand: string
  readonly last4: string
  readonly expMonth: number
  readonly expYear: number
}

export interface Line {
  readonly name: string
  readonly unitPence: number
  readonly quantity: number
}

interface Session {
  readonly sessionId: string
  /** The payment page: an absolute address, or a path on our site. */
  readonly url: string
}

/** A request that moves money, and is repeated until it succeeds. What has been done is looked up first: the provider forgets keys after a day. */
export interface Attempt {
  /** How often the provider has refused it. A repeat then needs a new idempotency key, because the provider stores its responses. */
  readonly refusals: number
}

export interface RefundToSend extends Attempt {
  readonly refundId: string
  readonly providerPaymentId: string
  readonly amountPence: number
  readonly route: string
  /** Whether the payment has a fee of ours. */
  readonly hasFee: boolean
}

/** Money to take back from a shop's account. */
export interface ReversalToSend extends Attempt {
  readonly transferId: string
  readonly providerTransferId: string
  /** The number of earlier reversals of this transfer. */
  readonly number: number
  readonly orderId: string
  readonly amountPence: number
}

export interface TransferToSend extends Attempt {
  readonly transferId: string
  readonly checkoutId: string
  readonly orderId: string
  readonly providerPaymentId: string
  readonly accountId: string
  readonly amountPence: number
}

export type RefundStatus = 'pending' | 'succeeded' | 'failed'

/** Who got the money. `open` until the bank has decided. */
export type DisputeStatus = 'open' | 'won' | 'lost'

/** An event of a provider, converted to a common form. */
export type PaymentEvent =
  | {
      readonly kind: 'payment'
      readonly id: string
      readonly outcome: 'succeeded' | 'declined' | 'failed' | 'expired'
      readonly sessionId?: string | undefined
      readonly paymentId?: string | undefined
      readonly providerPaymentId?: string | undefined
      readonly amountPence?: number | undefined
      readonly currency?: string | undefined
      readonly failure?: string | undefined
    }
  | {
      readonly kind: 'refund'
      readonly id: string
      readonly providerRefundId: string
      readonly status: RefundStatus
      readonly refundId?: string | undefined
      readonly providerPaymentId?: string | undefined
      readonly amountPence: number
      readonly failure?: string | undefined
    }
  /** A payment that the buyer's bank contests. */
  | {
      readonly kind: 'dispute'
      readonly id: string
      readonly providerDisputeId: string
      readonly providerPaymentId: string
      readonly status: DisputeStatus
      readonly amountPence: number
      /** In the provider's words, such as `fraudulent`. */
      readonly reason: string
      /** When the provider created the event, which may arrive much later. */
      readonly happenedAt: Date
    }
  /** A card that was saved, changed or removed, as it is now. Removed without a customer. */
  | {
      readonly kind: 'card'
      readonly methodId: string
      readonly saved: { readonly customerId: string; readonly card: CardDetails } | undefined
    }
  /** A customer that the provider has deleted. */
  | { readonly kind: 'customer'; readonly customerId: string }
  /** A changed account. The handler reads its current state, because events may arrive out of order. */
  | { readonly kind: 'account'; readonly accountId: string }

export interface AccountState {
  readonly accountId: string
  readonly detailsSubmitted: boolean
  readonly chargesEnabled: boolean
  readonly payoutsEnabled: boolean
  /** Information the provider still requires for the account, in the provider's names. */
  readonly due: readonly string[]
}

interface ShopToPay {
  readonly shopId: string
  readonly shopName: string
  readonly email: string | undefined
}

export interface Provider {
  readonly name: 'stripe' | 'test'
  /** Whether the provider supports shop accounts. */
  readonly paysShops: boolean
  /** Safe to repeat: the same payment returns the same session. */
  openSession(payment: PaymentToOpen): Promise<Session>
  /**
   * Prepares a charge of a saved card, with the amount, fee and destination that a session has. Charges nothing. Safe to repeat: the same
   * payment returns the same id, which is stored like a session's before `chargeCard`, so that a lost response can be looked up.
   */
  openCharge(payment: PaymentToOpen): Promise<string>
  /** Charges a saved card. Safe to repeat: a charge takes money once at most. */
  chargeCard(charge: CardToCharge): Promise<ChargeOutcome>
  /** Creates a customer and updates the email address. Safe to repeat with the row's id. @returns the provider's id */
  openCustomer(customer: CustomerToOpen): Promise<string>
  /** Deletes a customer and the cards. Safe to repeat. */
  deleteCustomer(customerId: string): Promise<void>
  /** Removes a saved card. Safe to repeat. */
  removeCard(methodId: string): Promise<void>
  /** Closes the session of an ended checkout, or ends an unfinished charge. Safe to repeat. @returns the outcome, undefined if unknown */
  closeSession(sessionId: string): Promise<PaymentEvent | undefined>
  /** Safe to repeat with the refund's id. @throws RequestRefused, RefundRefused if it can never succeed */
  refund(refund: RefundToSend): Promise<{ providerRefundId: string; status: RefundStatus }>
  /** The current refunds of a payment, including refunds made with the provider, whose event may still be on its way. */
  refundsOf(providerPaymentId: string): Promise<readonly PaymentEvent[]>
  /** Safe to repeat with the transfer's id. @returns the provider's id @throws RequestRefused */
  transfer(transfer: TransferToSend): Promise<string>
  /** Safe to repeat with the transfer's id and the number. @throws RequestRefused */
  reverse(reversal: ReversalToSend): Promise<void>
  /** Safe to repeat with the shop's id. */
  createAccount(shop: ShopToPay): Promise<AccountState>
  readAccount(accountId: string): Promise<AccountState>
  /** The provider's page for onboarding or payouts, as a path or absolute URL. */
  accountPage(account: AccountState): Promise<string>
  /** @returns the event, undefined if it is irrelevant. @throws Refusal if the signature is invalid */
  readEvent(request: Request): Promise<PaymentEvent | undefined>
}

/** Calls the provider and converts its errors into a refusal that suggests a retry. @throws Refusal */
export async function callProvider<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new Refusal(502, 'provider', 'The payment provider is not responding. Please try again in a few minutes.', {
      cause: error,
    })
  }
}

/** The provider refuses this request, and has done nothing. It may accept a repeat later. */
export class RequestRefused extends Error {
  override readonly name: string = 'RequestRefused'
}

/** The provider permanently refuses this refund. */
export class RefundRefused extends RequestRefused {
  override readonly name = 'RefundRefused'
}
