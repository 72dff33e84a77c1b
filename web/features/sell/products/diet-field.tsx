/** The diets that a product suits. Nothing is chosen by default, since the seller is responsible for the declaration. */
import { type Diet, diets } from '#domain/food/diets'
import { ChipChoices } from '#ui/chip-choices'
import { FormError } from '#ui/form-error'

export interface DietFieldProps {
  value: readonly Diet[]
  onChange: (diets: Diet[]) => void
  error: string | undefined
}

export function DietField({ error, ...field }: DietFieldProps) {
  return (
    <ChipChoices legend="Suitable for" hint="Choose only what is true of every ingredient." options={diets} {...field}>
      <FormError message={error} className="mt-3" />
    </ChipChoices>
  )
}
