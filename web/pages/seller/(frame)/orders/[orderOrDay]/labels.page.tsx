/** The page that prints labels of an order's items, one for each piece, or of all orders of a day. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { isUuid } from '#domain/values/ids'
import { isIsoDate } from '#domain/values/iso-date'
import { sellerProductKeys } from '#keys/seller-products'
import { type AppContext, useApp } from '#platform/app-context.ts'
import { PageHead } from '#platform/page-head.tsx'
import { readOptional } from '#platform/read.ts'
import { LoadFailed } from '#ui/load-failed'
import { PageNotice } from '#ui/page-notice'
import { useMember } from '#web/features/account/auth/require-account.tsx'
import { SellerPage, useSellerShop } from '#web/features/sell/frame/seller-page.ts'
import type { OwnShop } from '#web/features/sell/own-shop/own-shop.ts'
import { DayLabels } from '#web/features/sell/products/day-labels.tsx'
import { EditorLoading } from '#web/features/sell/products/editor-states.tsx'
import { LabelSheet } from '#web/features/sell/products/label-sheet.tsx'
import {
  type LabelledOrder,
  labelsOf,
  OrderLabelWarnings,
  selectLabelledOrders,
} from '#web/features/sell/products/order-label-list.tsx'

export const handle = new SellerPage('Labels', {
  purpose: 'view orders',
  Loading: () => <EditorLoading heading="Labels" />,
})

export function Component() {
  const { orderOrDay = '' } = useParams()
  return (
    <>
      <PageHead title={handle.title} hidden />
      {isIsoDate(orderOrDay) ? <DayLabels day={orderOrDay} /> : <LoadedLabels orderId={orderOrDay} />}
    </>
  )
}

function LoadedLabels({ orderId }: { orderId: string }) {
  const shop = useSellerShop()
  const { data, isError, refetch } = useQuery(labelledOrderQuery(useApp(), useMember().id, shop.id, orderId))
  if (data) return <OrderLabels order={data} shop={shop} />
  if (data === null) return <OrderMissing />
  if (isError) return <LoadFailed title="Error loading order" retry={() => void refetch()} />
  return <EditorLoading heading="Labels" />
}

function OrderMissing() {
  return (
    <PageNotice title="Order Not Found" to="/seller/orders" link="Orders">
      This order doesn’t exist or isn’t yours.
    </PageNotice>
  )
}

function OrderLabels({ order, shop }: { order: LabelledOrder; shop: OwnShop }) {
  const { number } = order
  return (
    <LabelSheet
      subject={order.buyer_name ? `Order ${number} for ${order.buyer_name}` : `Order ${number}`}
      back={{ to: `/seller/orders?order=${order.id}`, label: `Order ${number}` }}
      labels={labelsOf(order)}
      shopName={shop.name}
      handOver={order.due_at?.slice(0, 10)}
      warning={<OrderLabelWarnings order={order} />}
    />
  )
}

/** Null if the seller's shop has no such paid order, or it was cancelled. */
function labelledOrderQuery(app: AppContext, userId: string, shopId: string, id: string) {
  return queryOptions({
    queryKey: sellerProductKeys.labelledOrder(userId, shopId, id),
    queryFn: async (): Promise<LabelledOrder | null> =>
      isUuid(id)
        ? readOptional(app, (client) => selectLabelledOrders(client, shopId).eq('id', id).maybeSingle())
        : null,
  })
}
