/** When and how often: a weekly window, the interval, the first day and the quantity. */
import { longDate } from '#domain/values/calendar'
import { QuantityField } from '#features/buy/basket'
import { Select } from '#ui/select'
import { byWeekday, firstDays, type SubscriptionWindow, windowText } from './subscription-text.ts'
import type { Days } from './subscriptions.ts'

/** The most of one order. */
const maxQuantity = 20

/** The window of the chosen days. Undefined if it is no longer offered. */
export function windowOf(windows: readonly SubscriptionWindow[], days: Days): SubscriptionWindow | undefined {
  return windows.find((window) => isOf(window, days))
}

const isOf = (window: SubscriptionWindow, { startTime, firstOn }: Days) =>
  window.start_time.slice(0, 5) === startTime.slice(0, 5) && firstDays(window).includes(firstOn)

/** The days of a window from its first day on. */
export function daysOf(window: SubscriptionWindow, days: Pick<Days, 'quantity' | 'everyWeeks'>): Days {
  return { ...days, firstOn: window.first_on, startTime: window.start_time }
}

interface DaysFieldsProps {
  windows: readonly SubscriptionWindow[]
  days: Days
  onChange: (days: Days) => void
}

export function DaysFields({ windows, days, onChange }: DaysFieldsProps) {
  const sorted = byWeekday(windows)
  const chosen = windowOf(sorted, days)
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Select
        label="Pickup day"
        value={chosen ? String(sorted.indexOf(chosen)) : ''}
        onValueChange={(value) => {
          const window = sorted[Number(value)]
          if (window) onChange(daysOf(window, days))
        }}
        options={sorted.map((window, index) => ({ value: String(index), label: windowText(window) }))}
      />
      <Select
        label="How often"
        value={String(days.everyWeeks)}
        onValueChange={(value) => onChange({ ...days, everyWeeks: Number(value) })}
        options={[
          { value: '1', label: 'Every week' },
          { value: '2', label: 'Every two weeks' },
        ]}
      />
      <Select
        label="First pickup"
        value={days.firstOn}
        onValueChange={(firstOn) => onChange({ ...days, firstOn })}
        options={(chosen ? firstDays(chosen) : []).map((day) => ({ value: day, label: longDate(day) }))}
      />
      <QuantityField
        label="Quantity"
        quantity={days.quantity}
        max={maxQuantity}
        onQuantityChange={(quantity) => onChange({ ...days, quantity })}
        maxMessage={`At most ${maxQuantity} in each order`}
      />
    </div>
  )
}
