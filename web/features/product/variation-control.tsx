/** Selects a variation of a product: chips for a few, a list for many. */
import type { RefObject } from 'react'
import { useId } from 'react'
import { formatPence } from '#domain/money'
import type { Variation } from '#domain/product-variations'
import { Choice } from '#ui/choice'
import { FieldGroup } from '#ui/field'
import { Select } from '#ui/select'

export interface VariationControlProps {
  variations: readonly Variation[]
  chosen: Variation | null
  onChoose: (variation: Variation) => void
  error?: string
  controlRef: RefObject<HTMLElement | null>
}

/** More variations are shown as a list. */
const maxChips = 8

export function VariationControl(props: VariationControlProps) {
  return props.variations.length > maxChips ? <VariationList {...props} /> : <VariationChips {...props} />
}

function VariationChips({ variations, chosen, onChoose, error, controlRef }: VariationControlProps) {
  const id = useId()
  const withPrices = haveDifferentPrices(variations)
  return (
    <FieldGroup legend="Variation" error={error}>
      <div className="flex flex-wrap gap-2.5">
        {variations.map((variation, index) => (
          <Choice
            key={variation.name}
            look="tile"
            ref={(input) => {
              if (index === 0) controlRef.current = input
            }}
            name={id}
            value={variation.name}
            checked={chosen?.name === variation.name}
            onChange={() => onChoose(variation)}
            aria-invalid={error ? true : undefined}
          >
            <span className="block leading-snug font-semibold wrap-anywhere">{variation.name}</span>
            {withPrices && (
              <span className="block text-sm tabular-nums text-ink-soft">{formatPence(variation.pricePence)}</span>
            )}
          </Choice>
        ))}
      </div>
    </FieldGroup>
  )
}

function VariationList({ variations, chosen, onChoose, error, controlRef }: VariationControlProps) {
  const withPrices = haveDifferentPrices(variations)
  const options = variations.map((variation) => ({
    value: variation.name,
    label: withPrices ? `${variation.name}, ${formatPence(variation.pricePence)}` : variation.name,
  }))
  return (
    <Select
      label="Variation"
      ref={(select) => {
        controlRef.current = select
      }}
      options={[{ value: '', label: 'Choose a variation', disabled: true }, ...options]}
      value={chosen?.name ?? ''}
      onValueChange={(name) => {
        const variation = variations.find((candidate) => candidate.name === name)
        if (variation) onChoose(variation)
      }}
      error={error}
    />
  )
}

function haveDifferentPrices(variations: readonly Variation[]): boolean {
  return new Set(variations.map(({ pricePence }) => pricePence)).size > 1
}
