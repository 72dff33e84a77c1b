/** The seller's order inbox, with the open order beside it. */
import { ClipboardList, Download, Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { sellerOrderKeys } from '#keys/seller-orders'
import { useApp } from '#platform/app-context.ts'
import { PageHead } from '#platform/page-head.tsx'
import { preload } from '#platform/preload.ts'
import { useRowChanges } from '#platform/use-row-changes.ts'
import { Button } from '#ui/button'
import { LinkButton } from '#ui/link-button'
import { Page } from '#ui/page'
import { toast } from '#ui/toast'
import { memberLoader } from '#web/features/account/auth/member-loader.ts'
import { useMember } from '#web/features/account/auth/require-account.tsx'
import { SellerPage, useSellerShop } from '#web/features/sell/frame/seller-page.ts'
import { inboxQuery, useInbox } from '#web/features/sell/inbox/inbox.ts'
import { InboxList } from '#web/features/sell/inbox/inbox-list.tsx'
import { readInboxParameters } from '#web/features/sell/inbox/inbox-parameters.ts'
import { InboxToolbar } from '#web/features/sell/inbox/inbox-toolbar.tsx'
import { ExportDialog } from '#web/features/sell/inbox/lazy-export-dialog.ts'
import { NoOrderSelected, OrderPanel } from '#web/features/sell/inbox/order-panel.tsx'
import { useNewOrders } from '#web/features/sell/inbox/use-new-orders.ts'
import type { OwnShop } from '#web/features/sell/own-shop/own-shop.ts'
import { classNames } from '#web/ui/class-names.ts'

export const handle = new SellerPage('Orders')

export const loader = memberLoader(
  (app, { id }, { url }) => void preload(app, inboxQuery(app, id, readInboxParameters(url.searchParams))),
)

export function Component() {
  useFailedExport()
  const user = useMember()
  const shop = useSellerShop()
  const { queryClient } = useApp()
  const [searchParams] = useSearchParams()
  const parameters = readInboxParameters(searchParams)
  const inbox = useInbox(user.id, parameters)
  useRowChanges({ table: 'orders', filter: `shop_id=eq.${shop.id}` }, () => {
    void queryClient.invalidateQueries({ queryKey: sellerOrderKeys.all(user.id) })
  })
  const isNew = useNewOrders(inbox.data?.newest, parameters.order)
  const toMake = parameters.text === '' ? (inbox.data?.counts.processing ?? 0) : 0

  // Phones show either the list or the order; wide screens show both.
  return (
    <Page className="py-8 sm:py-10">
      <PageHead title={toMake > 0 ? `(${toMake}) ${handle.title}` : handle.title} hidden />
      <div className={classNames(parameters.order && 'max-lg:hidden')}>
        <InboxHeader shop={shop} />
        <InboxToolbar parameters={parameters} inbox={inbox.data} />
      </div>
      <div className="mt-6 grid items-start gap-8 max-lg:mt-0 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] xl:grid-cols-[minmax(0,6fr)_minmax(0,5fr)]">
        <div
          className={classNames(
            'min-w-0 max-lg:mt-6',
            parameters.order ? 'max-lg:hidden' : inbox.data?.orders.length === 0 && 'lg:col-span-2',
          )}
        >
          <InboxList parameters={parameters} inbox={inbox} isNew={isNew} />
        </div>
        {parameters.order ? (
          <OrderPanel key={parameters.order} id={parameters.order} parameters={parameters} />
        ) : (
          <NoOrderSelected hasOrders={(inbox.data?.orders.length ?? 0) > 0} />
        )}
      </div>
    </Page>
  )
}

/** The export function redirects here if the download cannot start. */
function useFailedExport(): void {
  const [searchParams, setSearchParams] = useSearchParams()
  const hasFailed = searchParams.get('export') === 'failed'
  useEffect(() => {
    if (!hasFailed) return
    setSearchParams({}, { replace: true })
    toast({
      title: 'Your orders could not be exported',
      description: 'Please sign in again and retry.',
      variant: 'destructive',
    })
  }, [hasFailed, setSearchParams])
}

function InboxHeader({ shop }: { shop: OwnShop }) {
  const [isExporting, setExporting] = useState(false)
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
      <div className="min-w-0">
        <h1 className="text-3xl sm:text-4xl">Orders</h1>
        <p className="mt-1 text-ink-soft wrap-anywhere">{shop.name}</p>
      </div>
      <div className="flex flex-wrap gap-2 max-sm:w-full">
        <LinkButton to="/seller/orders/new" className="max-sm:grow">
          <Plus aria-hidden="true" className="size-5" />
          New order
        </LinkButton>
        <LinkButton to="/seller/orders/prep" variant="secondary" className="max-sm:grow">
          <ClipboardList aria-hidden="true" className="size-5" />
          Prep sheet
        </LinkButton>
        <Button variant="secondary" onClick={() => setExporting(true)} className="max-sm:grow">
          <Download aria-hidden="true" className="size-5" />
          Export
        </Button>
      </div>
      <ExportDialog open={isExporting} onClose={() => setExporting(false)} shopId={shop.id} />
    </div>
  )
}
