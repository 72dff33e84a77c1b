/** The lines of a quote and the seller's note, for the conversation, the checkout and the order. */

import type { QuoteLine } from '#domain/orders/quote-terms'
import { dayInWords } from '#domain/values/calendar'
import { formatPence, toPence } from '#domain/values/money'
import { classNames } from '#web/ui/class-names.ts'

export interface QuoteTermsProps {
  lines: readonly QuoteLine[]
  note: string | null
  /** False where only what to make matters. */
  withPrices?: boolean
  className?: string
}

export function QuoteTerms({ lines, note, withPrices = true, className }: QuoteTermsProps) {
  if (lines.length === 0 && !note) return null
  return (
    <div className={classNames('grid gap-3', className)}>
      {lines.length > 0 && (
        <ul aria-label="What the price covers" className="divide-y divide-line">
          {lines.map(({ text, quantity, pricePence }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no id, and do not change in place
            <li key={index} className="flex items-baseline justify-between gap-4 py-1.5">
              <span className="min-w-0 wrap-anywhere">
                {quantity > 1 && `${quantity} × `}
                {text}
                {withPrices && quantity > 1 && <span className="text-ink-soft"> ({formatPence(pricePence)} each)</span>}
              </span>
              {withPrices && <span className="tabular-nums">{formatPence(quantity * pricePence)}</span>}
            </li>
          ))}
        </ul>
      )}
      {note && (
        <div>
          <p className="text-sm font-semibold">Note from the seller</p>
          <p className="whitespace-pre-line wrap-anywhere">{note}</p>
        </div>
      )}
    </div>
  )
}

interface DepositTextProps {
  /** Pounds. */
  price: number
  deposit: number | null
  balanceDueOn: string | null
  className?: string
}

/** What is paid when the quote is accepted, and what later. */
export function DepositText({ price, deposit, balanceDueOn, className }: DepositTextProps) {
  if (deposit === null || balanceDueOn === null) return null
  const depositPence = toPence(deposit)
  return (
    <p className={className}>
      Deposit {formatPence(depositPence)} when accepted, {formatPence(toPence(price) - depositPence)} by{' '}
      {dayInWords(balanceDueOn)}.
    </p>
  )
}
