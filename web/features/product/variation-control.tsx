/** Selects a variation of a product: chips for a few, a list for many. */
import type { RefObject } from 'react'
import { useId } from 'react'
import { formatPence } from '#domain/money'
import type { Variation } from '#domain/product-variations'
import { Select } from '#ui/select'
import { classNames } from '#web/ui/class-names.ts'

export interface VariationControlProps {
  variations: readonly Variation[]
  chosen: Variation | null
  onChoose: (variation: Variation) => void
  /** The error if no variation was chosen. */
  error?: string
  /** Receives the control, so that it can be focused. */
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
    <fieldset aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-2 text-sm font-semibold">Variation</legend>
      <div className="flex flex-wrap gap-2.5">
        {variations.map((variation, index) => (
          <label
            key={variation.name}
            className={classNames(
              'relative flex min-h-12 max-w-full cursor-pointer flex-col justify-center rounded-xl border bg-white px-4 py-2 transition-colors hover:border-ink/70 has-checked:border-berry has-checked:bg-berry-pale has-checked:shadow-[inset_0_0_0_1px_var(--color-berry)] has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-berry',
              error ? 'border-alarm' : 'border-ink/45',
            )}
          >
            <input
              ref={(input) => {
                if (index === 0) controlRef.current = input
              }}
              type="radio"
              name={id}
              value={variation.name}
              checked={chosen?.name === variation.name}
              onChange={() => onChoose(variation)}
              aria-invalid={error ? true : undefined}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            <span className="leading-snug font-semibold wrap-anywhere">{variation.name}</span>
            {withPrices && (
              <span className="text-sm tabular-nums text-ink-soft">{formatPence(variation.pricePence)}</span>
            )}
          </label>
        ))}
      </div>
      {error && (
        <p id={`${id}-error`} className="mt-2 text-sm font-medium text-alarm">
          {error}
        </p>
      )}
    </fieldset>
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
