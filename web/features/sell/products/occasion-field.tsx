/** The occasions that a product is made for. What its name and category suggest can be added in one press. */
import { Sparkles } from 'lucide-react'
import { type Occasion, occasionLabels, occasions, readOccasions } from '#domain/catalogue/categories'
import { Button } from '#ui/button'
import { ChipChoices } from '#ui/chip-choices'
import { suggestedOccasions } from './occasion-suggestions.ts'

const options = occasions.map((key) => ({ key, label: occasionLabels[key] }))

export interface OccasionFieldProps {
  value: readonly Occasion[]
  onChange: (occasions: Occasion[]) => void
  /** The product's. */
  name: string
  category: string
}

export function OccasionField({ value, onChange, name, category }: OccasionFieldProps) {
  const suggested = suggestedOccasions(name, category).filter((occasion) => !value.includes(occasion))
  return (
    <ChipChoices
      legend="Occasions (optional)"
      hint="Shoppers find it first on the pages of these occasions."
      options={options}
      value={value}
      onChange={onChange}
    >
      {suggested.length > 0 && (
        <Button
          variant="quiet"
          className="mt-2 h-auto py-2 text-left whitespace-normal"
          onClick={() => onChange(readOccasions([...value, ...suggested]))}
        >
          <Sparkles aria-hidden="true" className="size-4.5" />
          Add suggested: {suggested.map((occasion) => occasionLabels[occasion]).join(', ')}
        </Button>
      )}
    </ChipChoices>
  )
}
