/** One order of the inbox: buyer, items, due time, and a button for its next step. */
import { StickyNote } from 'lucide-react'
import { itemsLine } from '#domain/orders/order-state'
import { formatPence, formatPounds, toPence } from '#domain/values/money'
import { OrderStatusBadge } from '#features/orders/orders'
import { Badge } from '#ui/badge'
import { Link } from '#ui/link'
import { classNames } from '#web/ui/class-names.ts'
import { AdvanceButton } from './advance-button.tsx'
import { dueText } from './due-text.ts'
import type { InboxOrder } from './inbox.ts'
import { type InboxParameters, inboxUrl } from './inbox-parameters.ts'

interface InboxRowProps {
  order: InboxOrder
  parameters: InboxParameters
  today: string
  isNew: boolean
}

export function InboxRow({ order, parameters, today, isNew }: InboxRowProps) {
  const isOpen = parameters.order === order.id
  const refundedPence = toPence(order.refunded_amount)
  return (
    <article
      className={classNames(
        'relative rounded-card border bg-card p-4 transition-colors hover:border-ink/30 hover:bg-raised sm:p-5',
        isOpen ? 'border-berry ring-1 ring-berry' : 'border-line',
      )}
    >
      <div className="flex items-baseline justify-between gap-4">
        <h3 className="min-w-0 font-sans text-base tracking-normal wrap-anywhere">
          <Link
            to={inboxUrl({ ...parameters, order: order.id })}
            preventScrollReset
            aria-current={isOpen ? 'true' : undefined}
            className="after:absolute after:inset-0 after:rounded-card"
          >
            {order.buyer_name ?? 'A former member'}
          </Link>
        </h3>
        <p className="shrink-0 font-semibold tabular-nums">{formatPounds(order.total_amount)}</p>
      </div>
      <p className="mt-0.5 line-clamp-2 wrap-anywhere">{itemsLine(order.items)}</p>
      <div className="mt-2.5 flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <div className="min-w-0 space-y-1 text-sm text-ink-soft">
          <p className="wrap-anywhere">{dueText(order, today)}</p>
          <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 tabular-nums">
            <span>Order {order.number}</span>
            {order.drop_title && <Badge tone="sky">{order.drop_title}</Badge>}
            {isNew && <Badge tone="berry">New</Badge>}
            {parameters.tab === 'all' && <OrderStatusBadge status={order.status} />}
            {refundedPence > 0 && <Badge tone="neutral">{formatPence(refundedPence)} refunded</Badge>}
            {order.owes_balance && <Badge tone="honey">To be paid</Badge>}
            {order.has_note && (
              <Badge tone="honey">
                <StickyNote aria-hidden="true" className="size-3.5" />
                Note
              </Badge>
            )}
          </p>
        </div>
        <AdvanceButton order={order} isOneOfMany variant="secondary" className="relative max-sm:w-full" />
      </div>
    </article>
  )
}
