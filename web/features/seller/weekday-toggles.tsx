/** A toggle button for each day of the week. */
import { useId } from 'react'
import { weekdayAbbreviation, weekdayName, weekdays } from '#domain/calendar'
import { Button } from '#ui/button'
import { classNames } from '#web/ui/class-names.ts'

export interface WeekdayTogglesProps {
  /** 0 for Sunday to 6 for Saturday. */
  value: readonly number[]
  onChange: (days: number[]) => void
}

export function WeekdayToggles({ value, onChange }: WeekdayTogglesProps) {
  const id = useId()
  const toggle = (day: number) =>
    onChange(value.includes(day) ? value.filter((other) => other !== day) : [...value, day])
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a grid everywhere
    <div role="group" aria-labelledby={id}>
      <p id={id} className="mb-1.5 text-sm font-semibold">
        Days
      </p>
      <div className="grid grid-cols-7 gap-1.5 sm:flex sm:gap-2">
        {weekdays.map((name, day) => {
          const isChosen = value.includes(day)
          return (
            <Button
              key={name}
              variant="plain"
              title={weekdayName(day)}
              aria-pressed={isChosen}
              onClick={() => toggle(day)}
              className={classNames(
                'h-12 min-w-0 rounded-xl border text-sm font-semibold transition-colors sm:w-16 sm:text-base',
                isChosen
                  ? 'border-berry bg-berry text-white hover:bg-berry-deep'
                  : 'border-ink/25 bg-white text-ink hover:border-ink/50',
              )}
            >
              {weekdayAbbreviation(day)}
            </Button>
          )
        })}
      </div>
    </div>
  )
}
