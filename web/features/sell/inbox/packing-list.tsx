/** The packing list of one order, with a box to tick for each item. */

import { readAllergens } from '#domain/food/allergens'
import { readQuoteTerms } from '#domain/orders/quote-terms'
import { slotHours } from '#domain/pickup/pickup-days'
import { OrderStatusBadge } from '#features/orders/orders'
import { AllergenAnswers, Brief, QuoteTerms } from '#features/talk/quotes'
import { Link } from '#ui/link'
import type { PackedOrder } from './prep-sheet.ts'
import { ItemDetails } from './sold-items.tsx'

export function PackingList({ order, isLinked = false }: { order: PackedOrder; isLinked?: boolean }) {
  const number = `Order ${order.number}`
  return (
    <article
      aria-label={`Packing list of order ${order.number}`}
      className="flex break-inside-avoid flex-col gap-3 rounded-card border border-line bg-card p-4 sm:p-5 print:rounded-lg print:border-ink/50 print:bg-white print:p-[4mm] print:text-label print:leading-snug"
    >
      <header>
        <div className="flex items-baseline justify-between gap-4">
          <h3 className="font-sans text-lg leading-tight tracking-normal wrap-anywhere print:text-base">
            {order.buyer_name ?? 'A former member'}
          </h3>
          <span className="print:hidden">
            <OrderStatusBadge status={order.status} />
          </span>
        </div>
        <p className="text-sm tabular-nums wrap-anywhere print:text-xs">
          {isLinked ? (
            <Link to={`/seller/orders?order=${order.id}`} className="underline underline-offset-4 print:no-underline">
              {number}
            </Link>
          ) : (
            number
          )}
          , {fulfilmentText(order)}
          {order.drop_title && <>, {order.drop_title}</>}
        </p>
        {order.owes_balance && <p className="font-semibold">To be paid</p>}
      </header>
      <AllergenAnswers
        answers={order.allergen_answers}
        made={order.items.map(({ allergens, ingredients }) => ({ allergens: readAllergens(allergens), ingredients }))}
        className="rounded-lg border-2 border-ink px-3 py-2 font-semibold print:text-ink"
      />
      <ul className="space-y-2.5">
        {order.items.map((item) => (
          <li key={item.id} className="flex gap-2.5">
            <span aria-hidden="true" className="mt-1 size-4 shrink-0 rounded-sm border-2 border-ink/60 print:mt-0.5" />
            <div className="min-w-0">
              <p className="font-semibold wrap-anywhere">
                {item.quantity} × {item.name}
              </p>
              <ItemDetails item={item} />
            </div>
          </li>
        ))}
      </ul>
      <QuoteTerms {...readQuoteTerms(order.quote_terms)} withPrices={false} className="text-sm" />
      {order.note && (
        <p className="rounded-lg bg-honey-pale px-3 py-2 text-sm whitespace-pre-line text-honey-deep wrap-anywhere print:border print:border-ink/50 print:bg-white print:text-ink">
          <span className="font-semibold">Note:</span> {order.note}
        </p>
      )}
      <Brief brief={order.brief}>
        {(words) => <div className="border-t border-line pt-2 text-sm print:border-ink/30">{words}</div>}
      </Brief>
    </article>
  )
}

function fulfilmentText({
  fulfilment,
  pickup_start: start,
  pickup_end: end,
  delivery_date: deliveredOn,
  delivery_start: deliveryStart,
  delivery_end: deliveryEnd,
  town,
  postal_code: code,
}: PackedOrder): string {
  if (fulfilment === 'pickup') {
    return start && end ? `pickup ${slotHours({ start_time: start, end_time: end })}` : 'pickup'
  }
  const hours =
    deliveryStart && deliveryEnd ? `, ${slotHours({ start_time: deliveryStart, end_time: deliveryEnd })}` : ''
  const place = [town, code].filter(Boolean).join(' ')
  const carrier = deliveredOn && !deliveryStart ? 'by post' : 'delivery'
  return `${carrier}${place ? ` to ${place}` : ''}${hours}`
}
