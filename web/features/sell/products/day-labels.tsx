/** The labels of all orders of a day. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Tags } from 'lucide-react'
import { addDays, longDate } from '#domain/values/calendar'
import { useMember } from '#features/account/auth'
import { useSellerShop } from '#features/sell/frame'
import { sellerProductKeys } from '#keys/seller-products'
import { type AppContext, useApp } from '#platform/app-context.ts'
import { read } from '#platform/read.ts'
import { Loaded } from '#ui/loaded'
import { PageNotice } from '#ui/page-notice'
import { EditorLoading } from './editor-states.tsx'
import { LabelSheet } from './label-sheet.tsx'
import { type LabelledOrder, labelsOf, OrderLabelWarnings, selectLabelledOrders } from './order-label-list.tsx'

export function DayLabels({ day }: { day: string }) {
  const shop = useSellerShop()
  const query = useQuery(labelledDayQuery(useApp(), useMember().id, shop.id, day))
  const back = { to: `/seller/orders/prep?day=${day}`, label: 'Prep sheet' }
  return (
    <Loaded query={query} failed="Error loading orders" loading={<EditorLoading heading="Labels" />}>
      {(orders) =>
        orders.length === 0 ? (
          <PageNotice icon={Tags} title="No labels to print" to={back.to} link={back.label}>
            There are no orders for {longDate(day)} that are still to be handed over.
          </PageNotice>
        ) : (
          <LabelSheet
            // Another day starts with its own numbers of copies.
            key={day}
            subject={`${orders.length === 1 ? '1 order' : `${orders.length} orders`} for ${longDate(day)}`}
            back={back}
            labels={orders.flatMap(labelsOf)}
            shopName={shop.name}
            handOver={day}
            warning={orders.map((order) => <OrderLabelWarnings key={order.id} order={order} />)}
          />
        )
      }
    </Loaded>
  )
}

/** The day's orders that are not handed over yet, in the order in which they are due. */
function labelledDayQuery(app: AppContext, userId: string, shopId: string, day: string) {
  return queryOptions({
    queryKey: sellerProductKeys.labelledDay(userId, shopId, day),
    queryFn: ({ signal }): Promise<readonly LabelledOrder[]> =>
      read(app, (client) =>
        selectLabelledOrders(client, shopId)
          .in('status', ['processing', 'ready'])
          .gte('due_at', day)
          .lt('due_at', addDays(day, 1))
          .order('due_at')
          .order('id')
          .abortSignal(signal),
      ),
  })
}
