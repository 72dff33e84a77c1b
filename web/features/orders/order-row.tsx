/** An order in the buyer's list. The whole row is a link. */
import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { dateWithYear, londonTime } from '#domain/calendar'
import { formatPence, toPence } from '#domain/money'
import { orderNumber } from '#domain/order-state'
import { Picture } from '#ui/picture'
import type { BuyerOrder } from './buyer-orders.ts'
import { fulfilmentLine, itemsLine, OrderStatusBadge } from './order-facts.tsx'

export function OrderRow({ order }: { order: BuyerOrder }) {
  return (
    <Link
      to={`/order/${order.id}`}
      className="flex items-center gap-4 rounded-2xl border border-line bg-card p-4 transition-colors hover:border-ink/30 hover:bg-white sm:p-5"
    >
      <span className="w-16 shrink-0 self-start overflow-hidden rounded-xl sm:w-20">
        <Picture source={order.items.find(({ image }) => image)?.image} alt="" sizes="5rem" />
      </span>
      <span className="min-w-0 grow sm:grid sm:grid-cols-[minmax(0,1fr)_auto] sm:gap-x-6">
        <span className="block min-w-0">
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="font-semibold wrap-anywhere">{order.shop_name}</span>
            <OrderStatusBadge status={order.status} />
          </span>
          <span className="mt-0.5 line-clamp-2 wrap-anywhere">{itemsLine(order.items)}</span>
          <span className="mt-0.5 block text-sm text-ink-soft">{fulfilmentLine(order)}</span>
        </span>
        <span className="mt-1.5 flex flex-wrap items-baseline gap-x-3 text-sm text-ink-soft tabular-nums sm:mt-0 sm:flex-col sm:items-end">
          <span className="text-base font-semibold text-ink sm:mb-0.5">{formatPence(toPence(order.total_amount))}</span>
          <span>Order {orderNumber(order.id)}</span>
          <span>{dateWithYear(londonTime(new Date(order.created_at)).date)}</span>
        </span>
      </span>
      <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-ink/40 max-sm:hidden" />
    </Link>
  )
}
