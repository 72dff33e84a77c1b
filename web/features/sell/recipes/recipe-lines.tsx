/** The ingredients of a batch: which, how much, and what that costs. */
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { formatPence } from '#domain/values/money'
import { Button } from '#ui/button'
import { Card } from '#ui/card'
import { FormError } from '#ui/form-error'
import { IconButton } from '#ui/icon-button'
import { lazyDialog } from '#ui/lazy-dialog'
import { Select } from '#ui/select'
import { TextField } from '#ui/text-field'
import { lineCostPence } from './recipe-costs.ts'
import { lineOf, packText } from './recipe-figures.ts'
import { emptyRecipeLine, maxRecipeLines, type RecipeFormInput } from './recipe-forms.ts'
import type { Costing } from './recipes.ts'

const IngredientDialog = lazyDialog(() => import('./ingredient-dialog.tsx').then((module) => module.IngredientDialog))

export function RecipeLines({ costing }: { costing: Costing }) {
  const { control, formState, watch, setValue } = useFormContext<RecipeFormInput>()
  const { fields, append, remove } = useFieldArray({ control, name: 'ingredients' })
  const [isAdding, setIsAdding] = useState(false)
  const isFull = fields.length >= maxRecipeLines

  /** In the first line without an ingredient, or in another line. */
  function addLineFor(id: string) {
    const empty = watch('ingredients').findIndex(({ ingredientId }) => ingredientId === '')
    if (empty === -1) append({ ...emptyRecipeLine, ingredientId: id })
    else setValue(`ingredients.${empty}.ingredientId`, id, { shouldDirty: true })
  }

  return (
    <Card>
      <h2 className="text-xl">Ingredients</h2>
      <p className="mt-1 text-pretty text-ink-soft">What one batch takes.</p>
      {fields.length > 0 && (
        <ul aria-label="Ingredients of the recipe" className="mt-2 divide-y divide-line">
          {fields.map((field, index) => (
            <Line key={field.id} index={index} costing={costing} onRemove={() => remove(index)} />
          ))}
        </ul>
      )}
      <FormError message={formState.errors.ingredients?.root?.message ?? formState.errors.ingredients?.message} />
      <div className="mt-4 flex flex-wrap gap-3 *:max-sm:w-full">
        {costing.ingredients.length > 0 && (
          <Button variant="secondary" disabled={isFull} onClick={() => append(emptyRecipeLine)}>
            <Plus aria-hidden="true" className="size-5" />
            Add line
          </Button>
        )}
        <Button
          variant={costing.ingredients.length > 0 ? 'quiet' : 'secondary'}
          disabled={isFull}
          onClick={() => setIsAdding(true)}
        >
          New ingredient
        </Button>
      </div>
      <IngredientDialog open={isAdding} onClose={() => setIsAdding(false)} ingredient={null} onSaved={addLineFor} />
    </Card>
  )
}

function Line({ index, costing, onRemove }: { index: number; costing: Costing; onRemove: () => void }) {
  const { register, formState, watch, setValue } = useFormContext<RecipeFormInput>()
  const errors = formState.errors.ingredients?.[index]
  const { ingredientId, quantity } = watch(`ingredients.${index}`)
  const ingredient = costing.ingredients.find(({ id }) => id === ingredientId)
  const number = /^\s*\d{1,6}(\.\d{1,2})?\s*$/.test(quantity) ? Number(quantity) : 0
  const line = lineOf(costing, { ingredient_id: ingredientId, quantity: number })
  const name = ingredient?.name ?? `ingredient ${index + 1}`
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto_auto] items-start gap-x-3 gap-y-2 py-4 sm:grid-cols-[minmax(0,1fr)_9rem_5rem_auto]">
      <Select
        label={`Ingredient ${index + 1}`}
        value={ingredientId}
        onValueChange={(id) =>
          setValue(`ingredients.${index}.ingredientId`, id, {
            shouldDirty: true,
            shouldValidate: formState.isSubmitted,
          })
        }
        options={[
          { value: '', label: costing.ingredients.length === 0 ? 'None yet' : 'Choose an ingredient' },
          ...costing.ingredients.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        hint={ingredient && packText(ingredient)}
        error={errors?.ingredientId?.message}
        className="max-sm:col-span-3"
      />
      <TextField
        label="Quantity"
        inputMode="decimal"
        autoComplete="off"
        end={
          ingredient && (
            <span aria-hidden="true" className="pr-2.5 text-sm text-ink-soft">
              {ingredient.unit === 'each' ? 'pcs' : ingredient.unit}
            </span>
          )
        }
        error={errors?.quantity?.message}
        {...register(`ingredients.${index}.quantity`)}
      />
      <p className="mt-9.5 min-w-16 text-right font-semibold tabular-nums">
        {line && number > 0 ? formatPence(lineCostPence(line)) : '–'}
      </p>
      <IconButton icon={Trash2} label={`Remove ${name}`} className="mt-7" onClick={onRemove} />
    </li>
  )
}
