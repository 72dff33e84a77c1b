/** The order total and the pay button. */
import { Lock, Truck } from 'lucide-react'
import type { FulfilmentOption, ShopPart } from '#domain/checkout/checkout'
import type { Deposit, Preview } from '#domain/checkout/preview'
import { breakdown } from '#domain/orders/breakdown'
import { dayInWords } from '#domain/values/calendar'
import { formatPence } from '#domain/values/money'
import { Breakdown } from '#ui/breakdown'
import { Button } from '#ui/button'
import { Card } from '#ui/card'
import { Notice } from '#ui/notice'
import { errorIds } from './checkout-errors.ts'
import { feeText } from './fee-text.ts'
import { type PaymentChoices, PayWith, payButtonLook, payText } from './pay-with.tsx'
import { SectionError } from './section-error.tsx'

export interface OrderSummaryProps {
  parts: readonly ShopPart[]
  options: readonly (FulfilmentOption | null)[]
  totals: Preview
  /** The sums of a change are not known yet. */
  isStale: boolean
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
  isStale,
  deposit,
  isQuote,
  payWith,
  isPaying,
  onPay,
  error,
}: OrderSummaryProps) {
  const { due: duePence, short_of_free_delivery: shortPence } = totals
  const hasDrop = parts.some(({ lines }) => lines.some(({ product }) => product.isOfDrop))
  return (
    <Card className="flex flex-col gap-5 self-start lg:sticky lg:top-28">
      <h2 className="text-xl">Order Summary</h2>
      <Breakdown
        look="summary"
        isStale={isStale}
        rows={breakdown({
          ...totals,
          foods: parts.map(({ shop, totals: { subtotal } }) => ({ label: shop.name, pence: subtotal })),
          isPickup: options.every((option) => option?.fulfilment === 'pickup'),
          delivery: options.includes(null) ? 'Not chosen yet' : checkoutFeeText(totals, parts),
          orders: parts.length,
          ...(deposit && { balanceLabel: `Balance, by ${dayInWords(deposit.balanceDueOn)}` }),
        })}
      />
      {!isQuote && shortPence > 0 && (
        <Notice tone="success" icon={Truck}>
          Add {formatPence(shortPence)} more for free delivery
        </Notice>
      )}
      {duePence > 0 && <PayWith {...payWith} />}
      <div id={errorIds.order} className="scroll-mt-28">
        <SectionError>{error}</SectionError>
        <Button size="lg" busy={isPaying} disabled={isStale} onClick={onPay} className={`mt-2 w-full ${payButtonLook}`}>
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

function checkoutFeeText({ delivery_fee }: Preview, parts: readonly ShopPart[]): string {
  const deliveries = parts.map(({ totals }) => totals.delivery)
  const telling =
    deliveries.find((delivery) => delivery?.kind === 'outside') ??
    deliveries.find((delivery) => delivery?.kind === 'unknown' && delivery.terms)
  return feeText({ delivery_fee, delivery: telling ?? null }, 'Not to your address')
}
