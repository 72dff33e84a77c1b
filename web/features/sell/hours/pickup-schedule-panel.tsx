/** Windows of a shop or product for pickup or delivery, with a form that adds more. */
import { CalendarClock, Pencil } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { Controller } from 'react-hook-form'
import type { Fulfilment } from '#domain/pickup/hand-over'
import { hoursAndMinutes, overlapSentence } from '#domain/pickup/pickup'
import {
  addDays,
  dateWithYear,
  londonTime,
  weekdayAbbreviation,
  weekdayName,
  weekFromMonday,
} from '#domain/values/calendar'
import { useNow } from '#platform/clock.ts'
import { useUnsavedChanges } from '#platform/unsaved-changes.tsx'
import { useZodForm } from '#platform/zod-form.ts'
import { Button } from '#ui/button'
import { IconButton } from '#ui/icon-button'
import { Notice } from '#ui/notice'
import { Select } from '#ui/select'
import { Skeleton } from '#ui/skeleton'
import { Switch } from '#ui/switch'
import { TextField } from '#ui/text-field'
import { toast } from '#ui/toast'
import { classNames } from '#web/ui/class-names.ts'
import { DeletableRow, PanelLoadFailed } from './deletable-row.tsx'
import {
  addSchedulesLabel,
  type PickupScheduleForm,
  pickupScheduleForm,
  pickupScheduleFormDefaults,
  postedHours,
} from './pickup-schedule-form.ts'
import {
  addFailed,
  fulfilmentOf,
  type OwnedSchedule,
  type ScheduleOwner,
  useAddSchedules,
  useChangeSchedule,
  useDeleteSchedule,
  usePickupSchedules,
} from './pickup-schedules.ts'
import { specialDates } from './special-dates.ts'

export interface PickupSchedulePanelProps {
  owner: ScheduleOwner
  headingLevel?: 'h2' | 'h3'
}

const abouts: Record<Fulfilment, { ofShop: string; ofProduct: string }> = {
  pickup: {
    ofShop: 'The days and hours when buyers can pick up their orders from you.',
    ofProduct: 'Add a schedule only if buyers pick up this product at different times from the rest of your shop.',
  },
  delivery: {
    ofShop:
      'The days and hours when you deliver. Buyers choose one. Without any, you send each order after its lead time, on the next day that you are open.',
    ofProduct: 'Add a schedule only if you deliver this product at different times from the rest of your shop.',
  },
}

export function PickupSchedulePanel({ owner, headingLevel: Heading = 'h2' }: PickupSchedulePanelProps) {
  const id = useId()
  const isOfShop = 'shopId' in owner
  const fulfilment = fulfilmentOf(owner)
  const title = `${fulfilment === 'pickup' ? 'Pickup' : 'Delivery'} Schedule`
  return (
    <section aria-labelledby={id}>
      <Heading id={id} className="text-xl">
        {isOfShop ? title : `Product ${title}`}
      </Heading>
      <p className="mt-1 text-pretty text-ink-soft">{abouts[fulfilment][isOfShop ? 'ofShop' : 'ofProduct']}</p>
      <AddSchedules owner={owner} />
      <ScheduleList owner={owner} />
    </section>
  )
}

