/** Chooses a pickup slot: days as chips, then the slots of the day. No slot is preselected. */
import { useState } from 'react'
import { longDate } from '#domain/calendar'
import type { PickupSlot } from '#domain/checkout'
import { daysOf, isFull, isSameSlot, type OfferedDay, placesLeftText, shortDay, slotHours } from '#domain/pickup-days'
import { Choice } from '#ui/choice'
import { LoadFailedLine } from '#ui/load-failed-line'
import { Loading, Skeleton } from '#ui/skeleton'
import { classNames } from '#web/ui/class-names.ts'
import { FieldError } from './field-error.tsx'
import type { OfferedSlots } from './pickup-slots.ts'

export interface SlotPickerProps {
  id: string
  offered: OfferedSlots
  chosen: PickupSlot | null
  onChoose: (slot: PickupSlot) => void
  error: string | undefined
  noneOffered: string
}

export function SlotPicker({ id, offered, chosen, onChoose, error, noneOffered }: SlotPickerProps) {
  return (
    <fieldset id={id} aria-describedby={error && `${id}-error`} className="min-w-0 scroll-mt-28">
      <legend className="text-sm font-semibold">Pickup time</legend>
      <FieldError id={`${id}-error`}>{error}</FieldError>
      {offered.data ? (
        <Days id={id} days={daysOf(offered.data)} chosen={chosen} onChoose={onChoose} noneOffered={noneOffered} />
      ) : offered.isError ? (
        <LoadFailedLine retry={() => void offered.refetch()} className="mt-2">
          The pickup times could not be loaded.
        </LoadFailedLine>
      ) : (
        <Loading text="Loading pickup times..." className="mt-2 flex gap-2">
          <Skeleton shape="field" className="h-16 w-14" />
          <Skeleton shape="field" className="h-16 w-14" />
          <Skeleton shape="field" className="h-16 w-14" />
        </Loading>
      )}
    </fieldset>
  )
}

interface DaysProps extends Pick<SlotPickerProps, 'id' | 'chosen' | 'onChoose' | 'noneOffered'> {
  days: readonly OfferedDay[]
}

function Days({ id, days, chosen, onChoose, noneOffered }: DaysProps) {
  const [opened, setOpened] = useState<string | null>(null)
  const free = days.find(({ isFull }) => !isFull)
  // The first day with free slots is open by default.
  const date = opened ?? chosen?.date ?? free?.date
  const day = days.find((one) => one.date === date) ?? free
  if (!free) {
    return (
      <p className="mt-2 text-pretty text-ink-soft">
        {days.length === 0 ? noneOffered : 'All pickup times in the next two weeks are taken.'}
      </p>
    )
  }
  return (
    <>
      <fieldset className="mt-2 flex min-w-0 flex-wrap gap-2">
        <legend className="sr-only">Day</legend>
        {days.map((one) => (
          <DayChip
            key={one.date}
            name={`${id}-day`}
            day={one}
            isOpen={one.date === day?.date}
            onOpen={() => setOpened(one.date)}
          />
        ))}
      </fieldset>
      {day && (
        <fieldset className="mt-4 min-w-0">
          <legend className="mb-2 font-medium">{longDate(day.date)}</legend>
          <div className="grid gap-2 sm:grid-cols-2">
            {day.slots.map((slot) => (
              <Choice
                look="card"
                key={slot.start_time}
                name={`${id}-slot`}
                checked={chosen !== null && isSameSlot(slot, chosen)}
                disabled={isFull(slot)}
                onChange={() => onChoose({ date: slot.date, start_time: slot.start_time, end_time: slot.end_time })}
              >
                <span className="flex flex-wrap items-baseline justify-between gap-x-3">
                  <span className="font-medium tabular-nums">{slotHours(slot)}</span>
                  <span className="text-sm text-ink-soft">{placesLeftText(slot)}</span>
                </span>
              </Choice>
            ))}
          </div>
        </fieldset>
      )}
    </>
  )
}

interface DayChipProps {
  name: string
  day: OfferedDay
  isOpen: boolean
  onOpen: () => void
}

function DayChip({ name, day: { date, isFull }, isOpen, onOpen }: DayChipProps) {
  const { weekday, day } = shortDay(date)
  return (
    <Choice
      look="chip"
      name={name}
      checked={isOpen}
      disabled={isFull}
      onChange={onOpen}
      aria-label={`${longDate(date)}${isFull ? ', full' : ''}`}
      className="h-16 w-14 rounded-control px-0 text-center"
    >
      <span aria-hidden="true" className="block text-xs leading-4 font-normal">
        {weekday}
      </span>
      <span
        aria-hidden="true"
        className={classNames('block text-lg leading-6 font-semibold', isFull && 'line-through')}
      >
        {day}
      </span>
    </Choice>
  )
}
