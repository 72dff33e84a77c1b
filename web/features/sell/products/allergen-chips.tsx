/** Chips for what food contains, and for what it may contain. */
import { type AllergenKey, allergens, declarable } from '#domain/food/allergens'
import type { ChoiceAllergens } from '#domain/food/choice-allergens'
import { ChipChoices } from '#ui/chip-choices'
import { classNames } from '#web/ui/class-names.ts'

/** Cereals and nuts are named one by one, as a label must. A file may have stated the group, which then stays until it is unticked. */
const optionsOf = (value: ChoiceAllergens, state: State) =>
  allergens.flatMap(({ key, label, kinds }): readonly { key: AllergenKey; label: string }[] =>
    kinds.length === 0 || value[key] || state === 'removed' ? [{ key, label }, ...kinds] : kinds,
  )

type State = 'contains' | 'may_contain' | 'removed'

const legends: readonly (readonly [state: State, legend: string])[] = [
  ['contains', 'It contains'],
  ['may_contain', 'It may contain'],
  ['removed', 'It takes away'],
]

interface AllergenChipsProps {
  value: ChoiceAllergens
  onChange: (value: ChoiceAllergens) => void
  /** The states that can be chosen. */
  hints: Readonly<Partial<Record<State, string>>>
  className?: string
}

export function AllergenChips({ value, onChange, hints, className }: AllergenChipsProps) {
  const change = (state: State, keys: readonly AllergenKey[]) => {
    const others = declarable.flatMap(({ key }) => {
      const kept = value[key]
      return kept && kept !== state && !keys.includes(key) ? [[key, kept] as const] : []
    })
    onChange(Object.fromEntries([...others, ...keys.map((key) => [key, state] as const)]))
  }
  return (
    <div className={classNames('space-y-4', className)}>
      {legends.map(([state, legend]) => {
        const hint = hints[state]
        const options = optionsOf(value, state)
        return (
          hint && (
            <ChipChoices
              key={state}
              legend={legend}
              hint={hint}
              options={options}
              value={options.flatMap(({ key }) => (value[key] === state ? [key] : []))}
              onChange={(keys) => change(state, keys)}
            />
          )
        )
      })}
    </div>
  )
}
