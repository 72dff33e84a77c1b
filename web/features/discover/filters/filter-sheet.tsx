/** The filters on small screens: a sheet above the listing, which updates with every choice. */

import { Button } from '#ui/button'
import { Sheet } from '#ui/sheet'
import { FilterPanel, type FilterPanelProps } from './filter-panel.tsx'

export interface FilterSheetProps extends FilterPanelProps {
  open: boolean
  onClose: () => void
  /** The label of the close button, such as 'Show 12 items'. */
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
        {/* Screen readers cannot reach the page behind the sheet, so the sheet announces the result. */}
        <p role="status" className="sr-only">
          {closeLabel}
        </p>
      </div>
    </Sheet>
  )
}
