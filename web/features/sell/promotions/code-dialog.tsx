/** Adds or edits a discount code. */
import { Controller, type UseFormReturn } from 'react-hook-form'
import { type ChoosableProduct, useChoosableProducts } from '#features/sell/own-shop'
import { messageFor } from '#platform/message-for.ts'
import { isUniqueViolation } from '#platform/unwrap.ts'
import { useZodForm } from '#platform/zod-form.ts'
import { Button } from '#ui/button'
import { ChipChoices } from '#ui/chip-choices'
import { Dialog } from '#ui/dialog'
import { FormError } from '#ui/form-error'
import { Select } from '#ui/select'
import { Switch } from '#ui/switch'
import { TextField } from '#ui/text-field'
import { type DiscountCode, useSaveCode } from './codes.ts'
import { type DiscountFormInput, type DiscountTerms, discountForm, discountFormValues } from './discount-form.ts'

export interface CodeDialogProps {
  open: boolean
  onClose: () => void
  /** Null for a new code. */
  code: DiscountCode | null
}

export function CodeDialog({ open, onClose, code }: CodeDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={code ? `Edit ${code.code}` : 'New discount code'}
      description="Buyers enter it at the checkout. What it takes off comes out of your sales; our fee is for what is paid."
      width="wide"
      onPhones="full"
    >
      <CodeForm code={code} onDone={onClose} />
    </Dialog>
  )
}

const kinds = [
  { value: 'percent', label: 'A percentage off' },
  { value: 'amount', label: 'A sum off' },
  { value: 'free_delivery', label: 'Free delivery' },
]

type Form = UseFormReturn<DiscountFormInput, unknown, DiscountTerms>

function CodeForm({ code, onDone }: { code: DiscountCode | null; onDone: () => void }) {
  const form = useZodForm(discountForm, discountFormValues(code))
  const { input } = form
  const save = useSaveCode(code)
  const kind = form.watch('kind')
  const submit = form.handleSubmit((terms) => save.mutate(terms, { onSuccess: onDone }))
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="space-y-5">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Code"
          hint={code ? 'A code cannot be renamed. Switch it off and add another.' : 'For example, SUMMER10.'}
          readOnly={code !== null}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={20}
          {...input('code')}
        />
        <Select label="What it does" options={kinds} {...input('kind')} />
        {kind !== 'free_delivery' && (
          <TextField
            label={kind === 'percent' ? 'Per cent off' : 'Pounds off (£)'}
            inputMode="decimal"
            autoComplete="off"
            {...input('value')}
          />
        )}
        <TextField
          label="Minimum spend (£)"
          hint="Food from your shop, before the code. Leave it empty for none."
          inputMode="decimal"
          placeholder="None"
          autoComplete="off"
          {...input('minimumSpend')}
        />
      </div>
      {kind !== 'free_delivery' && <ProductsField form={form} />}
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Uses in all"
          hint="Leave it empty for no limit."
          inputMode="numeric"
          placeholder="No limit"
          autoComplete="off"
          {...input('maxUses')}
        />
        <TextField
          label="Uses for each buyer"
          hint="Leave it empty for no limit."
          inputMode="numeric"
          placeholder="No limit"
          autoComplete="off"
          {...input('maxUsesPerBuyer')}
        />
        <TextField label="First day (optional)" type="date" {...input('fromDate')} />
        <TextField label="Last day (optional)" type="date" {...input('toDate')} />
      </div>
      <Switch
        label="First orders only"
        hint="For buyers who have not ordered from your shop before."
        {...form.register('isFirstOrderOnly')}
      />
      <Switch label="On" hint="Buyers can use it now." {...form.register('isActive')} />
      <FormError
        message={
          save.isError
            ? isUniqueViolation(save.error)
              ? 'You already have a code of this text.'
              : messageFor(save.error, 'The code could not be saved. Please try again.')
            : null
        }
      />
      <Button type="submit" size="lg" busy={save.isPending} className="w-full">
        {code ? 'Save code' : 'Add code'}
      </Button>
    </form>
  )
}

const isNotBespoke = ({ product_type }: ChoosableProduct) => product_type !== 'bespoke'

function ProductsField({ form }: { form: Form }) {
  const options = useChoosableProducts(isNotBespoke).map(({ id, name }) => ({ key: id, label: name }))
  if (options.length === 0) return null
  return (
    <Controller
      control={form.control}
      name="productIds"
      render={({ field: { value, onChange }, fieldState: { error } }) => (
        <div className="max-h-72 overflow-y-auto">
          <ChipChoices
            legend="Products"
            hint="Choose those that it reduces, or none for all of them. Custom orders are never reduced."
            options={options}
            value={value}
            onChange={onChange}
          >
            {error && <FormError message={error.message ?? null} />}
          </ChipChoices>
        </div>
      )}
    />
  )
}