/** Not a form element, because the panel is also used inside the product form and forms cannot nest. */
function AddSchedules({ owner }: { owner: ScheduleOwner }) {
  const form = useZodForm(pickupScheduleForm, pickupScheduleFormDefaults)
  const { input, control, handleSubmit, watch, setValue, register } = form
  const { data: existing = [] } = usePickupSchedules(owner)
  const add = useAddSchedules(owner)
  const [isDated, setDated] = useState(false)
  const fulfilment = fulfilmentOf(owner)
  const wanted = watch()
  const dayCount = isDated ? Number(wanted.onDate !== '') : wanted.daysOfWeek.length
  useUnsavedChanges(dayCount > 0)
  const overlap = overlapSentence(existing, wanted.isPosted ? { ...wanted, ...postedHours } : wanted, fulfilment)

  const submit = handleSubmit((schedule) => {
    // The database checks the same, including windows added in another tab.
    if (overlap) toast(addFailed(dayCount, overlap, fulfilment))
    else
      add.mutate(schedule, {
        onSuccess: () => {
          setValue('daysOfWeek', [])
          setValue('onDate', '')
        },
      })
  })

  return (
    <EnterSubmits onEnter={() => dayCount > 0 && !add.isPending && void submit()}>
      <Switch
        label="Only on one date"
        hint="For example, 23 December. It replaces your weekly times on that day."
        checked={isDated}
        onChange={(event) => {
          setDated(event.currentTarget.checked)
          setValue('daysOfWeek', [])
          setValue('onDate', '')
        }}
        className="mb-5"
      />
      {isDated ? (
        <OneDate value={wanted.onDate} onChange={(date) => setValue('onDate', date)} dateProps={input('onDate')} />
      ) : (
        <Controller
          control={control}
          name="daysOfWeek"
          render={({ field }) => <WeekdayToggles value={field.value} onChange={field.onChange} />}
        />
      )}
      {fulfilment === 'delivery' && (
        <Switch
          label="Sent by post"
          hint="Buyers choose the day on which you post the order, without hours."
          {...register('isPosted')}
          className="mt-5"
        />
      )}
      <div className="mt-5 grid grid-cols-2 gap-4 sm:grid-cols-3">
        {!wanted.isPosted && (
          <>
            <TextField label="Start time" type="time" required {...input('startTime')} />
            <TextField label="End time" type="time" required {...input('endTime')} />
          </>
        )}
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
        disabled={dayCount === 0}
        busy={add.isPending}
        onClick={() => void submit()}
      >
        {addSchedulesLabel(dayCount, fulfilment)}
      </Button>
    </EnterSubmits>
  )
}

/** Enter in a field submits it, and not the form around it. */
function EnterSubmits({ onEnter, children }: { onEnter: () => void; children: ReactNode }) {
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    onEnter()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the handler catches Enter from the fields inside
    <div className="mt-5" onKeyDown={onKeyDown}>
      {children}
    </div>
  )
}

interface OneDateProps {
  value: string
  onChange: (date: string) => void
  dateProps: object
}

/** A date, or one of the days on which many people order. */
function OneDate({ value, onChange, dateProps }: OneDateProps) {
  const { date: today } = londonTime(useNow())
  const special = specialDates(today, addDays(today, 366))
  const options = [
    { value: '', label: 'Choose a date yourself' },
    ...special.map(({ name, date }) => ({ value: date, label: `${name}: ${dateWithYear(date)}` })),
  ]
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Select
        label="Special days"
        options={options}
        value={special.some(({ date }) => date === value) ? value : ''}
        onValueChange={onChange}
      />
      <TextField label="Date" type="date" min={today} {...dateProps} />
    </div>
  )
}

function ScheduleList({ owner }: { owner: ScheduleOwner }) {
  const { data: schedules, isError, refetch } = usePickupSchedules(owner)
  if (schedules) return <Schedules owner={owner} schedules={schedules} />
  if (isError) return <PanelLoadFailed what={`The ${fulfilmentOf(owner)} schedules`} retry={() => void refetch()} />
  return (
    <div className="mt-6">
      <p role="status" className="text-ink-soft">
        {fulfilmentOf(owner) === 'pickup' ? 'Loading schedules...' : 'Loading delivery schedules...'}
      </p>
      <Skeleton shape="field" className="mt-3 h-14" />
    </div>
  )
}

/** Weekly windows from Monday, then those of one date. */
const inOrder = (one: OwnedSchedule, other: OwnedSchedule) => {
  const key = ({ on_date: date, day_of_week: day, start_time: start }: OwnedSchedule) =>
    `${date ?? ''} ${(day + 6) % 7} ${start}`
  return key(one) < key(other) ? -1 : 1
}

