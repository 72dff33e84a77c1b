/** The order total and the pay button. */
import { Lock, Truck } from 'lucide-react'
import type { Deposit } from '#domain/checkout/basket-review'
import type { CheckoutTotals, FulfilmentOption, ShopPart } from '#domain/checkout/checkout'
import { shortOfFreeDeliveryPence } from '#domain/delivery/delivery'
import { dayInWords } from '#domain/values/calendar'
import { formatPence } from '#domain/values/money'
import { Button } from '#ui/button'
import { Card } from '#ui/card'
import { Notice } from '#ui/notice'
import { errorIds } from './checkout-errors.ts'
import { type PaymentChoices, PayWith, payButtonLook, payText } from './pay-with.tsx'
import { SectionError } from './section-error.tsx'

export interface OrderSummaryProps {
  parts: readonly ShopPart[]
  options: readonly (FulfilmentOption | null)[]
  totals: CheckoutTotals
  /** What gift vouchers pay. */
  vouchersPence: number
  /** What is paid now, if a balance is paid later. */
  deposit: Deposit | null
  /** Nothing can be added to a quote. */
  isQuote: boolean
  payWith: PaymentChoices
  isPaying: boolean
  onPay: () => void
  error: string | undefined
}

export function OrderSummary({
  parts,
  options,
  totals,
  vouchersPence,
  deposit,
  isQuote,
  payWith,
  isPaying,
  onPay,
  error,
}: OrderSummaryProps) {
  const duePence = deposit?.pence ?? totals.totalPence - vouchersPence
  const { commonlyDeliveredPence } = totals
  const hasDrop = parts.some(({ lines }) => lines.some(({ product }) => product.drop))
  const shortPence = isQuote || commonlyDeliveredPence === 0 ? 0 : shortOfFreeDeliveryPence(commonlyDeliveredPence)
  return (
    <Card className="flex flex-col gap-5 self-start lg:sticky lg:top-28">
      <h2 className="text-xl">Order Summary</h2>
      <dl className="grid grid-cols-[1fr_auto] gap-y-2 tabular-nums [&>dd]:text-right">
        {parts.map(({ shop }, index) => (
          <ShopLine key={shop.id} name={shop.name} pence={totals.shops[index]?.subtotalPence ?? 0} />
        ))}
        {totals.discountPence > 0 && (
          <>
            <dt>Discount</dt>
            <dd>{formatPence(-totals.discountPence)}</dd>
          </>
        )}
        <dt>{options.every((option) => option?.fulfilment === 'pickup') ? 'Pickup' : 'Delivery'}</dt>
        <dd>{options.includes(null) ? 'Not chosen yet' : feeText(totals)}</dd>
        {totals.tipPence > 0 && (
          <>
            <dt>{parts.length > 1 ? 'Tips' : 'Tip'}</dt>
            <dd>{formatPence(totals.tipPence)}</dd>
          </>
        )}
        <dt className="mt-2 border-t border-line pt-4 text-lg font-semibold">Total</dt>
        <dd className="mt-2 border-t border-line pt-4 text-lg font-semibold">{formatPence(totals.totalPence)}</dd>
        {vouchersPence > 0 && (
          <>
            <dt>Gift voucher</dt>
            <dd>{formatPence(-vouchersPence)}</dd>
            <dt className="font-semibold">Left to pay</dt>
            <dd className="font-semibold">{formatPence(duePence)}</dd>
          </>
        )}
        {deposit && (
          <>
            <dt>Deposit, paid now</dt>
            <dd>{formatPence(deposit.pence)}</dd>
            <dt>Balance, by {dayInWords(deposit.balanceDueOn)}</dt>
            <dd>{formatPence(totals.totalPence - deposit.pence)}</dd>
          </>
        )}
      </dl>
      {shortPence > 0 && (
        <Notice tone="success" icon={Truck}>
          Add {formatPence(shortPence)} more for free delivery
        </Notice>
      )}
      {duePence > 0 && <PayWith {...payWith} />}
      <div id={errorIds.order} className="scroll-mt-28">
        <SectionError>{error}</SectionError>
        <Button size="lg" busy={isPaying} onClick={onPay} className={`mt-2 w-full ${payButtonLook}`}>
          {isPaying ? 'Processing...' : duePence === 0 ? 'Place order' : payText(formatPence(duePence), payWith.card)}
        </Button>
      </div>
      <p className="flex gap-2 text-sm text-pretty text-ink-soft">
        <Lock aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        {duePence === 0
          ? 'Nothing is left to pay, so the order is placed at once.'
          : payWith.card
            ? 'Your card is charged when you press the button.'
            : 'You pay on a secure page and then return here.'}{' '}
        {duePence > 0 && (
          <>
            {isQuote ? 'The quote is' : 'Your items are'} held for you for up to {hasDrop ? 10 : 30} minutes.
          </>
        )}
      </p>
    </Card>
  )
}

function feeText({ deliveryPence, shops }: CheckoutTotals): string {
  if (shops.some(({ delivery }) => delivery?.kind === 'outside')) return 'Not to your address'
  if (shops.some(({ delivery }) => delivery?.kind === 'unknown' && delivery.terms)) return 'Depends on your address'
  return deliveryPence === 0 ? 'Free' : formatPence(deliveryPence)
}

function ShopLine({ name, pence }: { name: string; pence: number }) {
  return (
    <>
      <dt className="pr-4 wrap-anywhere">{name}</dt>
      <dd>{formatPence(pence)}</dd>
    </>
  )
}
