/** The variations a buyer can choose, each with a price difference. */
import { Plus, Trash2 } from 'lucide-react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { defaultVariations } from '#domain/categories'
import type { ProductFormInput } from '#domain/forms/product-form'
import { maxVariations } from '#domain/product-fields'
import { Button } from '#ui/button'
import { TextField } from '#ui/text-field'

export function VariationsField() {
  const { control, register, formState, watch } = useFormContext<ProductFormInput>()
  const { fields, append, remove } = useFieldArray({ control, name: 'variations' })
  const { errors } = formState
  const defaultNames = defaultVariations(watch('category') || null).join(', ')
  return (
    <fieldset>
      <legend className="text-sm font-semibold">Variations</legend>
      <p className="mt-0.5 text-sm text-ink-soft">
        {fields.length === 0
          ? `If you add none, buyers choose from ${defaultNames}.`
          : 'A price difference can be negative.'}
      </p>
      {fields.length > 0 && (
        <ul className="mt-3 grid gap-3">
          {fields.map((field, index) => (
            <li key={field.id} className="grid grid-cols-[1fr_7rem_auto] items-start gap-2">
              <TextField
                label={`Name of variation ${index + 1}`}
                labelHidden
                placeholder="8 inch, serves 14"
                autoComplete="off"
                {...register(`variations.${index}.name`)}
                error={errors.variations?.[index]?.name?.message}
              />
              <TextField
                label={`Price difference of variation ${index + 1} (£)`}
                labelHidden
                placeholder="+0.00"
                inputMode="text"
                autoComplete="off"
                {...register(`variations.${index}.price_delta`)}
                error={errors.variations?.[index]?.price_delta?.message}
              />
              <Button
                variant="quiet"
                size="icon"
                aria-label={`Remove variation ${index + 1}`}
                onClick={() => remove(index)}
                className="mt-0.5"
              >
                <Trash2 aria-hidden="true" className="size-5" strokeWidth={1.75} />
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Button
        variant="secondary"
        size="sm"
        className="mt-3"
        disabled={fields.length >= maxVariations}
        onClick={() => append({ name: '', price_delta: '' })}
      >
        <Plus aria-hidden="true" className="size-4" />
        Add variation
      </Button>
    </fieldset>
  )
}
