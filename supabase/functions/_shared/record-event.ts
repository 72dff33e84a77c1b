/** Records provider events with database functions that accept repeated, late and reordered events. */
import { toPounds } from '../../../domain/values/money.ts'
import { check, type DatabaseClient, unwrap } from './database.ts'
import type { AccountState, PaymentEvent, Provider } from './provider.ts'

/** @returns the database's result. The event is durable once this returns. */
export async function recordEvent(service: DatabaseClient, provider: Provider, event: PaymentEvent): Promise<unknown> {
  switch (event.kind) {
    case 'payment':
      return unwrap(
        await service.rpc('record_payment', {
          provider: provider.name,
          event_id: event.id,
          outcome: event.outcome,
          session_id: event.sessionId,
          payment_id: event.paymentId,
          provider_payment_id: event.providerPaymentId,
          amount: event.amountPence === undefined ? undefined : Number(toPounds(event.amountPence)),
          currency: event.currency,
          failure: event.failure,
        }),
      )
    case 'refund':
      return unwrap(
        await service.rpc('record_refund', {
          provider: provider.name,
          event_id: event.id,
          provider_refund_id: event.providerRefundId,
          status: event.status,
          refund_id: event.refundId,
          provider_payment_id: event.providerPaymentId,
          amount: Number(toPounds(event.amountPence)),
          error: event.failure,
        }),
      )
    case 'dispute':
      return unwrap(
        await service.rpc('record_dispute', {
          provider: provider.name,
          event_id: event.id,
          provider_dispute_id: event.providerDisputeId,
          provider_payment_id: event.providerPaymentId,
          status: event.status,
          amount: Number(toPounds(event.amountPence)),
          reason: event.reason,
          happened_at: event.happenedAt.toISOString(),
        }),
      )
    case 'card':
      return unwrap(
        await service.rpc('record_saved_card', {
          provider: provider.name,
          method_id: event.methodId,
          customer_id: event.saved?.customerId,
          brand: event.saved?.card.brand,
          last4: event.saved?.card.last4,
          exp_month: event.saved?.card.expMonth,
          exp_year: event.saved?.card.expYear,
        }),
      )
    case 'customer':
      check(await service.rpc('record_removed_customer', { provider: provider.name, customer_id: event.customerId }))
      return { result: 'recorded' }
    case 'account':
      return recordAccount(service, provider, event.accountId)
  }
}

/** Stores the current state of a shop's account. Ignores accounts that belong to no shop. */
async function recordAccount(service: DatabaseClient, provider: Provider, account_id: string): Promise<unknown> {
  const found = await service
    .from('payment_accounts')
    .select('shop_id')
    .match({ provider: provider.name, account_id })
    .maybeSingle()
  check(found)
  if (!found.data) return { result: 'unknown' }
  await saveAccount(service, provider.name, found.data.shop_id, await provider.readAccount(account_id))
  return { result: 'recorded' }
}

export async function saveAccount(
  service: DatabaseClient,
  provider: Provider['name'],
  shopId: string,
  account: AccountState,
): Promise<void> {
  check(
    await service.rpc('set_payment_account', {
      shop_id: shopId,
      provider,
      account_id: account.accountId,
      details_submitted: account.detailsSubmitted,
      charges_enabled: account.chargesEnabled,
      payouts_enabled: account.payoutsEnabled,
    }),
  )
}
