/**
 * Sends due refunds, transfers and reversals, looks up pending refunds, charges orders of subscriptions, closes payment sessions of ended checkouts, and removes deleted
 * cards.
 */
import { toPence } from '../../../domain/values/money.ts'
import { callFunction } from './call-function.ts'
import { chargeCheckout } from './charge-card.ts'
import { check, type DatabaseClient, unwrap } from './database.ts'
import { type Provider, RefundRefused, RequestRefused } from './provider.ts'
import { recordEvent } from './record-event.ts'
import { Refusal } from './responses.ts'
import type { Settings } from './settings.ts'

/** Provider calls run one after another, so more would exceed a function's run time. */
const batchSize = 20

export interface Settled {
  readonly reversals: number
  readonly refunds: number
  readonly checked: number
  readonly transfers: number
  readonly charges: number
  readonly closed: number
  readonly removed: number
}

/** Safe to run concurrently: each due item is claimed and has an idempotency key. */
export async function settle(service: DatabaseClient, provider: Provider, { feePercent }: Settings): Promise<Settled> {
  return {
    reversals: await sendReversals(service, provider),
    refunds: await sendRefunds(service, provider),
    checked: await checkRefunds(service, provider),
    transfers: await sendTransfers(service, provider),
    charges: await chargeSubscriptions(service, provider, feePercent),
    closed: await closeSessions(service, provider),
    removed: await removeCards(service, provider),
  }
}

/** Sends transfers and emails of a payment at once, after the response. A scheduled job retries failures. */
export function settleSoon(service: DatabaseClient, provider: Provider, settings: Settings): void {
  EdgeRuntime.waitUntil(settle(service, provider, settings).catch((error: unknown) => console.error(error)))
  EdgeRuntime.waitUntil(callFunction('send-mail', settings))
}

async function sendRefunds(service: DatabaseClient, provider: Provider): Promise<number> {
  const due = unwrap(await service.rpc('claim_refunds', { batch_size: batchSize }))
  for (const refund of due.filter((row) => row.provider === provider.name)) {
    try {
      const { providerRefundId, status } = await provider.refund({
        refundId: refund.refund_id,
        providerPaymentId: refund.provider_payment_id,
        amountPence: toPence(refund.amount),
        route: refund.route,
        hasFee: refund.has_fee,
        refusals: refund.refusals,
      })
      await recordEvent(service, provider, {
        kind: 'refund',
        id: `api:${refund.refund_id}:${refund.attempts}`,
        providerRefundId,
        status,
        refundId: refund.refund_id,
        providerPaymentId: refund.provider_payment_id,
        amountPence: toPence(refund.amount),
      })
    } catch (error) {
      console.error(error)
      const isFinal =
        error instanceof RefundRefused && (await recordRefundsOf(service, provider, refund.provider_payment_id))
      check(
        await service.rpc('fail_refund_attempt', {
          refund_id: refund.refund_id,
          is_final: isFinal,
          ...failure(error),
        }),
      )
    }
  }
  return due.length
}

/**
 * A refused refund was usually made in the provider's dashboard, and its event is still on its way. Once that refund is recorded, the rest
 * can be requested.
 * @returns false if the provider did not respond
 */
async function recordRefundsOf(
  service: DatabaseClient,
  provider: Provider,
  providerPaymentId: string,
): Promise<boolean> {
  try {
    for (const refund of await provider.refundsOf(providerPaymentId)) await recordEvent(service, provider, refund)
    return true
  } catch (error) {
    console.error(error)
    return false
  }
}

/** Detects the outcome of pending refunds whose event was lost. */
async function checkRefunds(service: DatabaseClient, provider: Provider): Promise<number> {
  const due = unwrap(await service.rpc('claim_pending_refunds', { batch_size: batchSize }))
  const ours = due.filter((row) => row.provider === provider.name)
  for (const providerPaymentId of new Set(ours.map((row) => row.provider_payment_id)))
    await recordRefundsOf(service, provider, providerPaymentId)
  return due.length
}

