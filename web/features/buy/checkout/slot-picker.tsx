/** Chooses the day and the time of a pickup or delivery. */
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import type { Fulfilment, HandOverSlot } from '#domain/pickup/hand-over'
import { isFull, isSameSlot, type OfferedDay, placesLeftText, slotHours } from '#domain/pickup/pickup-days'
import { slotOnly } from '#domain/pickup/usual-time'
import { longDate, weekdayAbbreviation, weekdayName, weekFromMonday } from '#domain/values/calendar'
import { monthOf, monthTitle, weeksOf } from '#domain/values/month'
import { SlotWaiting, type SlotWish } from '#features/buy/waitlist'
import { Choice } from '#ui/choice'
import { IconButton } from '#ui/icon-button'
import { LoadFailedLine } from '#ui/load-failed-line'
import { Loading, Skeleton } from '#ui/skeleton'
import { classNames } from '#web/ui/class-names.ts'
import type { OfferedDays } from './offered-days.ts'
import { SectionError } from './section-error.tsx'

export interface SlotPickerProps {
  id: string
  fulfilment: Fulfilment
  offered: OfferedDays
  chosen: HandOverSlot | null
  /** The weekday of the order that is repeated. */
  usualDay: number | null
  onChoose: (slot: HandOverSlot) => void
  error: string | undefined
  noneOffered: string
  shopId: string
  /** What is to be handed over, for waiting for a full slot. */
  items: SlotWish['items']
}

export function SlotPicker({ id, fulfilment, offered, error, ...days }: SlotPickerProps) {
  return (
    <fieldset id={id} aria-describedby={error && `${id}-error`} className="min-w-0 scroll-mt-28">
      <legend className="text-sm font-semibold">{fulfilment === 'pickup' ? 'Pickup time' : 'Delivery time'}</legend>
      <SectionError id={`${id}-error`}>{error}</SectionError>
      {offered.data ? (
        <Days id={id} fulfilment={fulfilment} days={offered.data} {...days} />
      ) : offered.isError ? (
        <LoadFailedLine retry={() => void offered.refetch()} className="mt-2">
          The {fulfilment} times could not be loaded.
        </LoadFailedLine>
      ) : (
        <Loading text={`Loading ${fulfilment} times...`} className="mt-2">
          <Skeleton shape="field" className="h-72 max-w-96" />
        </Loading>
      )}
    </fieldset>
  )
}

interface DaysProps extends Omit<SlotPickerProps, 'offered' | 'error'> {
  days: readonly OfferedDay[]
}

function Days({ id, fulfilment, days, chosen, usualDay, onChoose, noneOffered, shopId, items }: DaysProps) {
  const [opened, setOpened] = useState<string | null>(null)
  const free = days.find(({ reason }) => reason === null)
  // The first day with free slots is open by default.
  const date = opened ?? chosen?.date ?? free?.date
  const day = days.find((one) => one.date === date) ?? free
  if (!days.some(({ slots }) => slots.length > 0))
    return <p className="mt-2 text-pretty text-ink-soft">{noneOffered}</p>
  return (
    <>
      {free && usualDay !== null && !chosen && (
        <p className="mt-2 text-pretty text-ink-soft">No {weekdayName(usualDay)} is free. Please choose another day.</p>
      )}
      {!free && (
        <p className="mt-2 text-pretty text-ink-soft">
          Every time is taken at the moment. Choose a day to wait for one of its times.
        </p>
      )}
      <Month name={`${id}-day`} days={days} opened={day} onOpen={setOpened} />
      {day && (
        <fieldset className="mt-4 min-w-0">
          <legend className="mb-2 font-medium">{longDate(day.date)}</legend>
          {day.reason !== null && <p className="mb-2 text-ink-soft">{day.reason}</p>}
          <div className="grid gap-2 sm:grid-cols-2">
            {day.slots.map((slot) => (
              <div key={slot.start_time} className="min-w-0">
                <Choice
                  look="card"
                  name={`${id}-slot`}
                  checked={chosen !== null && isSameSlot(slot, chosen)}
                  disabled={isFull(slot)}
                  onChange={() => onChoose(slotOnly(slot))}
                >
                  <span className="flex flex-wrap items-baseline justify-between gap-x-3">
                    <span className="font-medium tabular-nums">{slotHours(slot)}</span>
                    <span className="text-sm text-ink-soft">{placesLeftText(slot)}</span>
                  </span>
                </Choice>
                <SlotWaiting shopId={shopId} fulfilment={fulfilment} items={items} slot={slot} isFull={isFull(slot)} />
              </div>
            ))}
          </div>
        </fieldset>
      )}
    </>
  )
}

