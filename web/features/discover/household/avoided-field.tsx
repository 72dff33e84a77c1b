/** The allergens that a person avoids, and for each whether traces count. New ones begin with the stricter level. */
import {
  type AvoidableAllergen,
  type AvoidedAllergen,
  avoidableAllergens,
  avoidableKinds,
  avoidedNames,
  avoidsAllNuts,
  nutKeys,
  withAvoided,
} from '#domain/food/avoided-allergens'
import { Choice } from '#ui/choice'
import { levelLabels } from './person-needs.ts'

interface Avoided {
  readonly contains: AvoidedAllergen[]
  readonly traces: AvoidedAllergen[]
}

export interface AvoidedFieldProps extends Avoided {
  onChange: (avoided: Avoided) => void
}

type Level = keyof Avoided

const levels = ['traces', 'contains'] as const satisfies readonly Level[]

export function AvoidedField({ contains, traces, onChange }: AvoidedFieldProps) {
  const all = withAvoided(contains, traces, true)

  function setLevel(keys: readonly AvoidedAllergen[], level: Level | null): void {
    onChange({
      contains: withAvoided(contains, keys, level === 'contains'),
      traces: withAvoided(traces, keys, level === 'traces'),
    })
  }

  const chip = (keys: readonly AvoidedAllergen[], label: string) => (
    <Choice
      key={label}
      look="chip"
      type="checkbox"
      checked={keys.every((key) => all.includes(key))}
      onChange={({ target }) => setLevel(keys, target.checked ? 'traces' : null)}
    >
      {label}
    </Choice>
  )
  const chips = (allergens: readonly AvoidableAllergen[]) => allergens.map(({ key, label }) => chip([key], label))
  return (
    <div className="space-y-4">
      <fieldset>
        <legend className="text-sm font-semibold">Avoids</legend>
        <div className="mt-2.5 flex flex-wrap gap-2">
          {chip(nutKeys, 'All nuts')}
          {chips(avoidableAllergens)}
        </div>
        <details className="mt-3" open={avoidableKinds.some(({ key }) => all.includes(key)) || undefined}>
          <summary className="py-1.5 text-sm font-semibold text-ink-soft hover:text-ink">
            Specific cereals and nuts
          </summary>
          <div className="mt-2 flex flex-wrap gap-2">{chips(avoidableKinds)}</div>
        </details>
      </fieldset>
      {all.length > 0 && (
        <ul aria-label="How careful" className="divide-y divide-line rounded-xl border border-line bg-raised">
          {rowsOf(all).map((keys) => (
            <LevelRow
              key={keys.join()}
              name={avoidedNames(keys).join(', ')}
              level={keys.every((key) => contains.includes(key)) ? 'contains' : 'traces'}
              onChange={(level) => setLevel(keys, level)}
            />
          ))}
        </ul>
      )}
    </div>
  )
}

/** Tree nuts and peanuts together are one row. */
function rowsOf(all: readonly AvoidedAllergen[]): AvoidedAllergen[][] {
  const hasAllNuts = avoidsAllNuts(all)
  const single = all.filter((key) => !(hasAllNuts && nutKeys.includes(key)))
  return [...(hasAllNuts ? [[...nutKeys]] : []), ...single.map((key) => [key])]
}

interface LevelRowProps {
  name: string
  level: Level
  onChange: (level: Level) => void
}

function LevelRow({ name, level, onChange }: LevelRowProps) {
  return (
    <li className="flex justify-between gap-x-4 gap-y-2 px-3 py-2.5 max-sm:flex-col sm:items-center sm:px-4">
      <span className="font-semibold first-letter:uppercase">{name}</span>
      <span
        role="radiogroup"
        aria-label={`How careful with ${name}`}
        className="grid grid-cols-2 overflow-hidden rounded-full border border-ink/25 sm:w-96"
      >
        {levels.map((option) => (
          <Choice
            key={option}
            look="segment"
            name={`level ${name}`}
            checked={level === option}
            onChange={() => onChange(option)}
            className={
              option === 'traces'
                ? 'has-checked:bg-alarm-pale has-checked:text-alarm-deep'
                : 'has-checked:bg-honey-pale has-checked:text-honey-deep'
            }
          >
            {levelLabels[option].replace(/ of$/, '')}
          </Choice>
        ))}
      </span>
    </li>
  )
}
