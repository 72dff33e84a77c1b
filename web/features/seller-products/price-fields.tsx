/** The product type with its price: one price if standardised, a range if bespoke. */
import { useFormContext } from 'react-hook-form'
import type { ProductFormInput } from '#domain/forms/product-form'
import { fieldProps } from '#platform/field-props.ts'
import { Switch } from '#ui/switch'
import { TextField } from '#ui/text-field'
import { classNames } from '#web/ui/class-names.ts'

const types = [
  { value: 'standardized', label: 'Standardised', hint: 'Made the same each time, at one price.' },
  { value: 'bespoke', label: 'Bespoke', hint: 'Made to order. You quote a price in a conversation.' },
] as const

export function PriceFields() {
  const { register, watch, formState } = useFormContext<ProductFormInput>()
  const input = fieldProps(register, formState.errors)
  const productType = watch('productType')
  return (
    <>
      <fieldset>
        <legend className="mb-1.5 text-sm font-semibold">Product type</legend>
        <div className="grid gap-3 sm:grid-cols-2">
          {types.map(({ value, label, hint }) => (
            <label
              key={value}
              className={classNames(
                'flex cursor-pointer gap-3 rounded-xl border bg-white px-4 py-3',
                productType === value ? 'border-berry ring-1 ring-berry' : 'border-ink/30 hover:border-ink/60',
              )}
            >
              <input
                type="radio"
                value={value}
                {...register('productType')}
                className="mt-1 size-4.5 shrink-0 accent-berry"
              />
              <span>
                <span className="block font-semibold">{label}</span>
                <span className="block text-sm text-ink-soft">{hint}</span>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
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
            <TextField label="Minimum price (£)" inputMode="decimal" autoComplete="off" {...input('minPrice')} />
            <TextField label="Maximum price (£)" inputMode="decimal" autoComplete="off" {...input('maxPrice')} />
          </div>
          <p className="text-sm text-ink-soft">Without a range, buyers see “Custom pricing”.</p>
          <Switch
            label="Requires consultation"
            hint="Buyers discuss the product with you before you agree a price."
            {...register('requiresConsultation')}
          />
        </>
      )}
    </>
  )
}
