/** Opens the filter sheet and shows the number of active filters. The sheet's code is loaded on the first press. */

import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/button'
import { lazyDialog } from '#ui/lazy-dialog'
import type { FilterSheetProps } from './filter-sheet.tsx'
import { countFilters } from './listing-filters.ts'

const FilterSheet = lazyDialog(() => import('./filter-sheet.tsx').then((module) => module.FilterSheet))

export interface FilterButtonProps extends Omit<FilterSheetProps, 'open' | 'onClose'> {
  className?: string
}

export function FilterButton({ className, ...sheet }: FilterButtonProps) {
  const [open, setOpen] = useState(false)
  const count = countFilters(sheet.filters)
  return (
    <>
      <Button
        variant="secondary"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
        className={className}
      >
        <SlidersHorizontal aria-hidden="true" className="size-4.5" />
        Filters
        {count > 0 && (
          <span className="grid h-5.5 min-w-5.5 place-items-center rounded-full bg-berry px-1.5 text-xs text-on-fill tabular-nums">
            <span className="sr-only">(</span>
            {count}
            <span className="sr-only"> applied)</span>
          </span>
        )}
      </Button>
      <FilterSheet {...sheet} open={open} onClose={() => setOpen(false)} />
    </>
  )
}
