/** A grid of products for a household or a shopper who filters: what does not fit is left out or marked, and what fits says so. */

import { useState } from 'react'
import { UnsuitableLine, useFits } from '#features/discover/household'
import { LoadFailed } from '#ui/load-failed'
import { FitNotes } from './fit-notes.tsx'
import { PlainGrid, type ProductGridProps } from './plain-grid.tsx'

export function FittedGrid({ unsuitable = 'hidden', products, ...grid }: ProductGridProps) {
  const fits = useFits(products.map(({ id }) => id))
  const [showsAll, setShowsAll] = useState(false)
  const notesOf = (id: string) => <FitNotes fit={fits.of(id)} />
  if (unsuitable === 'absent') return <PlainGrid {...grid} products={products} notesOf={notesOf} />
  if (fits.hasFailed) {
    return <LoadFailed title="These products could not be checked for what you avoid" retry={fits.retry} />
  }
  if (fits.isLoading) return <PlainGrid {...grid} products={[]} placeholders={Math.min(4, products.length)} />
  if (unsuitable === 'marked' || showsAll) return <PlainGrid {...grid} products={products} notesOf={notesOf} />

  const fitting = products.filter(({ id }) => fits.of(id)?.reasons.length === 0)
  const count = products.length - fitting.length
  return (
    <>
      {fitting.length > 0 && <PlainGrid {...grid} products={fitting} notesOf={notesOf} />}
      {count > 0 && <UnsuitableLine byFilters count={count} onShow={() => setShowsAll(true)} className="mt-5" />}
    </>
  )
}