interface MonthProps {
  name: string
  days: readonly OfferedDay[]
  opened: OfferedDay | undefined
  onOpen: (date: string) => void
}

/** A month of days from Monday. A day without free slots can be opened too, to read why. */
function Month({ name, days, opened, onOpen }: MonthProps) {
  const months = [...new Set(days.map(({ date }) => monthOf(date)))]
  const [shown, setShown] = useState<string | null>(null)
  const month = shown ?? monthOf(opened?.date ?? days[0]?.date ?? '')
  const position = months.indexOf(month)
  const known = new Map(days.map((day) => [day.date, day]))
  return (
    <div className="mt-2 max-w-96">
      <div className="flex items-center justify-between">
        <p aria-live="polite" className="font-medium">
          {monthTitle(month)}
        </p>
        {months.length > 1 && (
          <div className="flex">
            <IconButton
              icon={ChevronLeft}
              label="Previous month"
              disabled={position <= 0}
              onClick={() => setShown(months[position - 1] ?? null)}
            />
            <IconButton
              icon={ChevronRight}
              label="Next month"
              disabled={position === months.length - 1}
              onClick={() => setShown(months[position + 1] ?? null)}
            />
          </div>
        )}
      </div>
      <div aria-hidden="true" className="mt-1 grid grid-cols-7 text-center text-xs text-ink-soft">
        {weekFromMonday.map((day) => (
          <span key={day}>{weekdayAbbreviation(day)}</span>
        ))}
      </div>
      <fieldset className="mt-1 grid min-w-0 grid-cols-7 gap-1">
        <legend className="sr-only">Day</legend>
        {weeksOf(month).flatMap((week, number) =>
          week.map((date, column) => {
            const day = date === null ? undefined : known.get(date)
            if (!day) return <Blank key={date ?? `${number}-${column}`} date={date} />
            return (
              <DayChip
                key={day.date}
                name={name}
                day={day}
                isOpen={day.date === opened?.date}
                onOpen={() => onOpen(day.date)}
              />
            )
          }),
        )}
      </fieldset>
    </div>
  )
}

/** A day that is past or beyond the shop's horizon, or of another month. */
function Blank({ date }: { date: string | null }) {
  return (
    <span aria-hidden="true" className="grid h-11 place-items-center text-sm text-ink-soft">
      {date && Number(date.slice(8))}
    </span>
  )
}

interface DayChipProps {
  name: string
  day: OfferedDay
  isOpen: boolean
  onOpen: () => void
}

function DayChip({ name, day: { date, reason }, isOpen, onOpen }: DayChipProps) {
  return (
    <Choice
      look="chip"
      name={name}
      checked={isOpen}
      onChange={onOpen}
      aria-label={`${longDate(date)}${reason === null ? '' : `: ${reason}`}`}
      className={classNames(
        'h-11 rounded-control px-0 text-center',
        reason !== null && 'border-transparent bg-transparent',
      )}
    >
      <span
        aria-hidden="true"
        className={classNames('block font-semibold', reason !== null && 'font-normal line-through opacity-70')}
      >
        {Number(date.slice(8))}
      </span>
    </Choice>
  )
}
