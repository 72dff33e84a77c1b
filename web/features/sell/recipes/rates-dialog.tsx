/** The rates for all recipes: what an hour of work costs, and the margin for suggested prices. */

import { poundsText } from '#domain/values/money'
import { messageFor } from '#platform/message-for.ts'
import { useZodForm } from '#platform/zod-form.ts'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { FormError } from '#ui/form-error'
import { TextField } from '#ui/text-field'
import { type RatesRecord, ratesForm } from './recipe-forms.ts'
import { useSaveRates } from './recipes.ts'

export interface RatesDialogProps {
  open: boolean
  onClose: () => void
  rates: RatesRecord
}

export function RatesDialog({ open, onClose, rates }: RatesDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Your rates"
      description="They apply to all your recipes. Only you see them."
    >
      <RatesForm rates={rates} onDone={onClose} />
    </Dialog>
  )
}

function RatesForm({ rates, onDone }: { rates: RatesRecord; onDone: () => void }) {
  const { input, handleSubmit } = useZodForm(ratesForm, {
    hourlyRate: rates.hourly_rate === 0 ? '' : poundsText(rates.hourly_rate),
    marginPercent: String(rates.margin_percent),
  })
  const save = useSaveRates()
  const submit = handleSubmit((values) => save.mutate(values, { onSuccess: onDone }))
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="space-y-5">
      <TextField
        label="An hour of your work (£)"
        hint="Leave it empty to leave your work out."
        inputMode="decimal"
        autoComplete="off"
        {...input('hourlyRate')}
      />
      <TextField
        label="Margin to aim for (%)"
        hint="The part of a price that is profit, after VAT, our fee and all costs, your work included."
        inputMode="numeric"
        autoComplete="off"
        {...input('marginPercent')}
      />
      <FormError
        message={save.isError ? messageFor(save.error, 'The rates could not be saved. Please try again.') : null}
      />
      <Button type="submit" size="lg" busy={save.isPending} className="w-full">
        Save rates
      </Button>
    </form>
  )
}
