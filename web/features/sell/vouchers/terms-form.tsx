/** Switches gift vouchers on and off, with their amounts and how long they are valid. */
import {
  defaultVoucherTerms,
  type VoucherTerms,
  voucherTermsForm,
  voucherTermsValues,
} from '#domain/checkout/voucher-form'
import { useUnsavedChanges } from '#platform/unsaved-changes.tsx'
import { useZodForm } from '#platform/zod-form.ts'
import { Button } from '#ui/button'
import { Card } from '#ui/card'
import { TextField } from '#ui/text-field'
import { useSaveVoucherTerms } from './sold-vouchers.ts'

export function TermsForm({ terms }: { terms: VoucherTerms | null }) {
  const form = useZodForm(voucherTermsForm, voucherTermsValues(terms ?? defaultVoucherTerms))
  const save = useSaveVoucherTerms()
  useUnsavedChanges(form.formState.isDirty)
  const submit = form.handleSubmit((next) => {
    const saved = form.getValues()
    save.mutate(next, { onSuccess: () => form.reset(saved) })
  })
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="mt-6">
      <Card className="space-y-5">
        <h2 className="text-xl">{terms ? 'Your shop sells gift vouchers' : 'Sell gift vouchers'}</h2>
        <div className="grid gap-5 sm:grid-cols-3">
          <TextField
            label="Smallest amount (£)"
            hint="From £5."
            inputMode="decimal"
            autoComplete="off"
            {...form.input('smallest')}
          />
          <TextField
            label="Largest amount (£)"
            hint="Up to £500."
            inputMode="decimal"
            autoComplete="off"
            {...form.input('largest')}
          />
          <TextField
            label="Valid for (months)"
            hint="From 12 to 60. Usually 24."
            inputMode="numeric"
            autoComplete="off"
            {...form.input('months')}
          />
        </div>
        <p className="text-sm text-pretty text-ink-soft">
          You are paid when a voucher is bought, less our fee, and you owe its holder food for that amount. Orders paid
          by a voucher pay no second fee. With Stripe, your payment account must be ready.
        </p>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={save.isPending && save.variables !== null} className="max-sm:w-full">
            {terms ? 'Save changes' : 'Sell gift vouchers'}
          </Button>
          {terms && (
            <Button
              variant="secondary"
              busy={save.isPending && save.variables === null}
              onClick={() => save.mutate(null)}
              className="max-sm:w-full"
            >
              Stop selling
            </Button>
          )}
        </div>
      </Card>
    </form>
  )
}
