/** The grid of products of a page, which leaves out or marks what does not fit. */
import { useCallback } from 'react'
import { useAvoiding } from '#features/discover/household'
import { useLazyPart } from '#ui/use-lazy-part'
import { PendingNote } from './pending-note.tsx'
import { PlainGrid, type ProductGridProps } from './plain-grid.tsx'

const loadFittedGrid = () => import('./fitted-grid.tsx')

/** Where nothing is avoided this is the plain grid. Otherwise nothing is shown before it is known what fits. */
export function ProductGrid({ unsuitable = 'hidden', ...grid }: ProductGridProps) {
  const isNeeded = useAvoiding().length > 0 && grid.products.length > 0
  const part = useLazyPart(
    loadFittedGrid,
    isNeeded,
    useCallback(() => {}, []),
  )
  if (!isNeeded) return <PlainGrid {...grid} />
  if (part) return <part.FittedGrid {...grid} unsuitable={unsuitable} />
  return unsuitable === 'absent' ? (
    <PlainGrid {...grid} notesOf={() => <PendingNote />} />
  ) : (
    <PlainGrid {...grid} products={[]} placeholders={Math.min(4, grid.products.length)} />
  )
}
