/** Adds or edits a person of the household. */
import { Controller } from 'react-hook-form'
import { diets } from '#domain/food/diets'
import { type Person, withEdited } from '#domain/food/household'
import { useApp } from '#platform/app-context.ts'
import { useZodForm } from '#platform/zod-form.ts'
import { Button } from '#ui/button'
import { Checkbox } from '#ui/checkbox'
import { ChipChoices } from '#ui/chip-choices'
import { Dialog } from '#ui/dialog'
import { FormError } from '#ui/form-error'
import { TextField } from '#ui/text-field'
import { toast } from '#ui/toast'
import { AvoidedField } from './avoided-field.tsx'
import { householdForm, householdFormOf, personOf } from './household-form.ts'

export interface PersonDialogProps {
  person: Person | undefined
  onClose: () => void
}

export function PersonDialog({ person, onClose }: PersonDialogProps) {
  const { household } = useApp()
  const form = useZodForm(householdForm, householdFormOf(person))
  const { input, control, watch, setValue, handleSubmit, register, formState } = form
  const save = handleSubmit((values) => {
    const saved = personOf(person?.id ?? crypto.randomUUID(), values)
    household.change((people) => withEdited(people, person, saved))
    household.setOff(false)
    toast({ title: person ? `${saved.name} was changed` : `${saved.name} was added` })
    onClose()
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={person ? `Edit ${person.name}` : 'Add a person'}
      width="wide"
      onPhones="full"
    >
      <form noValidate onSubmit={(event) => void save(event)} className="space-y-6">
        <TextField
          label="Name"
          hint="Such as “Me” or “My daughter”. Only you see it."
          autoComplete="off"
          {...input('name')}
        />
        <AvoidedField
          contains={watch('avoid_contains')}
          traces={watch('avoid_traces')}
          onChange={({ contains, traces }) => {
            setValue('avoid_contains', contains, { shouldDirty: true })
            setValue('avoid_traces', traces, { shouldDirty: true })
          }}
        />
        <TextField
          label="Other foods (optional)"
          hint="Separated by commas. Sellers do not declare these, so we can only look for the words and warn you."
          placeholder="kiwi, mango"
          autoComplete="off"
          {...input('others')}
        />
        <Controller
          control={control}
          name="diets"
          render={({ field }) => (
            <ChipChoices
              legend="Diet (optional)"
              hint="Only food whose seller declares it suitable."
              options={diets}
              value={field.value}
              onChange={field.onChange}
            />
          )}
        />
        {!person && (
          <div className="border-t border-line pt-5">
            <p className="mb-2 text-sm text-pretty text-ink-soft">
              What somebody avoids can reveal something about their health. We use it only to leave out and mark food,
              and to fill in your requests for custom orders. Only you can see it, and you can remove it at any time.
            </p>
            <Checkbox label="I agree that Tuckbox stores this for me" {...register('agrees')} />
            <FormError message={formState.errors.agrees?.message} className="mt-2" />
          </div>
        )}
        <div className="flex flex-wrap gap-3">
          <Button type="submit">{person ? 'Save' : 'Add this person'}</Button>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
