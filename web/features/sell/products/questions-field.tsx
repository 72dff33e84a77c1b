/** Questions that buyers answer in words, and the personalisation. */
import { Plus } from 'lucide-react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { fieldProps } from '#platform/field-props.ts'
import { Button } from '#ui/button'
import { Checkbox } from '#ui/checkbox'
import { Switch } from '#ui/switch'
import { TextField } from '#ui/text-field'
import { ListButtons } from './choice-row.tsx'
import { maxQuestions, newQuestion } from './options-form.ts'
import type { ProductFormInput } from './product-form.ts'

export function QuestionsField() {
  const { control, register, formState } = useFormContext<ProductFormInput>()
  const { fields, append, remove, move } = useFieldArray({ control, name: 'questions', keyName: 'key' })
  const { errors } = formState
  return (
    <fieldset className="min-w-0">
      <legend className="text-sm font-semibold">Questions</legend>
      <p className="mt-0.5 text-sm text-ink-soft">Buyers answer in their own words, such as the message on a cake.</p>
      {fields.length > 0 && (
        <ul className="mt-3 grid gap-3">
          {fields.map((field, index) => (
            <li key={field.key} className="rounded-xl border border-line bg-raised p-3">
              <div className="flex flex-wrap items-end justify-between gap-2">
                <TextField
                  label={`Question ${index + 1}`}
                  placeholder="Message on the cake"
                  autoComplete="off"
                  {...register(`questions.${index}.name`)}
                  error={errors.questions?.[index]?.name?.message}
                  className="min-w-0 grow"
                />
                <ListButtons
                  name={`question ${index + 1}`}
                  index={index}
                  count={fields.length}
                  onMove={move}
                  onRemove={remove}
                />
              </div>
              <div className="mt-2 grid grid-cols-2 gap-2">
                <TextField
                  label="Characters"
                  inputMode="numeric"
                  autoComplete="off"
                  {...register(`questions.${index}.max_length`)}
                  error={errors.questions?.[index]?.max_length?.message}
                />
                <TextField
                  label="Price (£)"
                  inputMode="decimal"
                  autoComplete="off"
                  {...register(`questions.${index}.price`)}
                  error={errors.questions?.[index]?.price?.message}
                />
              </div>
              <Checkbox label="Buyers must answer" {...register(`questions.${index}.is_required`)} className="mt-2" />
            </li>
          ))}
        </ul>
      )}
      <Button
        variant="secondary"
        size="sm"
        className="mt-3"
        disabled={fields.length >= maxQuestions}
        onClick={() => append({ ...newQuestion })}
      >
        <Plus aria-hidden="true" className="size-4" />
        Add question
      </Button>
    </fieldset>
  )
}

export function PersonalisationFields() {
  const { register, watch, formState } = useFormContext<ProductFormInput>()
  const input = fieldProps(register, formState.errors)
  return (
    <div>
      <Switch
        label="Personalisation"
        hint="Buyers may add “Happy Birthday”, “Congratulations”, “Thank You” or their own words."
        {...register('is_personalisable')}
      />
      {watch('is_personalisable') && (
        <div className="mt-3 grid grid-cols-2 gap-4">
          <TextField
            label="Characters of own words"
            inputMode="numeric"
            autoComplete="off"
            {...input('personalisation_max_length')}
          />
          <TextField
            label="Price of personalisation (£)"
            inputMode="decimal"
            autoComplete="off"
            {...input('personalisation_price')}
          />
        </div>
      )}
    </div>
  )
}
