/** The filters beside the listing on wide screens. Their code is loaded after the page, into a reserved place. */

import { useCallback, useSyncExternalStore } from 'react'
import { SkeletonText } from '#ui/skeleton'
import { useLazyPart } from '#ui/use-lazy-part'
import type { FilterPanelProps } from './filter-panel.tsx'

const loadPanel = () => import('./filter-panel.tsx')

/** Tailwind's `lg`. */
const wide = '(min-width: 64rem)'

function subscribe(onChange: () => void): () => void {
  const query = window.matchMedia(wide)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}

export function FilterColumn(props: FilterPanelProps) {
  const isWide = useSyncExternalStore(
    subscribe,
    () => window.matchMedia(wide).matches,
    () => false,
  )
  const part = useLazyPart(
    loadPanel,
    isWide,
    useCallback(() => {}, []),
  )
  return (
    <aside aria-label="Filters" className="hidden min-h-[46rem] lg:block">
      {part ? <part.FilterPanel {...props} /> : <SkeletonText lines={8} className="leading-10" />}
    </aside>
  )
}
