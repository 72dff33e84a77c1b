/** Adds or edits an ingredient: a pack and what it costs. */
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { fieldProps } from '#platform/field-props.ts'
import { messageFor } from '#platform/message-for.ts'
import { QueryError } from '#platform/unwrap.ts'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { FormError } from '#ui/form-error'
import { Select } from '#ui/select'
import { TextField } from '#ui/text-field'
import {
  type IngredientFormInput,
  type IngredientRecord,
  ingredientForm,
  ingredientFormValues,
  packUnits,
} from './recipe-forms.ts'
import { type Ingredient, useSaveIngredient } from './recipes.ts'

export interface IngredientDialogProps {
  open: boolean
  onClose: () => void
  /** Null for a new one. */
  ingredient: Ingredient | null
  onSaved?: (id: string) => void
}

export function IngredientDialog({ open, onClose, ingredient, onSaved }: IngredientDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={ingredient ? `Edit ${ingredient.name}` : 'New ingredient'}
      description={
        ingredient
          ? 'A new price changes the cost of every recipe that uses it.'
          : 'Enter what you buy and what you pay for it. Boxes and ribbons count too.'
      }
    >
      <IngredientForm
        ingredient={ingredient}
        onDone={(id) => {
          onSaved?.(id)
          onClose()
        }}
      />
    </Dialog>
  )
}

/** unique_violation: the shop has an ingredient of this name. */
const isTaken = (error: unknown) => error instanceof QueryError && error.code === '23505'

function IngredientForm({ ingredient, onDone }: { ingredient: Ingredient | null; onDone: (id: string) => void }) {
  const form = useForm<IngredientFormInput, unknown, IngredientRecord>({
    resolver: zodResolver(ingredientForm),
    defaultValues: ingredientFormValues(ingredient),
  })
  const input = fieldProps(form.register, form.formState.errors)
  const save = useSaveIngredient(ingredient)
  const submit = form.handleSubmit((record) => save.mutate(record, { onSuccess: onDone }))
  const units = packUnits.filter(({ unit }) => ingredient === null || unit === ingredient.unit)
  return (
    <form
      noValidate
      onSubmit={(event) => {
        // The dialog may be inside the form of a recipe, whose submission it is not.
        event.stopPropagation()
        void submit(event)
      }}
      className="space-y-5"
    >
      <TextField label="Name" placeholder="Plain flour" autoComplete="off" maxLength={80} {...input('name')} />
      <div className="grid grid-cols-2 gap-4">
        <TextField label="Pack size" inputMode="decimal" autoComplete="off" placeholder="1.5" {...input('packSize')} />
        <Select label="Measured in" options={units} {...input('unit')} />
      </div>
      <TextField
        label="Price of a pack (£)"
        inputMode="decimal"
        autoComplete="off"
        placeholder="1.45"
        {...input('packPrice')}
      />
      <FormError
        message={
          save.isError
            ? isTaken(save.error)
              ? 'You already have an ingredient of this name.'
              : messageFor(save.error, 'The ingredient could not be saved. Please try again.')
            : null
        }
      />
      <Button type="submit" size="lg" busy={save.isPending} className="w-full">
        {ingredient ? 'Save ingredient' : 'Add ingredient'}
      </Button>
    </form>
  )
}
