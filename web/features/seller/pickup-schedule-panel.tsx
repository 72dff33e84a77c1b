/** Weekly pickup windows of a shop or product, with a form that adds more. */
import { CalendarClock } from 'lucide-react'
import { type KeyboardEvent, useId } from 'react'
import { Controller } from 'react-hook-form'
import { weekdayAbbreviation, weekdayName, weekdays } from '#domain/calendar'
import { addSchedulesLabel, pickupScheduleForm, pickupScheduleFormDefaults } from '#domain/forms/pickup-schedule-form'
import { hoursAndMinutes, overlapSentence } from '#domain/pickup'
import { useZodForm } from '#platform/zod-form.ts'
import { Button } from '#ui/button'
import { Notice } from '#ui/notice'
import { Skeleton } from '#ui/skeleton'
import { TextField } from '#ui/text-field'
import { toast } from '#ui/toast'
import { classNames } from '#web/ui/class-names.ts'
import { DeletableRow, PanelLoadFailed } from './deletable-row.tsx'
import {
  addFailed,
  type OwnedSchedule,
  type ScheduleOwner,
  useAddSchedules,
  useDeleteSchedule,
  usePickupSchedules,
} from './pickup-schedules.ts'

export interface PickupSchedulePanelProps {
  owner: ScheduleOwner
  headingLevel?: 'h2' | 'h3'
}

export function PickupSchedulePanel({ owner, headingLevel: Heading = 'h2' }: PickupSchedulePanelProps) {
  const id = useId()
  const isOfShop = 'shopId' in owner
  return (
    <section aria-labelledby={id}>
      <Heading id={id} className="text-xl">
        {isOfShop ? 'Pickup Schedule' : 'Product Pickup Schedule'}
      </Heading>
      <p className="mt-1 text-pretty text-ink-soft">
        {isOfShop
          ? 'The days and hours when buyers can pick up their orders from you.'
          : 'Add a schedule only if buyers pick up this product at different times from the rest of your shop.'}
      </p>
      <AddSchedules owner={owner} />
      <ScheduleList owner={owner} />
    </section>
  )
}

/** Not a form element, because the panel is also used inside the product form and forms cannot nest. */
function AddSchedules({ owner }: { owner: ScheduleOwner }) {
  const { input, control, handleSubmit, watch, setValue } = useZodForm(pickupScheduleForm, pickupScheduleFormDefaults)
  const { data: existing = [] } = usePickupSchedules(owner)
  const add = useAddSchedules(owner)
  const wanted = watch()
  const { length: chosenDayCount } = wanted.daysOfWeek
  const overlap = overlapSentence(existing, wanted)

  const submit = handleSubmit((schedule) => {
    // The database checks the same, including windows added in another tab.
    if (overlap) toast(addFailed(chosenDayCount, overlap))
    else add.mutate(schedule, { onSuccess: () => setValue('daysOfWeek', []) })
  })
  /** Enter adds the windows and does not submit the enclosing form. */
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    if (chosenDayCount > 0 && !add.isPending) void submit()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the handler catches Enter from the fields inside
    <div className="mt-5" onKeyDown={onKeyDown}>
      <Controller
        control={control}
        name="daysOfWeek"
        render={({ field }) => <WeekdayToggles value={field.value} onChange={field.onChange} />}
      />
      <div className="mt-5 grid grid-cols-2 gap-4 sm:grid-cols-3">
        <TextField label="Start time" type="time" required {...input('startTime')} />
        <TextField label="End time" type="time" required {...input('endTime')} />
        <TextField
          label="Maximum orders (optional)"
          inputMode="numeric"
          placeholder="No limit"
          autoComplete="off"
          {...input('maxOrders')}
          className="max-sm:col-span-2"
        />
      </div>
      <div aria-live="polite">{overlap && <p className="mt-3 text-sm font-medium text-alarm">{overlap}</p>}</div>
      <Button
        variant="secondary"
        className="mt-5 max-sm:w-full"
        disabled={chosenDayCount === 0}
        busy={add.isPending}
        onClick={() => void submit()}
      >
        {addSchedulesLabel(chosenDayCount)}
      </Button>
    </div>
  )
}

function ScheduleList({ owner }: { owner: ScheduleOwner }) {
  const { data: schedules, isError, refetch } = usePickupSchedules(owner)
  if (schedules) return <Schedules owner={owner} schedules={schedules} />
  if (isError) return <PanelLoadFailed what="The pickup schedules" retry={() => void refetch()} />
  return (
    <div className="mt-6">
      <p role="status" className="text-ink-soft">
        Loading schedules...
      </p>
      <Skeleton shape="field" className="mt-3 h-14" />
    </div>
  )
}

function Schedules({ owner, schedules }: { owner: ScheduleOwner; schedules: readonly OwnedSchedule[] }) {
  const remove = useDeleteSchedule(owner)
  if (schedules.length === 0)
    return (
      <Notice tone="neutral" icon={CalendarClock} className="mt-6">
        No pickup schedules added yet. Add your first schedule above.
      </Notice>
    )
  return (
    <ul aria-label="Pickup schedules" className="mt-6 divide-y divide-line rounded-control border border-line bg-white">
      {schedules.map((schedule) => {
        const { id, day_of_week: day, max_orders: maxOrders } = schedule
        const hours = `${hoursAndMinutes(schedule.start_time)} to ${hoursAndMinutes(schedule.end_time)}`
        return (
          <DeletableRow
            key={id}
            deleteLabel={`Delete ${weekdayName(day)}, ${hours}`}
            isDeleting={remove.isPending && remove.variables === id}
            isDisabled={remove.isPending}
            onDelete={() => remove.mutate(id)}
          >
            <p className="flex flex-wrap gap-x-3">
              <span className="w-28 font-semibold">{weekdayName(day)}</span>
              <span className="tabular-nums">{hours}</span>
              {maxOrders !== null && <span className="text-ink-soft">{`(Max ${maxOrders} orders)`}</span>}
            </p>
          </DeletableRow>
        )
      })}
    </ul>
  )
}

interface WeekdayTogglesProps {
  /** 0 for Sunday to 6 for Saturday. */
  value: readonly number[]
  onChange: (days: number[]) => void
}

function WeekdayToggles({ value, onChange }: WeekdayTogglesProps) {
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
                'h-12 min-w-0 rounded-control border text-sm font-semibold transition-colors sm:w-16 sm:text-base',
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
