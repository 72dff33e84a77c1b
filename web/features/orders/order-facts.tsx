/** The parts of an order that its pages show in the same words: its state, its items, how it is handed over. */
import { longDate } from '#domain/calendar'
import { personalisationLabels, personalisations } from '#domain/categories'
import { formatPence, toPence } from '#domain/money'
import { orderState } from '#domain/order-state'
import { slotHours } from '#domain/pickup-days'
import { Badge } from '#ui/badge'
import type { Order, OrderItem } from './order.ts'
import { readAddress } from './written-address.ts'

export function OrderState({ status }: Pick<Order, 'status'>) {
  const { label, tone } = orderState(status)
  return <Badge tone={tone}>{label}</Badge>
}

export function itemOptions({ variation, personalization, custom_request_details: words }: OrderItem): string | null {
  const known = personalisations.find((name) => name === personalization)
  const personal = words ? `“${words}”` : known ? personalisationLabels[known] : null
  return [variation, personal].filter(Boolean).join(', ') || null
}

/** '2 × Sourdough, 1 × Bun'. */
export function itemsLine(items: readonly Pick<OrderItem, 'quantity' | 'name'>[]): string {
  return items.map(({ quantity, name }) => `${quantity} × ${name}`).join(', ')
}

export function pickupTime({ pickup_date: date, pickup_start: start, pickup_end: end }: Order): string | null {
  return date && start && end ? `${longDate(date)}, ${slotHours({ start_time: start, end_time: end })}` : null
}

/** How it is handed over, in a line. */
export function handOverLine(order: Order): string {
  return order.fulfilment === 'pickup' ? `Pickup, ${pickupTime(order)}` : 'Delivery'
}

/** Where it is picked up, or where it goes. */
export function HandOver({ order }: { order: Order }) {
  const address = readAddress(order.fulfilment === 'pickup' ? order.pickup_place : order.delivery_address)
  return (
    <div className="space-y-1">
      {order.fulfilment === 'pickup' && <p className="font-medium">{pickupTime(order)}</p>}
      {address ? (
        <address className="text-ink-soft not-italic">
          {address.lines.map((line) => (
            <span key={line} className="block wrap-anywhere">
              {line}
            </span>
          ))}
        </address>
      ) : (
        order.fulfilment === 'pickup' && (
          <p className="text-pretty text-ink-soft">
            {order.paid_at
              ? 'The baker has not said yet where: they will tell you in a message.'
              : 'Where, you see here as soon as it is paid.'}
          </p>
        )
      )}
      {address?.instructions && <p className="text-pretty text-ink-soft wrap-anywhere">{address.instructions}</p>}
    </div>
  )
}

export function OrderTotals({ order }: { order: Order }) {
  const fee = toPence(order.delivery_fee)
  return (
    <dl className="grid grid-cols-[1fr_auto] gap-y-1 tabular-nums [&>dd]:text-right">
      <dt>Subtotal</dt>
      <dd>{formatPence(toPence(order.subtotal))}</dd>
      <dt>{order.fulfilment === 'pickup' ? 'Pickup' : 'Delivery'}</dt>
      <dd>{fee === 0 ? 'Free' : formatPence(fee)}</dd>
      <dt className="mt-1 border-t border-line pt-2 font-semibold">Total</dt>
      <dd className="mt-1 border-t border-line pt-2 font-semibold">{formatPence(toPence(order.total_amount))}</dd>
    </dl>
  )
}
