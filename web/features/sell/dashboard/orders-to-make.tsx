/** The paid orders to make, grouped by day. */

import { itemsLine } from '#domain/orders/order-state'
import { hoursAndMinutes } from '#domain/pickup/pickup'
import { londonTime } from '#domain/values/calendar'
import { useNow } from '#platform/clock.ts'
import { Badge } from '#ui/badge'
import { Card } from '#ui/card'
import { Link } from '#ui/link'
import { LoadFailedLine } from '#ui/load-failed-line'
import { groupOrdersByDay, type OrderDay } from './orders-by-day.ts'
import type { OpenOrder, SellerOverview } from './overview.ts'

interface OrdersToMakeProps {
  /** Null or undefined if it could not be loaded. */
  overview: SellerOverview | null | undefined
  retry: () => void
}

export function OrdersToMake({ overview, retry }: OrdersToMakeProps) {
  return (
    <section aria-labelledby="orders-to-make">
      <h2 id="orders-to-make" className="text-2xl">
        Orders to make
      </h2>
      <Card className="mt-4 p-0">
        {overview ? (
          <Days overview={overview} />
        ) : (
          <LoadFailedLine retry={retry} className="justify-between p-5 sm:p-6">
            The orders could not be loaded.
          </LoadFailedLine>
        )}
      </Card>
    </section>
  )
}

function Days({ overview: { orders, open } }: { overview: SellerOverview }) {
  const days = groupOrdersByDay(orders, londonTime(useNow()).date)
  const more = open - orders.length
  if (open === 0)
    return (
      <p className="p-5 text-pretty text-ink-soft sm:p-6">
        No orders to make right now. New orders appear here as soon as they are paid.
      </p>
    )
  return (
    <ul className="divide-y divide-line">
      {days.map((day) => (
        <li key={day.title} className="p-5 sm:px-6">
          <Day day={day} />
        </li>
      ))}
      {more > 0 && (
        <li className="p-5 sm:px-6">
          <Link to="/seller/orders" className="text-link py-1">
            {more === 1 ? '1 more order, due later' : `${more} more orders, due later`}
          </Link>
        </li>
      )}
    </ul>
  )
}

function Day({ day: { title, isUrgent, orders } }: { day: OrderDay<OpenOrder> }) {
  return (
    <>
      <h3 className="flex flex-wrap items-center gap-2.5 font-sans text-base tracking-normal">
        {title}
        <Badge tone={isUrgent ? 'berry' : 'neutral'}>
          {orders.length === 1 ? '1 order' : `${orders.length} orders`}
        </Badge>
      </h3>
      <ul className="mt-2 space-y-1">
        {orders.map((order) => (
          <li key={order.id}>
            <Link
              to={`/seller/orders?order=${order.id}`}
              className="-mx-2 flex flex-wrap items-baseline gap-x-3 rounded-lg px-2 py-1.5 hover:bg-paper-deep/70"
            >
              <span className="grow font-medium wrap-anywhere">{itemsLine(order.items)}</span>
              <span className="text-sm text-ink-soft tabular-nums">{buyerAndHours(order)}</span>
              {order.status === 'ready' && <Badge tone="leaf">Ready</Badge>}
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}

function buyerAndHours({ number, buyer_name: buyer, ...order }: OpenOrder): string {
  const start = order.pickup_start ?? order.delivery_start
  const end = order.pickup_end ?? order.delivery_end
  const window = start && end ? `${hoursAndMinutes(start)} to ${hoursAndMinutes(end)}` : null
  return [number, buyer && `for ${buyer}`, window].filter(Boolean).join(', ')
}
