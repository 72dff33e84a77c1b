/** The filters of a small screen: a sheet over the listing, which changes behind it with every choice. */

import { Button } from '#ui/button'
import { Sheet } from '#ui/sheet'
import { FilterPanel, type FilterPanelProps } from './filter-panel.tsx'

export interface FilterSheetProps extends FilterPanelProps {
  open: boolean
  onClose: () => void
  /** What the button that closes the sheet leads to: 'Show 12 items'. */
  closeLabel: string
}

export function FilterSheet({ open, onClose, closeLabel, ...panel }: FilterSheetProps) {
  return (
    <Sheet open={open} onOpenChange={(next) => next || onClose()} title="Filters">
      <div className="px-3 [&_:is(input,select,summary)]:scroll-mb-28">
        <FilterPanel {...panel} />
      </div>
      <div className="sticky -bottom-8 z-10 -mx-3 mt-auto -mb-8 border-t border-line bg-card px-6 pt-3 pb-5">
        <Button className="w-full" onClick={onClose}>
          {closeLabel}
        </Button>
        {/* The page behind is out of reach while the sheet is open, and so is what it would say. */}
        <p role="status" className="sr-only">
          {closeLabel}
        </p>
      </div>
    </Sheet>
  )
}
