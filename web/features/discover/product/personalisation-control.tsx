/** Selects a greeting for a product, or the buyer's own text. */
import { personalisationLabels, personalisations } from '#domain/catalogue/categories'
import { personalisationAt, priceChangeLabel } from '#domain/catalogue/options'
import { Select } from '#ui/select'
import { TextField } from '#ui/text-field'
import type { Product } from './product.ts'
import type { Purchase } from './use-purchase.ts'

const options = [
  { value: '', label: 'None' },
  ...personalisations.map((value) => ({ value, label: personalisationLabels[value] })),
]

export function PersonalisationControl({ product, purchase }: { product: Product; purchase: Purchase }) {
  const { personalisation_price: price, personalisation_max_length: maxLength } = product
  const { choice, choose, errors, controlOf } = purchase
  const { personalisation, customText } = choice
  return (
    <div>
      <Select
        label={`Personalisation (${['optional', priceChangeLabel(price)].filter(Boolean).join(', ')})`}
        options={options}
        value={personalisation ?? ''}
        onValueChange={(value) =>
          choose({ personalisation: personalisations.find((known) => known === value) ?? null })
        }
      />
      {personalisation === 'custom' && (
        <TextField
          ref={controlOf(personalisationAt)}
          label="Your message"
          value={customText}
          maxLength={maxLength}
          onChange={(event) => choose({ customText: event.currentTarget.value })}
          hint={`${customText.length} of ${maxLength} characters`}
          error={errors[personalisationAt]}
          className="mt-4"
        />
      )}
    </div>
  )
}
