/** How far ahead a shop takes orders, until when, and how many a day. */
import { useId } from 'react'
import { dateWithYear, londonTime, weekdayName, weekFromMonday } from '#domain/values/calendar'
import { useChoosableProducts } from '#features/sell/own-shop'
import { useNow } from '#platform/clock.ts'
import { useUnsavedChanges } from '#platform/unsaved-changes.tsx'
import { useZodForm } from '#platform/zod-form.ts'
import { Button } from '#ui/button'
import { Select } from '#ui/select'
import { Loading, Skeleton } from '#ui/skeleton'
import { TextField } from '#ui/text-field'
import { type BookingRules, bookingRulesForm, bookingRulesFormValues } from './booking-rules-form.ts'
import { dayLimitForm, dayLimitFormDefaults } from './day-limit-form.ts'
import {
  type DayLimit,
  useAddDayLimit,
  useBookingRules,
  useDayLimits,
  useDeleteDayLimit,
  useSaveBookingRules,
} from './day-limits.ts'
import { DeletableRow, PanelLoadFailed } from './deletable-row.tsx'

export function BookingRulesPanel({ shopId }: { shopId: string }) {
  const id = useId()
  const { data: rules, isError, refetch } = useBookingRules(shopId)
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-xl">
        How far ahead
      </h2>
      <p className="mt-1 text-pretty text-ink-soft">
        When buyers can book a day. The lead time of each product counts as well.
      </p>
      {rules ? (
        <Rules shopId={shopId} rules={rules} />
      ) : isError ? (
        <PanelLoadFailed what="The booking rules" retry={() => void refetch()} />
      ) : (
        <Skeleton shape="field" className="mt-5 h-20" />
      )}
    </section>
  )
}

const horizons = [
  [14, '2 weeks ahead'],
  [28, '4 weeks ahead'],
  [61, '2 months ahead'],
  [92, '3 months ahead'],
  [183, '6 months ahead'],
  [366, 'A year ahead'],
] as const

const cutoffs = [1, 2, 4, 8, 12, 15, 18, 24, 36, 48, 72, 96, 168]

function options(
  known: readonly (readonly [number, string])[],
  value: number | null,
  label: (value: number) => string,
) {
  // A value that was set elsewhere is kept.
  const all =
    value === null || known.some(([one]) => one === value) ? known : [...known, [value, label(value)] as const]
  return all.map(([one, text]) => ({ value: String(one), label: text }))
}

const cutoffLabel = (hours: number) =>
  hours === 1
    ? '1 hour before'
    : hours % 24 === 0
      ? `${hours / 24} ${hours === 24 ? 'day' : 'days'} before`
      : `${hours} hours before`

const cutoffOptions = (value: number | null, none: string) => [
  { value: '', label: none },
  ...options(
    cutoffs.map((hours) => [hours, cutoffLabel(hours)] as const),
    value,
    cutoffLabel,
  ),
]

function Rules({ shopId, rules }: { shopId: string; rules: BookingRules }) {
  const { input, formState, getValues, handleSubmit, reset } = useZodForm(
    bookingRulesForm,
    bookingRulesFormValues(rules),
  )
  const save = useSaveBookingRules(shopId)
  useUnsavedChanges(formState.isDirty)
  const submit = handleSubmit((wanted) => {
    const saved = getValues()
    save.mutate(wanted, { onSuccess: () => reset(saved, { keepValues: true }) })
  })
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="mt-5">
      <div className="grid gap-4 sm:grid-cols-3">
        <Select
          label="Buyers can book"
          options={options(horizons, rules.horizon_days, (days) => `${days} days ahead`)}
          {...input('horizonDays')}
        />
        <Select
          label="Pickup orders close"
          options={cutoffOptions(rules.pickup_cutoff_hours, 'When the pickup ends')}
          {...input('pickupCutoffHours')}
        />
        <Select
          label="Delivery orders close"
          options={cutoffOptions(rules.delivery_cutoff_hours, 'When the delivery ends')}
          {...input('deliveryCutoffHours')}
        />
      </div>
      <Button type="submit" variant="secondary" busy={save.isPending} className="mt-5 max-sm:w-full">
        Save booking rules
      </Button>
    </form>
  )
}