function Schedules({ owner, schedules }: { owner: ScheduleOwner; schedules: readonly OwnedSchedule[] }) {
  const remove = useDeleteSchedule(owner)
  const [edited, setEdited] = useState<string | null>(null)
  const { date: today } = londonTime(useNow())
  const fulfilment = fulfilmentOf(owner)
  const shown = schedules.filter(({ on_date: date }) => date === null || date >= today).toSorted(inOrder)
  if (shown.length === 0)
    return (
      <Notice tone="neutral" icon={CalendarClock} className="mt-6">
        No {fulfilment} schedules added yet. Add your first schedule above.
      </Notice>
    )
  return (
    <ul
      aria-label={`${fulfilment === 'pickup' ? 'Pickup' : 'Delivery'} schedules`}
      className="mt-6 divide-y divide-line rounded-control border border-line bg-raised"
    >
      {shown.map((schedule) => {
        const { id, max_orders: maxOrders } = schedule
        const day = schedule.on_date ? dateWithYear(schedule.on_date) : weekdayName(schedule.day_of_week)
        const hours = schedule.is_posted
          ? 'by post'
          : `${hoursAndMinutes(schedule.start_time)} to ${hoursAndMinutes(schedule.end_time)}`
        if (id === edited)
          return (
            <li key={id} className="p-4">
              <EditSchedule
                owner={owner}
                schedule={schedule}
                others={schedules.filter((other) => other.id !== id)}
                title={day}
                onClose={() => setEdited(null)}
              />
            </li>
          )
        return (
          <DeletableRow
            key={id}
            deleteLabel={`Delete ${day}, ${hours}`}
            isDeleting={remove.isPending && remove.variables === id}
            isDisabled={remove.isPending}
            onDelete={() => remove.mutate(id)}
            action={<IconButton icon={Pencil} label={`Edit ${day}, ${hours}`} onClick={() => setEdited(id)} />}
          >
            <p className="flex flex-wrap gap-x-3">
              <span className="min-w-28 font-semibold">{day}</span>
              <span className="tabular-nums">{hours}</span>
              {maxOrders !== null && <span className="text-ink-soft">{`(Max ${maxOrders} orders)`}</span>}
            </p>
          </DeletableRow>
        )
      })}
    </ul>
  )
}

interface EditScheduleProps {
  owner: ScheduleOwner
  schedule: OwnedSchedule
  others: readonly OwnedSchedule[]
  title: string
  onClose: () => void
}

function EditSchedule({ owner, schedule, others, title, onClose }: EditScheduleProps) {
  const { id, on_date: onDate, day_of_week: day, is_posted: isPosted, max_orders: maxOrders } = schedule
  const { input, formState, handleSubmit } = useZodForm(pickupScheduleForm, {
    daysOfWeek: [day],
    onDate: onDate ?? '',
    isPosted,
    startTime: hoursAndMinutes(schedule.start_time),
    endTime: hoursAndMinutes(schedule.end_time),
    maxOrders: maxOrders === null ? '' : String(maxOrders),
  })
  const change = useChangeSchedule(owner)
  useUnsavedChanges(formState.isDirty)
  const submit = handleSubmit((form: PickupScheduleForm) => {
    const overlap = overlapSentence(others, { ...form, onDate: form.onDate ?? '' }, fulfilmentOf(owner))
    if (overlap) toast({ title: overlap, variant: 'destructive' })
    else change.mutate({ id, form }, { onSuccess: onClose })
  })
  return (
    <EnterSubmits onEnter={() => !change.isPending && void submit()}>
      <p className="-mt-5 font-semibold">{title}</p>
      <div className="mt-3 grid grid-cols-2 gap-4 sm:grid-cols-3">
        {!isPosted && (
          <>
            <TextField label="Start time" type="time" required {...input('startTime')} />
            <TextField label="End time" type="time" required {...input('endTime')} />
          </>
        )}
        <TextField
          label="Maximum orders (optional)"
          inputMode="numeric"
          placeholder="No limit"
          autoComplete="off"
          {...input('maxOrders')}
          className="max-sm:col-span-2"
        />
      </div>
      <div className="mt-4 flex gap-3">
        <Button size="sm" busy={change.isPending} onClick={() => void submit()}>
          Save
        </Button>
        <Button size="sm" variant="secondary" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </EnterSubmits>
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
        {weekFromMonday.map((day) => {
          const isChosen = value.includes(day)
          return (
            <Button
              key={day}
              variant="plain"
              title={weekdayName(day)}
              aria-pressed={isChosen}
              onClick={() => toggle(day)}
              className={classNames(
                'h-12 min-w-0 rounded-control border text-sm font-semibold transition-colors sm:w-16 sm:text-base',
                isChosen
                  ? 'border-berry bg-berry text-on-fill hover:bg-berry-deep'
                  : 'border-ink/25 bg-raised text-ink hover:border-ink/50',
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
