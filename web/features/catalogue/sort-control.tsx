/** Lets a shopper choose the order of a listing; the choice stands in the address. */

import { useSearchParams } from 'react-router'
import { sortLabels } from '#domain/sorting'
import { Select } from '#ui/select'
import { listingSorts, readListingChoice, withSort } from './listing-choice.ts'

const options = listingSorts.map((value) => ({ value, label: sortLabels[value] }))

export function SortControl() {
  const [parameters, setParameters] = useSearchParams()
  return (
    <Select
      label="Sort by"
      labelHidden
      options={options}
      value={readListingChoice(parameters).sort}
      onValueChange={(sort) => setParameters(withSort(parameters, sort), { replace: true, preventScrollReset: true })}
      className="w-full sm:w-56"
    />
  )
}