export function DayLimitsPanel({ shopId }: { shopId: string }) {
  const id = useId()
  const { data, isError, refetch } = useDayLimits(shopId)
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-xl">
        Limits a day
      </h2>
      <p className="mt-1 text-pretty text-ink-soft">
        How much you can make for a day. Pickup, delivery and accepted quotes count together. A limit of a date replaces
        that of its weekday.
      </p>
      {data ? (
        <>
          <AddLimit shopId={shopId} />
          <LimitList shopId={shopId} limits={data} />
        </>
      ) : isError ? (
        <PanelLoadFailed what="The limits" retry={() => void refetch()} />
      ) : (
        <Loading text="Loading limits..." className="mt-6">
          <Skeleton shape="field" className="h-14" />
        </Loading>
      )}
    </section>
  )
}

function AddLimit({ shopId }: { shopId: string }) {
  const products = useChoosableProducts()
  const { date: today } = londonTime(useNow())
  const { input, formState, handleSubmit, reset, watch } = useZodForm(dayLimitForm, dayLimitFormDefaults)
  useUnsavedChanges(formState.isDirty)
  const add = useAddDayLimit(shopId)
  const submit = handleSubmit((limit) => add.mutate(limit, { onSuccess: () => reset() }))
  const categories = [...new Set(products.flatMap(({ category }) => category ?? []))].sort()
  const subjects = [
    { value: 'all', label: 'All orders' },
    ...categories.map((category) => ({ value: `category:${category}`, label: `Everything in ${category}` })),
    ...products.map(({ id, name }) => ({ value: `product:${id}`, label: name })),
  ]
  const days = [
    { value: 'every', label: 'Every day' },
    ...weekFromMonday.map((day) => ({ value: String(day), label: `${weekdayName(day)}s` })),
    { value: 'date', label: 'One date' },
  ]
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="mt-5">
      <div className="grid gap-4 sm:grid-cols-3">
        <Select label="What" options={subjects} {...input('subject')} />
        <Select label="When" options={days} {...input('day')} />
        {watch('day') === 'date' && <TextField label="Date" type="date" min={today} {...input('onDate')} />}
        <TextField
          label={watch('subject') === 'all' ? 'At most (orders)' : 'At most (pieces)'}
          inputMode="numeric"
          autoComplete="off"
          {...input('maxOrders')}
        />
      </div>
      <Button type="submit" variant="secondary" className="mt-5 max-sm:w-full" busy={add.isPending}>
        Add limit
      </Button>
    </form>
  )
}

function LimitList({ shopId, limits }: { shopId: string; limits: readonly DayLimit[] }) {
  const remove = useDeleteDayLimit(shopId)
  if (limits.length === 0) return <p className="mt-6 text-ink-soft">No limits a day.</p>
  return (
    <ul aria-label="Limits a day" className="mt-6 divide-y divide-line rounded-control border border-line bg-raised">
      {limits.map((limit) => (
        <DeletableRow
          key={limit.id}
          deleteLabel={`Delete limit: ${limitText(limit)}`}
          isDeleting={remove.isPending && remove.variables === limit.id}
          isDisabled={remove.isPending}
          onDelete={() => remove.mutate(limit.id)}
        >
          <p className="wrap-anywhere">{limitText(limit)}</p>
        </DeletableRow>
      ))}
    </ul>
  )
}

/** 'Saturdays: at most 12 orders', 'Every day: at most 4 of Cakes' */
function limitText({ category, product, day_of_week: day, on_date: date, max_orders: most }: DayLimit): string {
  const when = date ? dateWithYear(date) : day === null ? 'Every day' : `${weekdayName(day)}s`
  const subject = product?.name ?? category
  return `${when}: at most ${most} ${subject ? `of ${subject}` : most === 1 ? 'order' : 'orders'}`
}
