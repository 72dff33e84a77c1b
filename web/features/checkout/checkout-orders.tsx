/** The orders of a checkout, one per shop, and their total. */
import { Link } from 'react-router'
import { longDate, momentFrom } from '#domain/calendar'
import { formatPence, toPence } from '#domain/money'
import { itemsLine } from '#domain/order-state'
import { slotHours } from '#domain/pickup-days'
import { useNow } from '#platform/clock.ts'
import { Card } from '#ui/card'
import type { PlacedCheckout } from './placed-checkout.ts'

type PlacedOrder = PlacedCheckout['orders'][number]

/** @param linked whether each order links to its page */
export function CheckoutOrders({ checkout, linked = false }: { checkout: PlacedCheckout; linked?: boolean }) {
  const now = useNow()
  return (
    <Card className="mt-6">
      <ul aria-label="Orders" className="divide-y divide-line">
        {checkout.orders.map((order) => (
          <li key={order.id} className="py-4 first:pt-0">
            <div className="flex items-baseline justify-between gap-4">
              <h2 className="text-lg wrap-anywhere">{order.shop_name}</h2>
              <p className="font-semibold tabular-nums">{formatPence(toPence(order.total_amount))}</p>
            </div>
            <p className="wrap-anywhere">{itemsLine(order.items)}</p>
            <p className="text-ink-soft">{fulfilmentText(order)}</p>
            {linked && order.fulfilment === 'pickup' && (
              <p className="text-pretty text-ink-soft">{addressText(order, now)}</p>
            )}
            {linked && (
              <Link to={`/order/${order.id}`} className="text-link mt-1 inline-block py-1">
                See the order
              </Link>
            )}
          </li>
        ))}
      </ul>
      <dl className="grid grid-cols-[1fr_auto] gap-y-1 border-t border-line pt-4 tabular-nums [&>dd]:text-right">
        <dt>{checkout.orders.every(({ fulfilment }) => fulfilment === 'pickup') ? 'Pickup' : 'Delivery'}</dt>
        <dd>{toPence(checkout.delivery_fee) === 0 ? 'Free' : formatPence(toPence(checkout.delivery_fee))}</dd>
        <dt className="text-lg font-semibold">Total</dt>
        <dd className="text-lg font-semibold">{formatPence(toPence(checkout.total))}</dd>
      </dl>
    </Card>
  )
}

function fulfilmentText({
  fulfilment,
  pickup_date: date,
  pickup_start: start,
  pickup_end: end,
  agreed_on: day,
}: PlacedOrder): string {
  if (fulfilment !== 'pickup' || !date || !start || !end) {
    return day ? `Delivery to your address on ${longDate(day)}` : 'Delivery to your address'
  }
  return `Pickup on ${longDate(date)}, ${slotHours({ start_time: start, end_time: end })}`
}

/** When the address of a paid pickup is shown. */
function addressText({ cancellable_until: deadline }: PlacedOrder, now: Date): string {
  const until = deadline ? new Date(deadline) : now
  return until > now
    ? `The address appears with the order ${momentFrom(now, until)}, or as soon as it is ready.`
    : 'The address is shown with the order.'
}
