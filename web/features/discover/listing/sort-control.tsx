/** Selects the order of a listing, stored in the URL. */

import { useUrlParameters } from '#platform/url-parameters.ts'
import { Select } from '#ui/select'
import { listingSorts, readListingParameters, withSort } from './listing-parameters.ts'
import { type Sort, sortLabels } from './sorting.ts'

export interface SortControlProps {
  sorts?: readonly Sort[]
  className?: string
}

export function SortControl({ sorts = listingSorts, className = 'w-full sm:w-56' }: SortControlProps) {
  const [parameters, change] = useUrlParameters()
  return (
    <Select
      label="Sort by"
      labelHidden
      options={sorts.map((value) => ({ value, label: sortLabels[value] }))}
      value={readListingParameters(parameters, sorts).sort}
      onValueChange={(sort) => change((latest) => withSort(latest, sort))}
      className={className}
    />
  )
}
