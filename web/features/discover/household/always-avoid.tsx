/** Offers to keep what the words of a search exclude: in one tap for the shopper, or for another person. */
import { useState } from 'react'
import { type AvoidedAllergen, avoidedNames } from '#domain/food/avoided-allergens'
import {
  alsoAvoiding,
  avoidsAll,
  maxPeople,
  nameInSentence,
  newMe,
  type Person,
  withPerson,
} from '#domain/food/household'
import { type HouseholdStore, useApp } from '#platform/app-context.ts'
import { Button } from '#ui/button'
import { Select } from '#ui/select'
import { toast } from '#ui/toast'
import { useHousehold } from './use-household.ts'

export interface AlwaysAvoidProps {
  keys: readonly AvoidedAllergen[]
  /** The offer is gone, and with it the focus. */
  onKept: () => void
}

/** Nothing if the household avoids them already. */
export function AlwaysAvoid({ keys, onKept }: AlwaysAvoidProps) {
  const { household } = useApp()
  const { people } = useHousehold()
  const [chosenId, choose] = useState('')
  if (keys.length === 0 || avoidsAll(people, keys)) return null
  const me = people.find(({ name }) => name.toLowerCase() === 'me')
  const person = people.find(({ id }) => id === chosenId) ?? me
  if (person === undefined && people.length >= maxPeople) return null
  const names = avoidedNames(keys).join(' and ')
  const others = people.filter((other) => other !== me)
  const keep = async () => {
    if (await keepFor(household, person ?? newMe(), keys, names)) onKept()
  }
  return (
    // Hidden like a list until the app has read a saved household, which may avoid them already.
    <div data-food="" className="mb-6">
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="secondary" size="sm" onClick={() => void keep()}>
          Always avoid {names}
        </Button>
        {others.length > 0 && (
          <Select
            label="For whom"
            labelHidden
            options={[
              { value: me?.id ?? '', label: 'For me' },
              ...others.map(({ id, name }) => ({ value: id, label: `For ${nameInSentence(name)}` })),
            ]}
            value={person?.id ?? ''}
            onValueChange={choose}
            className="max-w-48"
          />
        )}
      </div>
      {person === undefined && (
        <p className="mt-1.5 text-sm text-pretty text-ink-soft">
          You then agree that Tuckbox stores this for you. It can reveal something about your health, so only you see
          it.
        </p>
      )}
    </div>
  )
}

/** @returns whether it was saved */
async function keepFor(
  household: HouseholdStore,
  person: Person,
  keys: readonly AvoidedAllergen[],
  names: string,
): Promise<boolean> {
  try {
    await household.load()
  } catch {
    toast({
      title: 'Nothing was saved',
      description: 'Check your connection and try again.',
      variant: 'destructive',
    })
    return false
  }
  const { people, isOff } = household.current()
  const before = people.find(({ id }) => id === person.id)
  const undo = () => {
    household.change((now) => (before ? withPerson(now, before) : now.filter(({ id }) => id !== person.id)))
    household.setOff(isOff)
    toast({ title: `Not kept: ${names}` })
  }
  household.change((now) => withPerson(now, alsoAvoiding(before ?? person, keys)))
  household.setOff(false)
  toast({
    title: `Always avoiding ${names}`,
    description: (
      <span className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        Kept under Household, for {nameInSentence(person.name)}.
        <Button variant="secondary" size="sm" onClick={undo}>
          Undo
        </Button>
      </span>
    ),
    dismissAfterMs: 10_000,
  })
  return true
}
