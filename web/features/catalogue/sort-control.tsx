/** Selects the order of a listing, stored in the URL. */

import { useSearchParams } from 'react-router'
import { sortLabels } from '#domain/sorting'
import { Select } from '#ui/select'
import { listingSorts, readListingChoice, withSort } from './listing-choice.ts'

export interface SortControlProps {
  /** False where all products are in the same place. */
  withNearest?: boolean
  className?: string
}

export function SortControl({ withNearest = true, className = 'w-full sm:w-56' }: SortControlProps) {
  const [parameters, setParameters] = useSearchParams()
  return (
    <Select
      label="Sort by"
      labelHidden
      options={listingSorts
        .filter((sort) => withNearest || sort !== 'nearest')
        .map((value) => ({ value, label: sortLabels[value] }))}
      value={readListingChoice(parameters).sort}
      onValueChange={(sort) => setParameters(withSort(parameters, sort), { replace: true, preventScrollReset: true })}
      className={className}
    />
  )
}
