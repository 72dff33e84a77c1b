/** Selects the day on which the food is needed, and then its part, beside the place. Later days are in the filters. */
import { addDays, dayFrom, londonTime, longDate } from '#domain/values/calendar'
import { useNow } from '#platform/clock.ts'
import { Select } from '#ui/select'
import { type DayProps, PartOfDaySelect } from './part-of-day-select.tsx'

const daysAhead = 14

export function DayControl({ filters, onChange, className }: DayProps) {
  const { available_on: day, part_of_day: part } = filters
  const today = londonTime(useNow()).date
  const days = Array.from({ length: daysAhead }, (_, ahead) => addDays(today, ahead))
  const options = days.map((value) => ({ value, label: `For ${dayFrom(today, value)}` }))
  return (
    <>
      <Select
        label="When do you need it?"
        labelHidden
        options={[
          { value: '', label: 'When do you need it?' },
          ...options,
          ...(day !== null && !days.includes(day) ? [{ value: day, label: `For ${longDate(day)}` }] : []),
        ]}
        value={day ?? ''}
        onValueChange={(value) => onChange({ available_on: value === '' ? null : value, part_of_day: part })}
        className={className}
      />
      <PartOfDaySelect filters={filters} onChange={onChange} className={className} />
    </>
  )
}
