/** A variation or a choice in the product form: name, price difference, own stock, and the allergens that it adds. */
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Controller, useFormContext, useWatch } from 'react-hook-form'
import { allergenGroups, namesOf } from '#domain/food/allergens'
import { type AddedAllergens, readAddedAllergens } from '#domain/food/choice-allergens'
import { joinWithAnd } from '#domain/values/join-with-and'
import { Button } from '#ui/button'
import { Notice } from '#ui/notice'
import { TextField } from '#ui/text-field'
import { AllergenChips } from './allergen-chips.tsx'
import { undeclaredWords } from './choice-mentions.ts'
import type { ProductFormInput } from './product-form.ts'

export interface ListControls {
  /** 'variation 2' */
  name: string
  index: number
  count: number
  onMove: (from: number, to: number) => void
  onRemove: (index: number) => void
}

/** Buttons that move an element of a list up and down, and remove it. */
export function ListButtons({ name, index, count, onMove, onRemove }: ListControls) {
  return (
    <span className="flex shrink-0 justify-end">
      <Button
        variant="quiet"
        size="icon"
        aria-label={`Move ${name} up`}
        disabled={index === 0}
        onClick={() => onMove(index, index - 1)}
      >
        <ArrowUp aria-hidden="true" className="size-5" strokeWidth={1.75} />
      </Button>
      <Button
        variant="quiet"
        size="icon"
        aria-label={`Move ${name} down`}
        disabled={index === count - 1}
        onClick={() => onMove(index, index + 1)}
      >
        <ArrowDown aria-hidden="true" className="size-5" strokeWidth={1.75} />
      </Button>
      <Button variant="quiet" size="icon" aria-label={`Remove ${name}`} onClick={() => onRemove(index)}>
        <Trash2 aria-hidden="true" className="size-5" strokeWidth={1.75} />
      </Button>
    </span>
  )
}

type ChoicePath = `variations.${number}` | `option_groups.${number}.choices.${number}`

export interface ChoiceRowProps extends ListControls {
  path: ChoicePath
  placeholder: string
}

export function ChoiceRow({ path, placeholder, ...controls }: ChoiceRowProps) {
  const { register, control, getFieldState, formState } = useFormContext<ProductFormInput>()
  const { name } = controls
  const errorOf = (field: 'name' | 'price_delta' | 'stock') =>
    getFieldState(`${path}.${field}`, formState).error?.message
  return (
    <li className="rounded-xl border border-line bg-raised p-3">
      <div className="grid grid-cols-2 items-start gap-2 sm:grid-cols-[1fr_7rem_7rem]">
        <TextField
          label={<Label text="Name" of={name} />}
          placeholder={placeholder}
          autoComplete="off"
          {...register(`${path}.name`)}
          error={errorOf('name')}
          className="max-sm:col-span-2"
        />
        <TextField
          label={<Label text="Price +/−" of={name} />}
          placeholder="£0.00"
          inputMode="text"
          autoComplete="off"
          {...register(`${path}.price_delta`)}
          error={errorOf('price_delta')}
        />
        <TextField
          label={<Label text="Own stock" of={name} />}
          placeholder="No limit"
          inputMode="numeric"
          autoComplete="off"
          {...register(`${path}.stock`)}
          error={errorOf('stock')}
        />
      </div>
      <Controller
        control={control}
        name={`${path}.allergens`}
        render={({ field }) => (
          <AddedAllergensField
            name={name}
            path={path}
            value={readAddedAllergens(field.value)}
            onChange={field.onChange}
            controls={controls}
          />
        )}
      />
    </li>
  )
}

/** A short label, which screen readers complete. */
export function Label({ text, of }: { text: string; of: string }) {
  return (
    <>
      {text}
      <span className="sr-only"> of {of}</span>
    </>
  )
}

interface AddedAllergensFieldProps {
  name: string
  path: ChoicePath
  value: AddedAllergens
  onChange: (value: AddedAllergens) => void
  controls: ListControls
}

function AddedAllergensField({ name, path, value, onChange, controls }: AddedAllergensFieldProps) {
  const [isOpen, setIsOpen] = useState(false)
  const { control } = useFormContext<ProductFormInput>()
  const [choice, declared] = useWatch({ control, name: [`${path}.name`, 'allergens'] })
  const words = undeclaredWords({ name: choice, allergens: value }, declared)
  return (
    <>
      <div className="mt-1 flex flex-wrap items-center justify-between gap-x-2">
        <Button
          variant="quiet"
          size="sm"
          className="h-auto min-w-0 py-1.5 text-left whitespace-normal"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          <span>
            <span className="sr-only">Allergens of {name}: </span>
            {addedLabel(value)}
          </span>
        </Button>
        <ListButtons {...controls} />
      </div>
      {words.length > 0 && (
        <Notice
          tone="warning"
          role="status"
          className="mt-2 wrap-anywhere"
          action={
            !isOpen && (
              <Button variant="secondary" size="sm" onClick={() => setIsOpen(true)}>
                State allergens
              </Button>
            )
          }
        >
          The name mentions {joinWithAnd(words)}, which neither the product nor this {name.replace(/ .*/, '')} states as
          contained. Please check.
        </Notice>
      )}
      {isOpen && (
        <AllergenChips
          value={value}
          onChange={onChange}
          hints={{
            contains: 'Beyond the allergens that every piece of this product contains.',
            may_contain: 'Traces beyond those of the product.',
          }}
          className="mt-2 border-t border-line pt-3"
        />
      )}
    </>
  )
}

/** 'Adds: contains walnut; may contain milk'. */
function addedLabel(added: AddedAllergens): string {
  const groups = allergenGroups(added)
  const words = [
    groups.contains.length > 0 && `contains ${joinWithAnd(groups.contains.flatMap(namesOf))}`,
    groups.may_contain.length > 0 && `may contain ${joinWithAnd(groups.may_contain.flatMap(namesOf))}`,
  ].filter(Boolean)
  return words.length === 0 ? 'Adds no allergens' : `Adds: ${words.join('; ')}`
}
