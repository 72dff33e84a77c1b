/** Selects the part of the chosen day. Nothing is shown without a day. */
import { partOfDayLabels, partsOfDay, readPartOfDay } from '#domain/values/part-of-day'
import { Select } from '#ui/select'
import type { ListingFilters } from './listing-filters.ts'

export interface DayProps {
  filters: ListingFilters
  onChange: (change: Partial<ListingFilters>) => void
  className?: string
}

const options = [
  { value: '', label: 'Any time' },
  ...partsOfDay.map((part) => ({ value: part, label: partOfDayLabels[part] })),
]

export function PartOfDaySelect({ filters: { available_on, part_of_day }, onChange, className }: DayProps) {
  if (available_on === null) return null
  return (
    <Select
      label="Time of day"
      labelHidden
      options={options}
      value={part_of_day ?? ''}
      // With its day, which the text of a search may have said.
      onValueChange={(value) => onChange({ available_on, part_of_day: readPartOfDay(value) })}
      className={className}
    />
  )
}
