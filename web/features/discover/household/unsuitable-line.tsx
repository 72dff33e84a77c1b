/** Says that a list leaves food out, with a button that shows it. */
import { Button } from '#ui/button'
import { classNames } from '#web/ui/class-names.ts'
import { showUnsuitableLabel } from './unsuitable-label.ts'
import { useActiveHousehold, useAvoiding } from './use-household.ts'

interface UnsuitableLineProps {
  /** Null if it is not known. */
  count: number | null
  onShow: () => void
  /** Whether the list leaves out what the filters of the page avoid, too. */
  byFilters?: boolean
  isCentred?: boolean
  className?: string
}

export function UnsuitableLine({
  count,
  onShow,
  byFilters = false,
  isCentred = false,
  className,
}: UnsuitableLineProps) {
  const household = useActiveHousehold()
  const isFiltered = useAvoiding() !== household
  const causes = [
    household.length > 0 && 'for your household',
    byFilters && isFiltered && 'because of your filters',
  ].filter((cause) => cause !== false)
  return (
    <p
      className={classNames(
        'flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-soft',
        isCentred && 'justify-center text-center',
        className,
      )}
    >
      Some food is left out {causes.join(' and ')}.
      {/* On phones it is on a line of its own, with its text below the sentence. */}
      <Button variant="quiet" onClick={onShow} className={isCentred ? undefined : 'max-sm:-ml-5'}>
        {showUnsuitableLabel(count)}
      </Button>
    </p>
  )
}
