/** The printable packing list of one order. */
import { PackageSearch, Printer } from 'lucide-react'
import { useParams } from 'react-router'
import { handOverWhen } from '#domain/orders/order-timeline'
import { isUuid } from '#domain/values/ids'
import { PageHead } from '#platform/page-head.tsx'
import { BackLink } from '#ui/back-link'
import { Button } from '#ui/button'
import { LoadFailed } from '#ui/load-failed'
import { Page } from '#ui/page'
import { PageNotice } from '#ui/page-notice'
import { readAddress } from '#web/features/orders/orders/order-address.ts'
import { AddressLines } from '#web/features/orders/orders/order-facts.tsx'
import { owesBalance } from '#web/features/orders/orders/order-money.tsx'
import { SellerPage } from '#web/features/sell/frame/seller-page.ts'
import { SellerLoading } from '#web/features/sell/frame/seller-states.tsx'
import { PackingList } from '#web/features/sell/inbox/packing-list.tsx'
import { type SoldOrder, useSoldOrder } from '#web/features/sell/inbox/sold-order.ts'

export const handle = new SellerPage('Packing list')

export function Component() {
  const { orderId = '' } = useParams()
  return (
    <>
      <PageHead title={handle.title} hidden />
      {isUuid(orderId) ? <OrderPackingList id={orderId} /> : <NotFound />}
    </>
  )
}

function OrderPackingList({ id }: { id: string }) {
  const { data: order, isError, refetch } = useSoldOrder(id)
  if (order) return <PrintablePackingList order={order} />
  if (order === null) return <NotFound />
  if (!isError) return <SellerLoading />
  return <LoadFailed title="The order could not be loaded" headingLevel="h1" retry={() => void refetch()} />
}

function PrintablePackingList({ order }: { order: SoldOrder }) {
  // As it is made today, as on the prep sheet.
  const items = order.items.map(({ change, ...item }) => ({
    ...item,
    allergens: change ? change.allergens : item.allergens,
  }))
  const address = order.fulfilment === 'delivery' ? readAddress(order.delivery_address) : null
  return (
    <Page width="reading" className="py-6 sm:py-10 print:max-w-none print:p-0">
      <div className="print:hidden">
        <BackLink to={`/seller/orders?order=${order.id}`}>Order {order.number}</BackLink>
        <div className="mt-1 mb-6 flex flex-wrap items-center justify-between gap-4">
          <h1 className="text-3xl sm:text-4xl">Packing list</h1>
          <Button onClick={() => window.print()} className="max-sm:w-full">
            <Printer aria-hidden="true" className="size-5" />
            Print
          </Button>
        </div>
      </div>
      {address ? (
        <AddressLines address={address} className="mb-4 text-lg" />
      ) : (
        <p className="mb-4 text-lg font-medium">{handOverWhen(order)}</p>
      )}
      <PackingList order={{ ...order, items, owes_balance: owesBalance(order), town: null, postal_code: null }} />
    </Page>
  )
}

function NotFound() {
  return (
    <PageNotice icon={PackageSearch} title="Order Not Found" to="/seller/orders" link="Orders">
      This order doesn’t exist or isn’t yours.
    </PageNotice>
  )
}