/** Runs before refunds, so that the platform pays a shop's part of a refund from its own money as briefly as possible. */
async function sendReversals(service: DatabaseClient, provider: Provider): Promise<number> {
  if (!provider.paysShops) return 0
  const due = unwrap(await service.rpc('claim_reversals', { batch_size: batchSize }))
  for (const reversal of due.filter((row) => row.provider === provider.name)) {
    const { transfer_id, number } = reversal
    try {
      await provider.reverse({
        transferId: transfer_id,
        providerTransferId: reversal.provider_transfer_id,
        number,
        orderId: reversal.order_id,
        amountPence: toPence(reversal.amount),
        refusals: reversal.refusals,
      })
      check(await service.rpc('record_reversal', { transfer_id, number }))
    } catch (error) {
      console.error(error)
      check(await service.rpc('record_reversal', { transfer_id, number, ...failure(error) }))
    }
  }
  return due.length
}

async function sendTransfers(service: DatabaseClient, provider: Provider): Promise<number> {
  if (!provider.paysShops) return 0
  const due = unwrap(await service.rpc('claim_transfers', { batch_size: batchSize }))
  for (const transfer of due.filter((row) => row.provider === provider.name)) {
    const transfer_id = transfer.transfer_id
    try {
      const provider_transfer_id = await provider.transfer({
        transferId: transfer_id,
        checkoutId: transfer.checkout_id,
        orderId: transfer.order_id,
        providerPaymentId: transfer.provider_payment_id,
        accountId: transfer.account_id,
        amountPence: toPence(transfer.amount),
        refusals: transfer.refusals,
      })
      check(await service.rpc('record_transfer', { transfer_id, provider_transfer_id }))
    } catch (error) {
      console.error(error)
      check(await service.rpc('record_transfer', { transfer_id, ...failure(error) }))
    }
  }
  return due.length
}

/** Closes sessions of ended checkouts and unfinished charges, so that nobody pays there, and detects payments whose event was lost. */
async function closeSessions(service: DatabaseClient, provider: Provider): Promise<number> {
  if (!provider.paysShops) return 0
  const stale = unwrap(await service.rpc('claim_stale_sessions', { provider: provider.name, batch_size: batchSize }))
  for (const { session_id } of stale) {
    try {
      const ended = await provider.closeSession(session_id)
      if (ended) await recordEvent(service, provider, ended)
    } catch (error) {
      console.error(error)
    }
  }
  return stale.length
}

/** Removes deleted cards and customers at the provider. */
async function removeCards(service: DatabaseClient, provider: Provider): Promise<number> {
  const due = unwrap(await service.rpc('claim_provider_removals', { provider: provider.name, batch_size: batchSize }))
  for (const { removal_id, kind, provider_id } of due) {
    try {
      if (kind === 'card') await provider.removeCard(provider_id)
      else
        await provider.deleteCustomer(
          // A customer whose creation was not confirmed: the same request returns it.
          provider_id ?? (await provider.openCustomer({ id: removal_id, customerId: undefined, email: undefined })),
        )
      check(await service.rpc('finish_provider_removal', { removal_id }))
    } catch (error) {
      console.error(error)
    }
  }
  return due.length
}

/** After so many attempts without an answer, the buyer is asked to pay. */
const maxCharges = 5

/** Claims one charge at a time, so that none begins once its buyer has switched it off. */
async function chargeSubscriptions(service: DatabaseClient, provider: Provider, feePercent: number): Promise<number> {
  for (let count = 0; count < batchSize; count += 1) {
    const [due] = unwrap(await service.rpc('claim_subscription_charges', { batch_size: 1 }))
    if (!due) return count
    const { checkout_id, attempts } = due
    const member = { id: due.buyer_id, email: due.email ?? undefined }
    const options = { service, provider, checkoutId: checkout_id, member, feePercent }
    let outcome: string
    try {
      outcome = (await chargeCheckout({ ...options, cardId: undefined, isOffSession: true })).result
    } catch (error) {
      console.error(error)
      if (isTemporary(error) && attempts < maxCharges) continue
      outcome = 'failed'
    }
    // A pending charge is looked at again.
    if (outcome !== 'pending') check(await service.rpc('finish_subscription_charge', { checkout_id, outcome }))
  }
  return batchSize
}

/** Whether a repeat may succeed. A refusal, for example of an order that has ended, is final. */
const isTemporary = (error: unknown) => !(error instanceof Refusal) || error.status >= 500

/** What is recorded of a failed attempt. */
const failure = (error: unknown) => ({
  error: (error instanceof Error ? error.message : String(error)).slice(0, 500),
  is_refused: error instanceof RequestRefused,
})
