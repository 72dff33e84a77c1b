/** The inbox's heading, with the prep sheet link and the export button. */
import { ClipboardList, Download } from 'lucide-react'
import { useState } from 'react'
import type { OwnShop } from '#features/seller'
import { Button } from '#ui/button'
import { lazyDialog } from '#ui/lazy-dialog'
import { LinkButton } from '#ui/link-button'

const ExportDialog = lazyDialog(() => import('./export-dialog.tsx').then((module) => module.ExportDialog))

export function InboxHeader({ shop }: { shop: OwnShop }) {
  const [isExporting, setExporting] = useState(false)
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
      <div className="min-w-0">
        <h1 className="text-3xl sm:text-4xl">Orders</h1>
        <p className="mt-1 text-ink-soft wrap-anywhere">{shop.name}</p>
      </div>
      <div className="flex gap-2 max-sm:w-full">
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
