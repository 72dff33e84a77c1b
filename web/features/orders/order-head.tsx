/** The head of an order page: back link, number, status and date. */
import type { ReactNode } from 'react'
import { dateWithYear, londonTime } from '#domain/calendar'
import { orderNumber } from '#domain/order-state'
import { BackLink } from '#ui/back-link'
import type { OrderDetail } from './order-detail.ts'
import { OrderStatusBadge } from './order-facts.tsx'

interface OrderHeadProps {
  order: OrderDetail
  back: { readonly to: string; readonly label: string }
  /** The other party, after the date. */
  children: ReactNode
}

export function OrderHead({ order, back, children }: OrderHeadProps) {
  return (
    <>
      <BackLink to={back.to} className="mb-2">
        {back.label}
      </BackLink>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 tabIndex={-1} className="text-3xl outline-none sm:text-4xl">
          Order {orderNumber(order.id)}
        </h1>
        <OrderStatusBadge status={order.status} />
      </div>
      <p className="mt-2 text-ink-soft wrap-anywhere">
        {dateWithYear(londonTime(new Date(order.created_at)).date)}
        {children}
      </p>
    </>
  )
}
