/** An order as administrators see it: number, shop, state and total. */

import { orderState, shortOrderId } from '#domain/orders/order-state'
import { dayWithYear } from '#domain/values/calendar'
import { formatPounds } from '#domain/values/money'
import { Badge } from '#ui/badge'
import type { FoundOrder } from './member-search.ts'

export function OrderLine({ order: { id, number, shop, status, total, placed_at: at } }: { order: FoundOrder }) {
  const state = orderState(status)
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
      <span className="min-w-0 wrap-anywhere">
        <span className="font-semibold">{number}</span> {shop}
        <span className="block text-sm text-ink-soft">
          {dayWithYear(at)}, id {shortOrderId(id)}
        </span>
      </span>
      <span className="flex items-center gap-3 tabular-nums">
        <Badge tone={state.tone}>{state.label}</Badge>
        <span className="font-semibold">{formatPounds(total)}</span>
      </span>
    </div>
  )
}
