/** Groups of choices besides the variations, such as the topping. */
import { Plus } from 'lucide-react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { Button } from '#ui/button'
import { Checkbox } from '#ui/checkbox'
import { FieldError } from '#ui/field'
import { TextField } from '#ui/text-field'
import { ChoiceRow, Label, ListButtons, type ListControls } from './choice-row.tsx'
import { maxChoices, maxGroups, newChoice, newGroup } from './options-form.ts'
import type { ProductFormInput } from './product-form.ts'

export function OptionGroupsField() {
  const { control } = useFormContext<ProductFormInput>()
  const { fields, append, remove, move } = useFieldArray({ control, name: 'option_groups', keyName: 'key' })
  return (
    <fieldset className="min-w-0">
      <legend className="text-sm font-semibold">More choices</legend>
      <p className="mt-0.5 text-sm text-ink-soft">
        Such as a topping or a filling. Buyers see what each choice costs and which allergens it adds.
      </p>
      {fields.length > 0 && (
        <ul className="mt-3 grid gap-4">
          {fields.map((field, index) => (
            <GroupFields
              key={field.key}
              name={`group ${index + 1}`}
              index={index}
              count={fields.length}
              onMove={move}
              onRemove={remove}
            />
          ))}
        </ul>
      )}
      <Button
        variant="secondary"
        size="sm"
        className="mt-3"
        disabled={fields.length >= maxGroups}
        onClick={() => append({ ...newGroup, choices: [{ ...newChoice }] })}
      >
        <Plus aria-hidden="true" className="size-4" />
        Add group of choices
      </Button>
    </fieldset>
  )
}

function GroupFields(controls: ListControls) {
  const { index, name } = controls
  const { control, register, formState } = useFormContext<ProductFormInput>()
  const { fields, append, remove, move } = useFieldArray({
    control,
    name: `option_groups.${index}.choices`,
    keyName: 'key',
  })
  const errors = formState.errors.option_groups?.[index]
  const listError = errors?.choices?.root?.message ?? errors?.choices?.message
  return (
    <li className="rounded-2xl border border-line p-3 sm:p-4">
      <div className="flex flex-wrap items-end justify-between gap-2">
        <TextField
          label={<Label text="Name" of={name} />}
          placeholder="Topping"
          autoComplete="off"
          {...register(`option_groups.${index}.name`)}
          error={errors?.name?.message}
          className="min-w-0 grow"
        />
        <ListButtons {...controls} />
      </div>
      <div className="mt-2 flex flex-wrap items-end gap-x-6 gap-y-2">
        <Checkbox label="Buyers must choose" {...register(`option_groups.${index}.is_required`)} />
        <TextField
          label={<Label text="Choices at most" of={name} />}
          inputMode="numeric"
          autoComplete="off"
          {...register(`option_groups.${index}.max_choices`)}
          error={errors?.max_choices?.message}
          className="w-36"
        />
      </div>
      <ul className="mt-3 grid gap-3">
        {fields.map((field, choice) => (
          <ChoiceRow
            key={field.key}
            path={`option_groups.${index}.choices.${choice}`}
            placeholder="Walnut"
            name={`choice ${choice + 1} of ${name}`}
            index={choice}
            count={fields.length}
            onMove={move}
            onRemove={remove}
          />
        ))}
      </ul>
      {listError && <FieldError>{listError}</FieldError>}
      <Button
        variant="quiet"
        size="sm"
        className="mt-2"
        disabled={fields.length >= maxChoices}
        onClick={() => append({ ...newChoice })}
      >
        <Plus aria-hidden="true" className="size-4" />
        Add choice
      </Button>
    </li>
  )
}
