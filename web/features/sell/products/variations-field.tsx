/** The variations of a product, of which a buyer chooses one. */
import { Plus } from 'lucide-react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { defaultVariations } from '#domain/catalogue/categories'
import { Button } from '#ui/button'
import { ChoiceRow } from './choice-row.tsx'
import { maxVariations, newChoice } from './options-form.ts'
import type { ProductFormInput } from './product-form.ts'

export function VariationsField() {
  const { control, watch } = useFormContext<ProductFormInput>()
  const { fields, append, remove, move } = useFieldArray({ control, name: 'variations' })
  const suggested = defaultVariations(watch('category') || null)
  return (
    <fieldset className="min-w-0">
      <legend className="text-sm font-semibold">Variations</legend>
      <p className="mt-0.5 text-sm text-ink-soft">
        {fields.length === 0
          ? 'Without any, buyers are not asked.'
          : 'Buyers choose one, such as the size or the flavour. Each has a price difference, which can be negative, and a stock of its own if you want.'}
      </p>
      {fields.length > 0 && (
        <ul className="mt-3 grid gap-3">
          {fields.map((field, index) => (
            <ChoiceRow
              key={field.id}
              path={`variations.${index}`}
              placeholder="8 inch, serves 14"
              name={`variation ${index + 1}`}
              index={index}
              count={fields.length}
              onMove={move}
              onRemove={remove}
            />
          ))}
        </ul>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        <Button
          variant="secondary"
          size="sm"
          disabled={fields.length >= maxVariations}
          onClick={() => append({ ...newChoice })}
        >
          <Plus aria-hidden="true" className="size-4" />
          Add variation
        </Button>
        {fields.length === 0 && (
          <Button
            variant="quiet"
            size="sm"
            className="h-auto py-1.5 text-left whitespace-normal"
            onClick={() => append(suggested.map((name) => ({ ...newChoice, name, price_delta: '0' })))}
          >
            Start with {suggested.join(', ')}
          </Button>
        )}
      </div>
    </fieldset>
  )
}
