/** Filters by date: the next days as chips, any other day with a date picker, and the part of that day. */

import { type ReactNode, useId, useState } from 'react'
import { addDays, dayOfWeek, londonTime, longDate, weekdayAbbreviation } from '#domain/values/calendar'
import { useNow } from '#platform/clock.ts'
import { Choice } from '#ui/choice'
import { TextField } from '#ui/text-field'
import { FilterGroup } from './filter-group.tsx'
import { type DayProps, PartOfDaySelect } from './part-of-day-select.tsx'

/** Today and the next seven days, so that every weekday is included. */
const daysAhead = 8

export function DateFilter({ filters, onChange }: DayProps) {
  const { available_on: date, part_of_day: part } = filters
  const choose = (available_on: string | null) => onChange({ available_on, part_of_day: part })
  const name = useId()
  const today = londonTime(useNow()).date
  const days = Array.from({ length: daysAhead }, (_, ahead) => addDays(today, ahead))
  const other = date !== null && !days.includes(date) ? date : ''
  // The text being typed, until another date is chosen. An unfinished year is 0002, 0020 or 0202.
  const [typed, setTyped] = useState({ value: other, forDate: date })
  if (typed.forDate !== date) setTyped({ value: other, forDate: date })
  return (
    <FilterGroup legend="Ready on">
      <div className="grid grid-cols-4 gap-2">
        {days.map((day) => (
          <Choice
            key={day}
            look="chip"
            name={name}
            checked={day === date}
            onChange={() => choose(day)}
            aria-label={day === today ? `Today, ${longDate(day)}` : longDate(day)}
            className="rounded-card px-1 py-1.5"
          >
            <Day name={day === today ? 'Today' : weekdayAbbreviation(dayOfWeek(day))}>{Number(day.slice(8))}</Day>
          </Choice>
        ))}
      </div>
      <div className="mt-3 flex items-center gap-2">
        <Choice look="chip" name={name} checked={date === null} onChange={() => choose(null)}>
          Any day
        </Choice>
        <TextField
          label="Another day"
          labelHidden
          type="date"
          min={today}
          value={typed.value}
          onChange={(event) => {
            const { value } = event.currentTarget
            setTyped({ value, forDate: date })
            if (value >= today) choose(value)
          }}
          className="min-w-0 grow"
          inputClassName="h-10 px-3 text-sm"
        />
      </div>
      <PartOfDaySelect filters={filters} onChange={onChange} className="mt-3" />
    </FilterGroup>
  )
}

function Day({ name, children }: { name: string; children: ReactNode }) {
  return (
    <span className="block text-center leading-tight">
      <span className="block text-xs">{name}</span>
      <span className="block text-base font-semibold tabular-nums">{children}</span>
    </span>
  )
}
