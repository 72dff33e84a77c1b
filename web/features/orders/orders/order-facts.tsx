/** Parts of an order that several pages share: status, items and fulfilment. */
import type { ReactNode } from 'react'
import { personalisationLabels, personalisations } from '#domain/catalogue/categories'
import { orderState } from '#domain/orders/order-state'
import { handOverWhen, type OrderHandOver } from '#domain/orders/order-timeline'
import { momentFrom } from '#domain/values/calendar'
import { Badge } from '#ui/badge'
import { classNames } from '#web/ui/class-names.ts'
import { type OrderAddress, readAddress, readPickupArea } from './order-address.ts'
import type { OrderDetail, OrderDetailItem } from './order-detail.ts'

export function OrderStatusBadge({ status }: { status: string }) {
  const { label, tone } = orderState(status)
  return <Badge tone={tone}>{label}</Badge>
}

type Chosen = Pick<OrderDetailItem, 'variation' | 'options_text' | 'personalization' | 'custom_request_details'>

/** '8 inch; Topping: Walnut; “Happy birthday Ann”'. */
export function itemOptions(item: Chosen): string | null {
  const { variation, options_text, personalization, custom_request_details: customText } = item
  const known = personalisations.find((name) => name === personalization)
  const personal = customText ? `“${customText}”` : known ? personalisationLabels[known] : null
  return [variation, options_text, personal].filter(Boolean).join(options_text ? '; ' : ', ') || null
}

export function fulfilmentLine(order: Pick<OrderDetail, 'fulfilment'> & OrderHandOver): string {
  return [order.fulfilment === 'pickup' ? 'Pickup' : 'Delivery', handOverWhen(order)].filter(Boolean).join(', ')
}

type FulfilledOrder = Pick<
  OrderDetail,
  'status' | 'fulfilment' | 'pickup_area' | 'pickup_place' | 'cancellable_until' | 'delivery_address' | 'paid_at'
> &
  OrderHandOver

export function FulfilmentDetails({ order, now }: { order: FulfilledOrder; now: Date }) {
  const when = handOverWhen(order)
  const address = readAddress(order.fulfilment === 'pickup' ? order.pickup_place : order.delivery_address)
  return (
    <div className="space-y-1">
      {when && <p className="font-medium">{when}</p>}
      {address ? (
        <AddressLines address={address} className="text-ink-soft" />
      ) : (
        order.fulfilment === 'pickup' && <p className="text-pretty text-ink-soft">{pickupPlaceText(order, now)}</p>
      )}
      {address?.instructions && <p className="text-pretty text-ink-soft wrap-anywhere">{address.instructions}</p>}
    </div>
  )
}

interface AddressLinesProps {
  address: OrderAddress
  className: string
  children?: ReactNode
}

/** An envelope's lines, and what follows them. */
export function AddressLines({ address, className, children }: AddressLinesProps) {
  return (
    <address className={classNames('not-italic', className)}>
      {address.lines.map((line) => (
        <span key={line} className="block wrap-anywhere">
          {line}
        </span>
      ))}
      {children}
    </address>
  )
}

/** The text about the pickup place while its address is hidden. */
function pickupPlaceText(order: FulfilledOrder, now: Date): string {
  const { status, paid_at: paid, pickup_area: storedArea, cancellable_until: until } = order
  if (status === 'cancelled') return 'The address is no longer shown.'
  if (paid === null) return 'The pickup area is shown once the order is paid.'
  const area = readPickupArea(storedArea)
  if (area === null) return 'The seller has not given a pickup address yet. Message the seller to ask.'
  const when = until && new Date(until) > now ? momentFrom(now, new Date(until)) : 'within a minute'
  return `In ${area}. The address appears here ${when}, when the order can no longer be cancelled for a full refund, or as soon as it is ready.`
}
