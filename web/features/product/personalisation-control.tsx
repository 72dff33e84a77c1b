/** Selects a greeting for a product, or the buyer's own text. */
import type { RefObject } from 'react'
import { maximumCustomLength } from '#domain/basket'
import { type Personalisation, personalisationLabels, personalisations } from '#domain/categories'
import { Select } from '#ui/select'
import { TextField } from '#ui/text-field'

export interface PersonalisationControlProps {
  personalisation: Personalisation | null
  onPersonalisationChange: (personalisation: Personalisation | null) => void
  customText: string
  onCustomTextChange: (customText: string) => void
  error?: string
  customTextRef: RefObject<HTMLInputElement | null>
}

const options = [
  { value: '', label: 'None' },
  ...personalisations.map((value) => ({ value, label: personalisationLabels[value] })),
]

export function PersonalisationControl({
  personalisation,
  onPersonalisationChange,
  customText,
  onCustomTextChange,
  error,
  customTextRef,
}: PersonalisationControlProps) {
  return (
    <div>
      <Select
        label="Personalisation (optional)"
        options={options}
        value={personalisation ?? ''}
        onValueChange={(value) => onPersonalisationChange(personalisations.find((known) => known === value) ?? null)}
      />
      {personalisation === 'custom' && (
        <TextField
          ref={customTextRef}
          label="Your message"
          value={customText}
          maxLength={maximumCustomLength}
          onChange={(event) => onCustomTextChange(event.currentTarget.value)}
          hint={`${customText.length} of ${maximumCustomLength} characters`}
          error={error}
          className="mt-4"
        />
      )}
    </div>
  )
}
