/** A grid of products for a household: what does not fit is left out or marked, and what fits says so. */

import { useState } from 'react'
import { useFits } from '#features/household'
import { Button } from '#ui/button'
import { LoadFailed } from '#ui/load-failed'
import { FitNotes } from './fit-notes.tsx'
import { showMisfitsLabel } from './left-out.ts'
import { PlainGrid, type ProductGridProps } from './product-grid.tsx'

export function FittedGrid({ misfits = 'hidden', products, ...grid }: ProductGridProps) {
  const fits = useFits(products.map(({ id }) => id))
  const [showsAll, setShowsAll] = useState(false)
  const notesOf = (id: string) => <FitNotes fit={fits.of(id)} />
  if (misfits === 'absent') return <PlainGrid {...grid} products={products} notesOf={notesOf} />
  if (fits.hasFailed) {
    return (
      <LoadFailed title="These products could not be checked for your household" retry={fits.retry}>
        Check your connection and try again.
      </LoadFailed>
    )
  }
  if (fits.isLoading) return <PlainGrid {...grid} products={[]} placeholders={Math.min(4, products.length)} />
  if (misfits === 'marked' || showsAll) return <PlainGrid {...grid} products={products} notesOf={notesOf} />

  const fitting = products.filter(({ id }) => fits.of(id)?.reasons.length === 0)
  const count = products.length - fitting.length
  return (
    <>
      {fitting.length > 0 && <PlainGrid {...grid} products={fitting} notesOf={notesOf} />}
      {count > 0 && (
        <p className="mt-5 flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-soft">
          Some food is left out for your household.
          <Button variant="quiet" onClick={() => setShowsAll(true)}>
            {showMisfitsLabel({ isAny: true, count })}
          </Button>
        </p>
      )}
    </>
  )
}
