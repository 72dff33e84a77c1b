/** The fields of distance bands and of postcode areas, each with its fee. */
import { Plus, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { Button } from '#ui/button'
import { TextField } from '#ui/text-field'
import { type DeliveryTermsFormInput, maxZones } from './delivery-terms-form.ts'

export function BandFields() {
  const { control, register, formState } = useFormContext<DeliveryTermsFormInput>()
  const { fields, append, remove } = useFieldArray({ control, name: 'bands' })
  return (
    <ZoneList
      legend="Distances"
      hint="Nobody beyond the last distance can order for delivery."
      addLabel="Add distance"
      isFull={fields.length >= maxZones}
      onAdd={() => append({ miles: '', fee: '' })}
    >
      {fields.map((field, index) => (
        <ZoneRow
          key={field.id}
          label={`distance ${index + 1}`}
          canRemove={fields.length > 1}
          onRemove={() => remove(index)}
        >
          <TextField
            label="Up to (miles)"
            inputMode="decimal"
            autoComplete="off"
            {...register(`bands.${index}.miles`)}
            error={formState.errors.bands?.[index]?.miles?.message}
          />
          <TextField
            label="Fee (£)"
            inputMode="decimal"
            autoComplete="off"
            {...register(`bands.${index}.fee`)}
            error={formState.errors.bands?.[index]?.fee?.message}
          />
        </ZoneRow>
      ))}
    </ZoneList>
  )
}

export function AreaFields() {
  const { control, register, formState } = useFormContext<DeliveryTermsFormInput>()
  const { fields, append, remove } = useFieldArray({ control, name: 'areas' })
  return (
    <ZoneList
      legend="Areas"
      hint="A district is the first half of a postcode: SE1 of SE1 9SG. You deliver to the districts that you list."
      addLabel="Add area"
      isFull={fields.length >= maxZones}
      onAdd={() => append({ districts: '', fee: '' })}
    >
      {fields.map((field, index) => (
        <ZoneRow
          key={field.id}
          label={`area ${index + 1}`}
          canRemove={fields.length > 1}
          onRemove={() => remove(index)}
        >
          <TextField
            label="Postcode districts"
            placeholder="SE1, SE15, SE16"
            autoComplete="off"
            autoCapitalize="characters"
            {...register(`areas.${index}.districts`)}
            error={formState.errors.areas?.[index]?.districts?.message}
          />
          <TextField
            label="Fee (£)"
            inputMode="decimal"
            autoComplete="off"
            {...register(`areas.${index}.fee`)}
            error={formState.errors.areas?.[index]?.fee?.message}
          />
        </ZoneRow>
      ))}
    </ZoneList>
  )
}

interface ZoneListProps {
  legend: string
  hint: string
  addLabel: string
  isFull: boolean
  onAdd: () => void
  children: ReactNode
}

function ZoneList({ legend, hint, addLabel, isFull, onAdd, children }: ZoneListProps) {
  return (
    <fieldset className="mt-5 min-w-0">
      <legend className="text-sm font-semibold">{legend}</legend>
      <p className="mt-0.5 text-sm text-pretty text-ink-soft">{hint}</p>
      <ul className="mt-3 grid gap-4">{children}</ul>
      <Button variant="secondary" size="sm" className="mt-4" disabled={isFull} onClick={onAdd}>
        <Plus aria-hidden="true" className="size-4" />
        {addLabel}
      </Button>
    </fieldset>
  )
}

interface ZoneRowProps {
  /** 'distance 2' */
  label: string
  canRemove: boolean
  onRemove: () => void
  children: ReactNode
}

function ZoneRow({ label, canRemove, onRemove, children }: ZoneRowProps) {
  return (
    <li aria-label={label} className="grid grid-cols-[1fr_6.5rem_auto] items-start gap-2">
      {children}
      <Button
        variant="quiet"
        size="icon"
        aria-label={`Remove ${label}`}
        disabled={!canRemove}
        onClick={onRemove}
        className="mt-7"
      >
        <Trash2 aria-hidden="true" className="size-5" strokeWidth={1.75} />
      </Button>
    </li>
  )
}
