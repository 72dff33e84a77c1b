/** The orders of a checkout, one per shop, and their total. */

import { breakdown, deliveryText } from '#domain/orders/breakdown'
import { itemsLine } from '#domain/orders/order-state'
import { handOverWhen } from '#domain/orders/order-timeline'
import { longDate, momentFrom } from '#domain/values/calendar'
import { formatPence, formatPounds, toPence } from '#domain/values/money'
import { useNow } from '#platform/clock.ts'
import { Breakdown } from '#ui/breakdown'
import { Card } from '#ui/card'
import { Link } from '#ui/link'
import type { PlacedCheckout } from './placed-checkout.ts'

type PlacedOrder = PlacedCheckout['orders'][number]

/** @param linked whether each order links to its page */
export function CheckoutOrders({ checkout, linked = false }: { checkout: PlacedCheckout; linked?: boolean }) {
  const now = useNow()
  const balancePence = toPence(checkout.balance)
  const vouchersPence = toPence(checkout.voucher_amount)
  const discountPence = checkout.orders.reduce((sum, { discount }) => sum + toPence(discount), 0)
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
      <div className="border-t border-line pt-4">
        <Breakdown
          look="summary"
          rows={breakdown({
            subtotal: toPence(checkout.subtotal) + discountPence,
            discount: discountPence,
            isPickup: checkout.orders.every(({ fulfilment }) => fulfilment === 'pickup'),
            delivery: deliveryText(toPence(checkout.delivery_fee)),
            tip: toPence(checkout.tip),
            orders: checkout.orders.length,
            total: toPence(checkout.total) + balancePence + vouchersPence,
            voucher_amount: vouchersPence,
            balance: balancePence,
            ...(dueOn && { balanceLabel: `Balance, by ${longDate(dueOn)}` }),
            isPaid: checkout.status === 'paid',
          })}
        />
      </div>
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
