/** An order in a day or a week: its hours, its buyer and what to make. */
import { orderKindNames } from '#domain/orders/order-kinds'
import { OrderStatusBadge } from '#features/orders/orders'
import { Badge } from '#ui/badge'
import { Link } from '#ui/link'
import { VisuallyHidden } from '#ui/visually-hidden'
import { classNames } from '#web/ui/class-names.ts'
import type { CalendarOrder } from './calendar.ts'
import { orderTime } from './day-texts.ts'
import { useDraggedOrder } from './drag-to-move.tsx'
import { KindMark } from './kind-mark.tsx'

export function OrderEntry({ order }: { order: CalendarOrder }) {
  const time = orderTime(order)
  const drag = useDraggedOrder(order)
  return (
    <article
      {...drag}
      className={classNames(
        'relative break-inside-avoid rounded-control border border-line bg-card p-3 hover:border-ink/30',
        drag.draggable && 'cursor-grab',
      )}
    >
      <p className="flex items-baseline gap-2 text-sm text-ink-soft">
        <KindMark kind={order.kind} className="self-center" />
        <span>
          {orderKindNames[order.kind]}
          {time && <span className="tabular-nums"> {time}</span>}
        </span>
        <span className="ml-auto tabular-nums">{order.number}</span>
      </p>
      <h3 className="mt-0.5 font-sans text-base tracking-normal wrap-anywhere">
        {/* A link is dragged by itself otherwise. */}
        <Link
          to={`/seller/orders?order=${order.id}`}
          draggable={false}
          className="after:absolute after:inset-0 after:rounded-control"
        >
          {order.buyer_name ?? 'A former member'}
        </Link>
      </h3>
      {order.items && <p className="line-clamp-3 text-sm wrap-anywhere">{order.items}</p>}
      <p className="mt-1.5 flex flex-wrap gap-1.5">
        <OrderStatusBadge status={order.status} />
        {order.owes_balance && <Badge tone="honey">To be paid</Badge>}
      </p>
    </article>
  )
}

/** One line of an order in a month's cell. */
export function CalendarOrderLine({ order }: { order: CalendarOrder }) {
  return (
    <span {...useDraggedOrder(order)} className="flex min-w-0 items-center gap-1.5 text-xs">
      <KindMark kind={order.kind} />
      <VisuallyHidden>{orderKindNames[order.kind]} </VisuallyHidden>
      <span className="truncate">
        {order.start_time && <span className="tabular-nums">{order.start_time.slice(0, 5)} </span>}
        {order.buyer_name ?? 'A former member'}
      </span>
    </span>
  )
}
