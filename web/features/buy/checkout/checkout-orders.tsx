/** The orders of a checkout, one per shop, and their total. */

import { itemsLine } from '#domain/orders/order-state'
import { handOverWhen } from '#domain/orders/order-timeline'
import { longDate, momentFrom } from '#domain/values/calendar'
import { formatPence, formatPounds, toPence } from '#domain/values/money'
import { useNow } from '#platform/clock.ts'
import { Card } from '#ui/card'
import { Link } from '#ui/link'
import type { PlacedCheckout } from './placed-checkout.ts'

type PlacedOrder = PlacedCheckout['orders'][number]

/** @param linked whether each order links to its page */
export function CheckoutOrders({ checkout, linked = false }: { checkout: PlacedCheckout; linked?: boolean }) {
  const now = useNow()
  const balancePence = toPence(checkout.balance)
  const vouchersPence = toPence(checkout.voucher_amount)
  const totalPence = toPence(checkout.total) + balancePence + vouchersPence
  const dueOn = checkout.orders[0]?.balance_due_on
  return (
    <Card className="mt-6">
      <ul aria-label="Orders" className="divide-y divide-line">
        {checkout.orders.map((order) => (
          <li key={order.id} className="py-4 first:pt-0">
            <div className="flex items-baseline justify-between gap-4">
              <h2 className="text-lg wrap-anywhere">{order.shop_name}</h2>
              <p className="font-semibold tabular-nums">{formatPounds(order.total_amount)}</p>
            </div>
            <p className="wrap-anywhere">{itemsLine(order.items)}</p>
            <p className="text-ink-soft">{fulfilmentText(order)}</p>
            {order.discount_code && (
              <p className="text-ink-soft">
                Code {order.discount_code}: you saved{' '}
                {formatPence(toPence(order.discount) + toPence(order.delivery_discount))}
              </p>
            )}
            {linked && order.fulfilment === 'pickup' && (
              <p className="text-pretty text-ink-soft">{addressText(order, now)}</p>
            )}
            {linked && (
              <Link to={`/order/${order.id}`} className="text-link mt-1 inline-block py-1">
                See the order {order.number}
              </Link>
            )}
          </li>
        ))}
      </ul>
      <dl className="grid grid-cols-[1fr_auto] gap-y-1 border-t border-line pt-4 tabular-nums [&>dd]:text-right">
        <dt>{checkout.orders.every(({ fulfilment }) => fulfilment === 'pickup') ? 'Pickup' : 'Delivery'}</dt>
        <dd>{toPence(checkout.delivery_fee) === 0 ? 'Free' : formatPounds(checkout.delivery_fee)}</dd>
        {toPence(checkout.tip) > 0 && (
          <>
            <dt>{checkout.orders.length > 1 ? 'Tips' : 'Tip'}</dt>
            <dd>{formatPounds(checkout.tip)}</dd>
          </>
        )}
        <dt className="text-lg font-semibold">Total</dt>
        <dd className="text-lg font-semibold">{formatPence(totalPence)}</dd>
        {vouchersPence > 0 && (
          <>
            <dt>Gift voucher</dt>
            <dd>{formatPence(-vouchersPence)}</dd>
            <dt>By card</dt>
            <dd>{formatPounds(checkout.total)}</dd>
          </>
        )}
        {balancePence > 0 && (
          <>
            <dt>Deposit</dt>
            <dd>{formatPounds(checkout.total)}</dd>
            <dt>Balance{dueOn && `, by ${longDate(dueOn)}`}</dt>
            <dd>{formatPence(balancePence)}</dd>
          </>
        )}
      </dl>
    </Card>
  )
}

function fulfilmentText(order: PlacedOrder): string {
  const when = handOverWhen(order)
  if (order.fulfilment === 'pickup') return `Pickup on ${when}`
  return when ? `Delivery to your address on ${when}` : 'Delivery to your address'
}

/** When the address of a paid pickup is shown. */
function addressText({ cancellable_until: deadline }: PlacedOrder, now: Date): string {
  const until = deadline ? new Date(deadline) : now
  return until > now
    ? `The address appears with the order ${momentFrom(now, until)}, or as soon as it is ready.`
    : 'The address is shown with the order.'
}
