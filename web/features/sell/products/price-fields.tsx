/** The product type with its price: one price if standardised, a range if bespoke. */
import { useFormContext } from 'react-hook-form'
import { fieldProps } from '#platform/field-props.ts'
import { Choice } from '#ui/choice'
import { FieldGroup } from '#ui/field'
import { Switch } from '#ui/switch'
import { TextField } from '#ui/text-field'
import type { ProductFormInput } from './product-form.ts'

const types = [
  { value: 'standardized', label: 'Standardised', hint: 'Made the same each time, at one price.' },
  { value: 'bespoke', label: 'Bespoke', hint: 'Made to order. You quote a price in a conversation.' },
] as const

export function PriceFields() {
  const { register, watch, formState } = useFormContext<ProductFormInput>()
  const input = fieldProps(register, formState.errors)
  const productType = watch('product_type')
  return (
    <>
      <FieldGroup legend="Product type">
        <div className="grid gap-3 sm:grid-cols-2">
          {types.map(({ value, label, hint }) => (
            <Choice key={value} look="card" value={value} {...register('product_type')}>
              <span className="block font-semibold">{label}</span>
              <span className="block text-sm text-ink-soft">{hint}</span>
            </Choice>
          ))}
        </div>
      </FieldGroup>
      {productType === 'standardized' ? (
        <TextField
          label="Price (£)"
          inputMode="decimal"
          autoComplete="off"
          {...input('price')}
          onFocus={(event) => event.currentTarget.select()}
        />
      ) : (
        <>
          <div className="grid grid-cols-2 gap-4">
            <TextField label="Minimum price (£)" inputMode="decimal" autoComplete="off" {...input('min_price')} />
            <TextField label="Maximum price (£)" inputMode="decimal" autoComplete="off" {...input('max_price')} />
          </div>
          <p className="text-sm text-ink-soft">Without a range, buyers see “Custom pricing”.</p>
          <Switch
            label="Requires consultation"
            hint="Buyers discuss the product with you before you agree a price."
            {...register('requires_consultation')}
          />
        </>
      )}
    </>
  )
}
