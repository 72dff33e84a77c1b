/** What a payment provider does for us, whoever it is. Money is in integer pence here. */
import { Refusal } from './responses.ts'
import type { Settings } from './settings.ts'

/** A payment that is to be opened with the provider, once, under its id. */
export interface OpenPayment {
  readonly paymentId: string
  readonly checkoutId: string
  readonly expiresAt: string
  readonly buyerEmail: string | undefined
  readonly lines: readonly Line[]
  readonly totalPence: number
  /** The one shop's account that the money goes to, and what we keep of it; without, it comes to us. */
  readonly destination: { readonly accountId: string; readonly feePence: number } | undefined
}

export interface Line {
  readonly name: string
  readonly unitPence: number
  readonly quantity: number
}

export interface Session {
  readonly sessionId: string
  /** Where the buyer pays: absolute, or a path of our own site. */
  readonly url: string
}

export interface RefundToSend {
  readonly refundId: string
  readonly providerPaymentId: string
  readonly amountPence: number
  readonly route: string
}

/** What a shop was sent and has to give back. */
export interface ReversalToSend {
  readonly transferId: string
  readonly providerTransferId: string
  /** Of the reversals of this transfer, which. */
  readonly number: number
  readonly orderId: string
  readonly amountPence: number
}

export interface TransferToSend {
  readonly transferId: string
  readonly checkoutId: string
  readonly orderId: string
  readonly providerPaymentId: string
  readonly accountId: string
  readonly amountPence: number
}

export type RefundStatus = 'pending' | 'succeeded' | 'failed'

/** What an event means to us. */
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
  /** Something about an account has changed. What, is asked: events overtake each other, and each tells of one moment. */
  | { readonly kind: 'account'; readonly accountId: string }

export interface AccountState {
  readonly accountId: string
  readonly detailsSubmitted: boolean
  readonly chargesEnabled: boolean
  readonly payoutsEnabled: boolean
  /** What the provider has to be told before the account can do, or go on doing, what it is for; in the provider's own names. */
  readonly due: readonly string[]
}

export interface ShopToPay {
  readonly shopId: string
  readonly shopName: string
  readonly email: string | undefined
}

export interface Provider {
  readonly name: 'stripe' | 'test'
  /** Whether money can go to accounts of shops. */
  readonly paysShops: boolean
  /** Safe to repeat: the same payment gets the same session. */
  openSession(payment: OpenPayment): Promise<Session>
  /** No more can be paid in a session whose checkout is over. Safe to repeat. @returns how it ended, undefined while nobody can say */
  closeSession(sessionId: string): Promise<PaymentEvent | undefined>
  /** Safe to repeat under the refund's id. @throws RefundRefused where it can never be */
  refund(refund: RefundToSend): Promise<{ providerRefundId: string; status: RefundStatus }>
  /** The refunds of a payment as they stand, also those that were not made by us: an event may be on its way still. */
  refundsOf(providerPaymentId: string): Promise<readonly PaymentEvent[]>
  /** Safe to repeat under the transfer's id. @returns the provider's id */
  transfer(transfer: TransferToSend): Promise<string>
  /** Safe to repeat under the transfer's id and the number. */
  reverse(reversal: ReversalToSend): Promise<void>
  /** Safe to repeat under the shop's id. */
  createAccount(shop: ShopToPay): Promise<AccountState>
  readAccount(accountId: string): Promise<AccountState>
  /** Where the owner tells the provider who they are, or sees what was paid. Path or absolute URL. */
  accountPage(account: AccountState): Promise<string>
  /** @returns what the event means to us, undefined where nothing. @throws Refusal where nobody we know has signed it */
  readEvent(request: Request): Promise<PaymentEvent | undefined>
}

/** What a call of the provider answers; its failures are told to people as theirs to try again, not as ours. @throws Refusal */
export async function callProvider<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new Refusal(
      502,
      'provider',
      'The payment provider does not answer as it should. Please try again in a few minutes.',
      {
        cause: error,
      },
    )
  }
}

/** The provider will not make this refund, now or later. */
export class RefundRefused extends Error {
  override readonly name = 'RefundRefused'
}

/** The provider that the settings name; each is loaded only where it is used. @returns undefined where payments are not set up */
export async function openProvider(settings: Settings): Promise<Provider | undefined> {
  if (settings.stripe)
    return (await import('./stripe-provider.ts')).createStripeProvider(settings.stripe, settings.siteUrl)
  if (settings.testSecret) return (await import('./test-provider.ts')).createTestProvider(settings.testSecret)
  return undefined
}
