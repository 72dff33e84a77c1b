/** Opens the filter sheet and shows the number of active filters. The sheet's code is loaded on the first press. */

import { SlidersHorizontal } from 'lucide-react'
import { useCallback, useState } from 'react'
import { Button } from '#ui/button'
import { useLazyPart } from '#ui/use-lazy-part'
import type { FilterSheetProps } from './filter-sheet.tsx'
import { countFilters } from './listing-filters.ts'

const loadSheet = () => import('./filter-sheet.tsx')

export interface FilterButtonProps extends Omit<FilterSheetProps, 'open' | 'onClose'> {
  className?: string
}

export function FilterButton({ className, ...sheet }: FilterButtonProps) {
  const [open, setOpen] = useState(false)
  const close = useCallback(() => setOpen(false), [])
  const part = useLazyPart(loadSheet, open, close)
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
          <span className="grid h-5.5 min-w-5.5 place-items-center rounded-full bg-berry px-1.5 text-xs text-white tabular-nums">
            <span className="sr-only">(</span>
            {count}
            <span className="sr-only"> applied)</span>
          </span>
        )}
      </Button>
      {part && <part.FilterSheet {...sheet} open={open} onClose={close} />}
    </>
  )
}
