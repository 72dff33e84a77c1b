/** One order as its baker sees it. */
import { Card } from '#ui/card'
import type { OrderDetail } from './order-detail.ts'
import { HandOver } from './order-facts.tsx'
import { OrderHead } from './order-head.tsx'
import { OrderItems } from './order-items.tsx'
import { OrderTotals, Refunds } from './order-money.tsx'
import { readAddress } from './written-address.ts'

export function SoldOrder({ order }: { order: OrderDetail }) {
  const phone = order.fulfilment === 'delivery' ? readAddress(order.delivery_address)?.phone : null
  return (
    <>
      <OrderHead order={order} back={{ to: '/seller/orders', label: 'Orders' }}>
        {order.buyer_name && <>, for {order.buyer_name}</>}
      </OrderHead>
      <div className="mt-6 grid items-start gap-6 md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Card>
          <h2 className="text-xl">Items</h2>
          <OrderItems items={order.items} isReviewable={false} />
        </Card>
        <div className="space-y-6">
          <Card>
            <h2 className="mb-2 text-xl">{order.fulfilment === 'pickup' ? 'Pickup' : 'Delivery'}</h2>
            <HandOver order={order} />
            {phone && <p className="mt-1 text-ink-soft">{phone}</p>}
          </Card>
          {order.note && (
            <Card>
              <h2 className="mb-2 text-xl">Note to the baker</h2>
              <p className="whitespace-pre-line wrap-anywhere">{order.note}</p>
            </Card>
          )}
          <Card>
            <h2 className="mb-3 text-xl">Totals</h2>
            <OrderTotals order={order} />
            <Refunds order={order} />
          </Card>
        </div>
      </div>
    </>
  )
}
