/** The order total and the pay button. */
import { Lock, Truck } from 'lucide-react'
import type { CheckoutTotals, FulfilmentOption, ShopPart } from '#domain/checkout'
import { shortOfFreeDeliveryPence } from '#domain/delivery'
import { formatPence } from '#domain/money'
import { Button } from '#ui/button'
import { Card } from '#ui/card'
import { Notice } from '#ui/notice'
import { errorIds } from './checkout-errors.ts'
import { FieldError } from './field-error.tsx'

export interface OrderSummaryProps {
  parts: readonly ShopPart[]
  options: readonly (FulfilmentOption | null)[]
  totals: CheckoutTotals
  /** Nothing can be added to a quote. */
  isQuote: boolean
  isPaying: boolean
  onPay: () => void
  error: string | undefined
}

export function OrderSummary({ parts, options, totals, isQuote, isPaying, onPay, error }: OrderSummaryProps) {
  const deliveredPence = totals.shops.reduce(
    (sum, { subtotalPence }, index) => (options[index]?.fulfilment === 'delivery' ? sum + subtotalPence : sum),
    0,
  )
  const shortPence = isQuote || deliveredPence === 0 ? 0 : shortOfFreeDeliveryPence(deliveredPence)
  return (
    <Card className="flex flex-col gap-5 self-start lg:sticky lg:top-28">
      <h2 className="text-xl">Order Summary</h2>
      <dl className="grid grid-cols-[1fr_auto] gap-y-2 tabular-nums [&>dd]:text-right">
        {parts.map(({ shop }, index) => (
          <ShopLine key={shop.id} name={shop.name} pence={totals.shops[index]?.subtotalPence ?? 0} />
        ))}
        <dt>{options.every((option) => option?.fulfilment === 'pickup') ? 'Pickup' : 'Delivery'}</dt>
        <dd>{options.includes(null) ? 'Not chosen yet' : feeText(totals.deliveryPence)}</dd>
        <dt className="mt-2 border-t border-line pt-4 text-lg font-semibold">Total</dt>
        <dd className="mt-2 border-t border-line pt-4 text-lg font-semibold">{formatPence(totals.totalPence)}</dd>
      </dl>
      {shortPence > 0 && (
        <Notice tone="success" icon={Truck}>
          Add {formatPence(shortPence)} more for free delivery
        </Notice>
      )}
      <div id={errorIds.order} className="scroll-mt-28">
        <FieldError>{error}</FieldError>
        <Button size="lg" busy={isPaying} onClick={onPay} className="mt-2 w-full">
          {isPaying ? 'Processing...' : `Pay ${formatPence(totals.totalPence)}`}
        </Button>
      </div>
      <p className="flex gap-2 text-sm text-pretty text-ink-soft">
        <Lock aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        You pay on a secure page and then return here. {isQuote ? 'The quote is' : 'Your items are'} held for you for 30
        minutes.
      </p>
    </Card>
  )
}

function feeText(pence: number): string {
  return pence === 0 ? 'Free' : formatPence(pence)
}

function ShopLine({ name, pence }: { name: string; pence: number }) {
  return (
    <>
      <dt className="pr-4 wrap-anywhere">{name}</dt>
      <dd>{formatPence(pence)}</dd>
    </>
  )
}
