/** When a manual order is handed over: now, in an offered slot, or on a day of the seller's choice. */

import { isFull, placesLeftText, slotHours } from '#domain/pickup/pickup-days'
import { longDate } from '#domain/values/calendar'
import { Choice } from '#ui/choice'
import { FieldGroup } from '#ui/field'
import { Select } from '#ui/select'
import { TextField } from '#ui/text-field'
import type { ManualHandOver } from './draft-order.ts'
import { useSlots } from './manual-orders.ts'

interface HandOverFieldsProps {
  shopId: string
  productIds: readonly string[]
  today: string
  value: ManualHandOver
  onChange: (value: ManualHandOver) => void
}

export function HandOverFields({ shopId, productIds, today, value, onChange }: HandOverFieldsProps) {
  const choose = (kind: ManualHandOver['kind']) =>
    onChange(
      kind === 'now'
        ? { kind }
        : {
            kind,
            date: kind === 'day' ? today : '',
            start_time: kind === 'day' ? '09:00' : '',
            end_time: kind === 'day' ? '17:00' : '',
          },
    )
  return (
    <FieldGroup legend="Hand-over">
      <div className="mt-2 grid gap-2">
        {(
          [
            ['now', 'Handed over now', 'For a market or your door.'],
            ['slot', 'In a pickup time', 'One that buyers are offered too.'],
            ['day', 'On another day', 'Your choice, also against your own limits.'],
          ] as const
        ).map(([kind, title, about]) => (
          <Choice key={kind} look="card" name="hand-over" checked={value.kind === kind} onChange={() => choose(kind)}>
            <span className="block font-medium">{title}</span>
            <span className="block text-ink-soft">{about}</span>
          </Choice>
        ))}
      </div>
      {value.kind === 'slot' && <SlotField {...{ shopId, productIds, value, onChange }} />}
      {value.kind === 'day' && (
        <div className="mt-3 grid gap-3 sm:grid-cols-3">
          <TextField
            label="Day"
            type="date"
            min={today}
            value={value.date}
            onChange={({ currentTarget }) => onChange({ ...value, date: currentTarget.value })}
          />
          <TextField
            label="From"
            type="time"
            value={value.start_time}
            onChange={({ currentTarget }) => onChange({ ...value, start_time: currentTarget.value })}
          />
          <TextField
            label="Until"
            type="time"
            value={value.end_time}
            onChange={({ currentTarget }) => onChange({ ...value, end_time: currentTarget.value })}
          />
        </div>
      )}
    </FieldGroup>
  )
}

type SlotFieldProps = Pick<HandOverFieldsProps, 'shopId' | 'productIds' | 'onChange'> & {
  value: Exclude<ManualHandOver, { kind: 'now' }>
}

function SlotField({ shopId, productIds, value, onChange }: SlotFieldProps) {
  const { data: days } = useSlots(shopId, productIds)
  const slots = days?.flatMap((day) => day.slots.filter((slot) => !isFull(slot))) ?? []
  if (productIds.length === 0) return <p className="mt-3 text-ink-soft">Please add a product first.</p>
  if (days && slots.length === 0)
    return <p className="mt-3 text-ink-soft">No time is free for these products. Choose another day instead.</p>
  return (
    <Select
      label="Pickup time"
      className="mt-3"
      value={value.date ? `${value.date} ${value.start_time} ${value.end_time}` : ''}
      onValueChange={(chosen) => {
        const [date = '', start = '', end = ''] = chosen.split(' ')
        onChange({ kind: 'slot', date, start_time: start, end_time: end })
      }}
      options={[
        { value: '', label: days ? 'Choose…' : 'Loading…' },
        ...slots.map((slot) => ({
          value: `${slot.date} ${slot.start_time} ${slot.end_time}`,
          label: [`${longDate(slot.date)}, ${slotHours(slot)}`, placesLeftText(slot)].filter(Boolean).join(', '),
        })),
      ]}
    />
  )
}
