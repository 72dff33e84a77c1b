/** The short way to a first person, in the place picker: what "Me" avoids, in one tap each. */
import { type AvoidedAllergen, avoidableAllergens, nutKeys, withAvoided } from '#domain/food/avoided-allergens'
import { alsoAvoiding, newMe } from '#domain/food/household'
import type { HouseholdStore } from '#platform/app-context.ts'
import { Checkbox } from '#ui/checkbox'
import { Choice } from '#ui/choice'
import { FormError } from '#ui/form-error'
import { useHousehold } from './use-household.ts'

export interface Needs {
  readonly avoided: readonly AvoidedAllergen[]
  readonly agrees: boolean
  /** The shopper has to agree before it can be saved. */
  readonly isRefused: boolean
}

export const noNeeds: Needs = { avoided: [], agrees: false, isRefused: false }

const common: readonly AvoidedAllergen[] = ['gluten', 'milk', 'eggs', 'soya', 'sesame']

const options = [
  { keys: nutKeys, label: 'All nuts' },
  ...avoidableAllergens.filter(({ key }) => common.includes(key)).map(({ key, label }) => ({ keys: [key], label })),
]

export interface FirstNeedsProps {
  needs: Needs
  onChange: (needs: Needs) => void
}

/** Nothing once there is a household, which has its own page. */
export function FirstNeeds({ needs, onChange }: FirstNeedsProps) {
  const { people } = useHousehold()
  if (people.length > 0) return null
  const { avoided, agrees, isRefused } = needs
  return (
    <fieldset>
      <legend className="text-sm font-semibold">Avoid (optional)</legend>
      <div className="mt-2 flex flex-wrap gap-2">
        {options.map(({ keys, label }) => (
          <Choice
            key={label}
            look="chip"
            type="checkbox"
            checked={keys.every((key) => avoided.includes(key))}
            onChange={({ target }) => onChange({ ...needs, avoided: withAvoided(avoided, keys, target.checked) })}
          >
            {label}
          </Choice>
        ))}
      </div>
      {avoided.length > 0 && (
        <>
          <Checkbox
            label="I agree that Tuckbox stores this for me"
            checked={agrees}
            onChange={({ target }) => onChange({ ...needs, agrees: target.checked, isRefused: false })}
            className="mt-2"
          />
          <FormError message={isRefused ? 'Please agree, or we cannot save this.' : undefined} />
          <p className="mt-1 text-sm text-pretty text-ink-soft">
            Even traces are avoided. It can reveal something about your health, so only you see it. Change it, or add
            people, under Household.
          </p>
        </>
      )}
    </fieldset>
  )
}

/** @returns false if the shopper has to agree first */
export async function saveFirstNeeds(household: HouseholdStore, { avoided, agrees }: Needs): Promise<boolean> {
  if (avoided.length === 0) return true
  if (!agrees) return false
  await household.load()
  household.change((people) => [...people, alsoAvoiding(newMe(), avoided)])
  household.setOff(false)
  return true
}
