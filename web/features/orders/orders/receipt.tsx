/** The printed receipt, for A4 and for receipt printers. It is hidden on screen. */
import { allergenSentences, readAllergens } from '#domain/food/allergens'
import { kitchenLine } from '#domain/food/kitchen'
import { quoteLineText, readQuoteTerms } from '#domain/orders/quote-terms'
import { dayWithYear } from '#domain/values/calendar'
import { formatPence, formatPounds, toPence } from '#domain/values/money'
import { classNames } from '#web/ui/class-names.ts'
import { changedDeclaration } from './changed-declaration.ts'
import { readAddress } from './order-address.ts'
import type { OrderDetail, OrderDetailItem } from './order-detail.ts'
import { fulfilmentLine, itemOptions } from './order-facts.tsx'
import { orderBreakdown } from './order-money.tsx'

export function Receipt({ order }: { order: OrderDetail }) {
  const kitchen = kitchenLine(order.kitchen_handles)
  const refunded = toPence(order.refunded_amount)
  const pendingRefundPence = order.refunds
    .filter(({ status }) => status === 'pending')
    .reduce((sum, { amount }) => sum + toPence(amount), 0)
  const address = readAddress(order.fulfilment === 'pickup' ? order.pickup_place : order.delivery_address)
  const title = order.paid_at === null ? 'Not paid' : 'Receipt'
  return (
    <article aria-label={title} className="hidden text-sm text-black print:block">
      <header className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-1 border-b border-black pb-3">
        <div className="min-w-0">
          <h2 className="text-2xl wrap-anywhere">{order.shop_name}</h2>
          <p>Sold through Tuckbox</p>
        </div>
        <p className="text-lg font-semibold">{title}</p>
      </header>
      <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-4 gap-y-0.5">
        <dt>Order</dt>
        <dd className="font-semibold">{order.number}</dd>
        <dt>Ordered</dt>
        <dd>{dayWithYear(order.created_at)}</dd>
        {order.paid_at !== null && (
          <>
            <dt>Paid</dt>
            <dd>
              {dayWithYear(order.paid_at)}
              {order.buyer_name && ` by ${order.buyer_name}`}
              {toPence(order.total_amount) > 0 && ', online'}
            </dd>
          </>
        )}
        <dt>Hand-over</dt>
        <dd>{[fulfilmentLine(order), ...(address?.lines ?? [])].join(', ')}</dd>
      </dl>
      <table className="mt-4 w-full border-collapse text-left tabular-nums">
        <thead>
          <tr className="border-b border-black">
            <th scope="col" className="py-1 pr-3 font-semibold">
              Item
            </th>
            <th scope="col" className="py-1 text-right font-semibold">
              Price
            </th>
          </tr>
        </thead>
        <tbody>
          {order.items.map((item) => (
            <ReceiptLine
              key={item.id}
              item={item}
              covers={readQuoteTerms(order.quote_terms).lines.map(quoteLineText)}
            />
          ))}
        </tbody>
        <tfoot className="break-inside-avoid">
          {orderBreakdown(order).map(({ label, amount, isTotal }) => (
            <Sum key={label} label={label} amount={amount} isStrong={isTotal} />
          ))}
          {refunded > 0 && <Sum label="Refunded" amount={formatPence(-refunded)} />}
          {pendingRefundPence > 0 && <Sum label="Refund on its way" amount={formatPence(-pendingRefundPence)} />}
          {refunded + pendingRefundPence > 0 && (
            <Sum
              label="Total after refunds"
              amount={formatPence(toPence(order.received_amount) - refunded - pendingRefundPence)}
              isStrong
            />
          )}
        </tfoot>
      </table>
      {kitchen && <p className="mt-3 text-xs">{kitchen}</p>}
      <p className="mt-6 text-xs wrap-anywhere">Order {order.id}. All amounts in pounds sterling.</p>
    </article>
  )
}

type ReceiptItem = Parameters<typeof itemOptions>[0] &
  Pick<OrderDetailItem, 'name' | 'quantity' | 'price' | 'allergens' | 'ingredients' | 'change'>

/** @param covers the lines of the quote that the item was bought at */
export function ReceiptLine({ item, covers }: { item: ReceiptItem; covers: readonly string[] }) {
  const options = itemOptions(item)
  const changed = changedDeclaration(item)
  return (
    <tr className="break-inside-avoid border-b border-black/20 align-top">
      <td className="py-1.5 pr-3 wrap-anywhere">
        {item.quantity} × {item.name}
        {options && <span className="block text-xs">{options}</span>}
        {covers.map((line) => (
          <span key={line} className="block text-xs">
            {line}
          </span>
        ))}
        <span className="block text-xs">{allergenSentences(readAllergens(item.allergens)).join(' ')}</span>
        {changed && (
          <span className="block text-xs">
            <strong className="font-semibold">{changed.heading}</strong> {changed.changes} {changed.now}
          </span>
        )}
        {item.quantity > 1 && <span className="block text-xs">{formatPounds(item.price)} each</span>}
      </td>
      <td className="py-1.5 text-right whitespace-nowrap">{formatPence(toPence(item.price) * item.quantity)}</td>
    </tr>
  )
}

function Sum({ label, amount, isStrong = false }: { label: string; amount: string; isStrong?: boolean | undefined }) {
  return (
    <tr className={isStrong ? 'border-t border-black font-semibold' : undefined}>
      <th scope="row" className={classNames('py-1 pr-3', !isStrong && 'font-normal')}>
        {label}
      </th>
      <td className="py-1 text-right whitespace-nowrap">{amount}</td>
    </tr>
  )
}
