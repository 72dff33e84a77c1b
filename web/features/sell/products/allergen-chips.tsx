/** Chips for what food contains, and for what it may contain. */
import { type AllergenKey, allergens } from '#domain/food/allergens'
import type { AddedAllergens } from '#domain/food/choice-allergens'
import { ChipChoices } from '#ui/chip-choices'
import { classNames } from '#web/ui/class-names.ts'

/** Cereals and nuts are named one by one, as a label must. A file may have stated the group, which then stays until it is unticked. */
const optionsOf = (value: AddedAllergens) =>
  allergens.flatMap(({ key, label, kinds }): readonly { key: AllergenKey; label: string }[] =>
    kinds.length === 0 || value[key] ? [{ key, label }, ...kinds] : kinds,
  )

type State = 'contains' | 'may_contain'

interface AllergenChipsProps {
  value: AddedAllergens
  onChange: (value: AddedAllergens) => void
  hints: Readonly<Record<State, string>>
  className?: string
}

export function AllergenChips({ value, onChange, hints, className }: AllergenChipsProps) {
  const options = optionsOf(value)
  const keysOf = (state: State) => options.flatMap(({ key }) => (value[key] === state ? [key] : []))
  const change = (state: State, keys: readonly AllergenKey[]) => {
    const others = options.flatMap(({ key }) => {
      const kept = value[key]
      return kept && kept !== state && !keys.includes(key) ? [[key, kept] as const] : []
    })
    onChange(Object.fromEntries([...others, ...keys.map((key) => [key, state] as const)]))
  }
  return (
    <div className={classNames('space-y-4', className)}>
      <ChipChoices
        legend="It contains"
        hint={hints.contains}
        options={options}
        value={keysOf('contains')}
        onChange={(keys) => change('contains', keys)}
      />
      <ChipChoices
        legend="It may contain"
        hint={hints.may_contain}
        options={options}
        value={keysOf('may_contain')}
        onChange={(keys) => change('may_contain', keys)}
      />
    </div>
  )
}
