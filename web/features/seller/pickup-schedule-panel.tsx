/** Where a seller says on which days and between which hours orders can be picked up. */
import { zodResolver } from '@hookform/resolvers/zod'
import { CalendarClock } from 'lucide-react'
import { type KeyboardEvent, useId } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { weekdayName } from '#domain/calendar'
import { addSchedulesLabel, pickupScheduleForm, pickupScheduleFormDefaults } from '#domain/forms/pickup-schedule-form'
import { hoursAndMinutes, overlapSentence } from '#domain/pickup'
import { Button } from '#ui/button'
import { Skeleton } from '#ui/skeleton'
import { TextField } from '#ui/text-field'
import { toast } from '#ui/toast'
import { fieldProps } from '#web/app/field-props.ts'
import { DeletableRow, PanelFailed } from './panel-list.tsx'
import {
  type OwnedSchedule,
  type ScheduleOwner,
  useAddSchedules,
  useDeleteSchedule,
  usePickupSchedules,
} from './pickup-schedules.ts'
import { refusalSentence } from './refusal-sentence.ts'
import { WeekdayToggles } from './weekday-toggles.tsx'

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
          ? 'The days and hours when buyers can collect their orders from you.'
          : 'Only if this product is collected at other times than the rest of your shop.'}
      </p>
      <AddSchedules owner={owner} />
      <ScheduleList owner={owner} />
    </section>
  )
}

/** Not a form element: the panel also stands inside the form of a product. */
function AddSchedules({ owner }: { owner: ScheduleOwner }) {
  const { control, register, handleSubmit, watch, setValue, formState } = useForm({
    resolver: zodResolver(pickupScheduleForm),
    defaultValues: pickupScheduleFormDefaults,
  })
  const { data: existing = [] } = usePickupSchedules(owner)
  const add = useAddSchedules(owner)
  const wanted = watch()
  const { length: chosenDays } = wanted.daysOfWeek
  const overlap = overlapSentence(existing, wanted)
  const input = fieldProps(register, formState.errors)

  const fail = (why: string | null) =>
    toast({
      title: chosenDays > 1 ? 'Failed to add pickup schedules' : 'Failed to add pickup schedule',
      description: why ?? 'Please check your connection and try again.',
      variant: 'destructive',
    })
  const submit = handleSubmit((schedule) => {
    // The database would say the same: it also knows the windows that another tab has added.
    if (overlap) return fail(overlap)
    add.mutate(schedule, {
      onSuccess: () => setValue('daysOfWeek', []),
      onError: (error) => fail(refusalSentence(error)),
    })
  })
  /** Enter adds the windows, and does not submit the form around. */
  function pressed(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    if (chosenDays > 0 && !add.isPending) void submit()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the fields inside are what is interacted with
    <div className="mt-5" onKeyDown={pressed}>
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
        disabled={chosenDays === 0}
        busy={add.isPending}
        onClick={() => void submit()}
      >
        {addSchedulesLabel(chosenDays)}
      </Button>
    </div>
  )
}

function ScheduleList({ owner }: { owner: ScheduleOwner }) {
  const { data: schedules, isError, refetch } = usePickupSchedules(owner)
  if (schedules) return <Schedules owner={owner} schedules={schedules} />
  if (isError) return <PanelFailed what="The pickup schedules" retry={() => void refetch()} />
  return (
    <div className="mt-6">
      <p role="status" className="text-ink-soft">
        Loading schedules...
      </p>
      <Skeleton className="mt-3 h-14 rounded-xl!" />
    </div>
  )
}

function Schedules({ owner, schedules }: { owner: ScheduleOwner; schedules: readonly OwnedSchedule[] }) {
  const remove = useDeleteSchedule(owner)
  const fail = () => toast({ title: 'Failed to delete pickup schedule.', variant: 'destructive' })
  if (schedules.length === 0)
    return (
      <p className="mt-6 flex gap-3 rounded-xl bg-paper-deep/60 px-4 py-3.5 text-ink-soft">
        <CalendarClock aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
        No pickup schedules added yet. Add your first schedule above.
      </p>
    )
  return (
    <ul aria-label="Pickup schedules" className="mt-6 divide-y divide-line rounded-xl border border-line bg-white">
      {schedules.map((schedule) => {
        const { id, day_of_week: day, max_orders: maxOrders } = schedule
        const hours = `${hoursAndMinutes(schedule.start_time)} to ${hoursAndMinutes(schedule.end_time)}`
        return (
          <DeletableRow
            key={id}
            deleteLabel={`Delete ${weekdayName(day)}, ${hours}`}
            isGoing={remove.isPending && remove.variables === id}
            isLocked={remove.isPending}
            onDelete={() => remove.mutate(id, { onError: fail })}
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
