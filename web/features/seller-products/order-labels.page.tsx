/** The page that prints labels of an order's items, one for each piece. */
import type { QueryData } from '@supabase/supabase-js'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { isUuid } from '#domain/ids'
import { orderNumber } from '#domain/order-state'
import { type OwnShop, SellerPage, useSellerShop } from '#features/seller'
import { type AppContext, type Backend, useApp } from '#platform/app-context.ts'
import { PageHead } from '#platform/page-head.tsx'
import { unwrapOptional } from '#platform/unwrap.ts'
import { PageNotice } from '#ui/page-notice'
import { EditorLoading, LoadingFailed } from './editor-states.tsx'
import { sellerProductKeys } from './keys.ts'
import { LabelSheet } from './label-sheet.tsx'
import { LabelWarning } from './label-warning.tsx'
import { useUserId } from './own-products.ts'

export const handle = new SellerPage('Labels', {
  purpose: 'view orders',
  Loading: () => <EditorLoading heading="Labels" />,
})

export function Component() {
  return (
    <>
      <PageHead title={handle.title} hidden />
      <LoadedLabels />
    </>
  )
}

function LoadedLabels() {
  const shop = useSellerShop()
  const { orderId = '' } = useParams()
  const { data, isError, refetch } = useQuery(labelledOrderQuery(useApp(), useUserId(), shop.id, orderId))
  if (data) return <OrderLabels order={data} shop={shop} />
  if (data === null) return <OrderMissing />
  if (isError) return <LoadingFailed title="Error loading order" retry={() => void refetch()} />
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
  const number = orderNumber(order.id)
  return (
    <LabelSheet
      subject={order.buyer_name ? `Order ${number} for ${order.buyer_name}` : `Order ${number}`}
      back={{ to: `/seller/orders?order=${order.id}`, label: `Order ${number}` }}
      labels={order.items.map((item) => ({ ...item, food: item, copies: item.quantity }))}
      shopName={shop.name}
      order={number}
      warning={order.items.map((item) => <LabelWarning key={item.id} food={item} name={item.name} />)}
    />
  )
}

function selectOrder(client: Backend, shopId: string, id: string) {
  return client
    .from('orders')
    .select('id, buyer_name, items:order_items(id, name, variation, quantity, ingredients, allergens)')
    .eq('id', id)
    .eq('shop_id', shopId)
    .not('paid_at', 'is', null)
    .order('created_at', { referencedTable: 'items' })
    .order('id', { referencedTable: 'items' })
    .maybeSingle()
}

type LabelledOrder = NonNullable<QueryData<ReturnType<typeof selectOrder>>>

/** Null if the seller's shop has no such paid order. */
function labelledOrderQuery(app: AppContext, userId: string | null, shopId: string, id: string) {
  return queryOptions({
    queryKey: sellerProductKeys.labelledOrder(userId, shopId, id),
    queryFn: async (): Promise<LabelledOrder | null> =>
      isUuid(id) ? unwrapOptional(await selectOrder(await app.supabase(), shopId, id)) : null,
  })
}
