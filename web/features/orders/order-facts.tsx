/** The parts of an order that its pages show in the same words: its state, its items, how it is handed over. */
import { personalisationLabels, personalisations } from '#domain/categories'
import { orderState } from '#domain/order-state'
import { pickupWhen } from '#domain/order-timeline'
import { Badge } from '#ui/badge'
import type { OrderDetail, OrderDetailItem } from './order-detail.ts'
import { readAddress } from './written-address.ts'

export function OrderState({ status }: { status: string }) {
  const { label, tone } = orderState(status)
  return <Badge tone={tone}>{label}</Badge>
}

type Chosen = Pick<OrderDetailItem, 'variation' | 'personalization' | 'custom_request_details'>

export function itemOptions({ variation, personalization, custom_request_details: words }: Chosen): string | null {
  const known = personalisations.find((name) => name === personalization)
  const personal = words ? `“${words}”` : known ? personalisationLabels[known] : null
  return [variation, personal].filter(Boolean).join(', ') || null
}

/** '2 × Sourdough, 1 × Bun'. */
export function itemsLine(items: readonly Pick<OrderDetailItem, 'quantity' | 'name'>[]): string {
  return items.map(({ quantity, name }) => `${quantity} × ${name}`).join(', ')
}

/** How it is handed over, in a line. */
export function handOverLine(
  order: Pick<OrderDetail, 'fulfilment' | 'pickup_date' | 'pickup_start' | 'pickup_end'>,
): string {
  return order.fulfilment === 'pickup' ? `Pickup, ${pickupWhen(order)}` : 'Delivery'
}

type HandedOver = Pick<
  OrderDetail,
  'fulfilment' | 'pickup_date' | 'pickup_start' | 'pickup_end' | 'pickup_place' | 'delivery_address' | 'paid_at'
>

/** Where it is picked up, or where it goes. */
export function HandOver({ order }: { order: HandedOver }) {
  const address = readAddress(order.fulfilment === 'pickup' ? order.pickup_place : order.delivery_address)
  return (
    <div className="space-y-1">
      {order.fulfilment === 'pickup' && <p className="font-medium">{pickupWhen(order)}</p>}
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
              ? 'The baker has not said yet where: message the seller to ask.'
              : 'Where, you see here as soon as it is paid.'}
          </p>
        )
      )}
      {address?.instructions && <p className="text-pretty text-ink-soft wrap-anywhere">{address.instructions}</p>}
    </div>
  )
}
