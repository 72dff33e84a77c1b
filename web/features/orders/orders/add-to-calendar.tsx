/** Downloads the pickup or delivery as a calendar file. */
import { CalendarPlus } from 'lucide-react'
import { type Pickup, pickupCalendar, pickupCalendarName } from '#domain/orders/pickup-calendar'
import { useApp } from '#platform/app-context.ts'
import { downloadText } from '#platform/download-text.ts'
import { Button } from '#ui/button'
import { readPickupArea } from './order-address.ts'
import type { OrderDetail } from './order-detail.ts'

export function AddToCalendar({ order }: { order: OrderDetail }) {
  const { clock, config } = useApp()
  const pickup = pickupOf(order, config.siteUrl)
  if (!pickup) return null
  return (
    <Button
      variant="secondary"
      className="w-full"
      onClick={() =>
        downloadText(pickupCalendar({ ...pickup, now: clock.now() }), pickupCalendarName(order.id), 'text/calendar')
      }
    >
      <CalendarPlus aria-hidden="true" className="size-5" />
      Add to calendar
    </Button>
  )
}

function pickupOf(order: OrderDetail, siteUrl: string): Omit<Pickup, 'now'> | null {
  const date = order.pickup_date ?? order.delivery_date
  const start = order.pickup_start ?? order.delivery_start
  const end = order.pickup_end ?? order.delivery_end
  if (!date || !start || !end) return null
  return {
    orderId: order.id,
    number: order.number,
    fulfilment: order.fulfilment === 'delivery' ? 'delivery' : 'pickup',
    shopName: order.shop_name,
    date,
    start,
    end,
    place: order.pickup_place,
    area: readPickupArea(order.pickup_area),
    items: order.items.map(({ quantity, name }) => `${quantity} × ${name}`),
    url: `${siteUrl}/order/${order.id}`,
  }
}
