/**
 * The household: the people that a member or a visitor buys food for, with what each avoids. The browser and the account
 * each have a copy, and this file merges them.
 */

import { isUuid } from '../values/ids.ts'
import { wholesOf } from './allergens.ts'
import { type AvoidedAllergen, avoidedNames, readAvoided, withAvoided } from './avoided-allergens.ts'
import { type Diet, dietLabel, readDiets } from './diets.ts'

/** A person, with the columns of `household_people`. */
export interface Person {
  readonly id: string
  readonly name: string
  /** Must not be an ingredient. */
  readonly avoid_contains: readonly AvoidedAllergen[]
  /** The product must be declared free of them. No allergen is in both lists. */
  readonly avoid_traces: readonly AvoidedAllergen[]
  /** Foods in the member's own words, which no declaration covers. */
  readonly avoid_others: readonly string[]
  readonly diets: readonly Diet[]
}

export type Household = readonly Person[]

export const emptyHousehold: Household = []

/** The database's limits. */
export const maxPeople = 20
export const maxOthers = 50
export const maxNameLength = 40

/** The household as the browser stores it. Unreadable people are left out. */
export function readHousehold(text: string | null): Household {
  try {
    const people: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(people) ? people.flatMap((person) => readPerson(person) ?? []) : emptyHousehold
  } catch {
    return emptyHousehold
  }
}

type Fields = { readonly [Name in keyof Person]?: unknown }

/** Also for rows of the database, whose lists have any text. */
export function readPerson(given: Fields | null): Person | null {
  const { id, name, avoid_contains, avoid_traces, avoid_others, diets } = given ?? {}
  if (typeof id !== 'string' || !isUuid(id) || typeof name !== 'string' || name === '') return null
  const traces = readAvoided(textsOf(avoid_traces).join(','))
  return {
    id,
    name,
    avoid_contains: readAvoided(textsOf(avoid_contains).join(',')).filter((key) => !traces.includes(key)),
    avoid_traces: traces,
    avoid_others: textsOf(avoid_others),
    diets: readDiets(diets),
  }
}

function textsOf(values: unknown): string[] {
  return Array.isArray(values) ? values.filter((value) => typeof value === 'string') : []
}

/** The arguments of `search_products` that leave out what does not fit. */
export interface FitFilter {
  /** 'nuts' avoids traces too, 'contains:nuts' accepts them. */
  readonly avoid: readonly string[]
  readonly diets: readonly Diet[]
}

/** What fits everyone. */
export function fitFilter(household: Household): FitFilter {
  const traces = new Set(household.flatMap((person) => person.avoid_traces))
  const contains = new Set(household.flatMap((person) => person.avoid_contains))
  const avoid = [...traces, ...[...contains].filter((key) => !traces.has(key)).map((key) => `contains:${key}`)]
  return { avoid: avoid.sort(), diets: readDiets(household.flatMap((person) => person.diets)) }
}

/** Whether anything is avoided at all. */
export function hasNeeds(household: Household): boolean {
  return household.some((person) => needsOf(person).length > 0)
}

/** Whether somebody avoids each of them, at whichever level. Walnuts are avoided with all nuts. */
export function avoidsAll(household: Household, keys: readonly AvoidedAllergen[]): boolean {
  const avoided = new Set(household.flatMap((person) => [...person.avoid_traces, ...person.avoid_contains]))
  return keys.every((key) => [key, ...wholesOf(key)].some((one) => avoided.has(one)))
}

/** The shopper, as a person of her household. */
export function newMe(): Person {
  return { id: crypto.randomUUID(), name: 'Me', avoid_contains: [], avoid_traces: [], avoid_others: [], diets: [] }
}

/** A person who avoids these too, with their traces. */
export function alsoAvoiding(person: Person, keys: readonly AvoidedAllergen[]): Person {
  const traces = withAvoided(person.avoid_traces, keys, true)
  return {
    ...person,
    avoid_traces: traces,
    avoid_contains: person.avoid_contains.filter((key) => !traces.includes(key)),
  }
}

/** With this person instead of the one with the same id, or added. */
export function withPerson(household: Household, person: Person): Household {
  const isKnown = household.some(({ id }) => id === person.id)
  return isKnown ? household.map((other) => (other.id === person.id ? person : other)) : [...household, person]
}

/** With the changes of a form, and with what another device has added while the form was open. */
export function withEdited(household: Household, before: Person | undefined, edited: Person): Household {
  const current = find(household, edited)
  return withPerson(household, current ? mergedPerson({ base: before, local: edited, remote: current }) : edited)
}

/** 'nuts', 'milk', 'kiwi', 'vegan': what a person avoids or follows, in words. */
export function needsOf({ avoid_contains, avoid_traces, avoid_others, diets }: Person): string[] {
  return [
    ...avoidedNames([...avoid_traces, ...avoid_contains]),
    ...avoid_others,
    ...diets.map((diet) => dietLabel(diet).toLowerCase()),
  ]
}

/** 'my daughter' within a sentence. Other names stay as they are. */
export function nameInSentence(name: string): string {
  return /^(me|my)\b/i.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name
}

/** 'nuts (my daughter), milk and vegan (me)'. */
export function describeHousehold(household: Household): string {
  return household
    .filter((person) => needsOf(person).length > 0)
    .map((person) => `${needsOf(person).join(', ')} (${nameInSentence(person.name)})`)
    .join(' · ')
}

export interface HouseholdCopies {
  /** The account's household when this browser last read it; empty before the first time. */
  readonly base: Household
  /** The household in this browser. */
  readonly local: Household
  /** The account's household now. */
  readonly remote: Household
}

const find = (household: Household, { id }: Person) => household.find((person) => person.id === id)
const isSame = (one: Person | undefined, other: Person | undefined) => JSON.stringify(one) === JSON.stringify(other)

/**
 * Each need of a person is merged by itself: what either side has added stays, and only what one side has removed since
 * `base` is removed. A person added here with the name of one in the account joins that one, with everything that either
 * avoids.
 * @returns `local` itself if nothing changes
 */
export function mergeHouseholds({ base, local, remote }: HouseholdCopies): Household {
  const merged = local.flatMap((person): Person[] => {
    const before = find(base, person)
    const theirs = find(remote, person)
    if (theirs) return [mergedPerson({ base: before, local: person, remote: theirs })]
    return isSame(person, before) ? [] : [person]
  })
  // Somebody who was removed here and changed there stays, because the change may be another allergen.
  const added = remote.filter((person) => !find(local, person) && !isSame(person, find(base, person)))
  const isNew = (person: Person) => !find(base, person) && !find(remote, person)
  const twinOf = (person: Person) => merged.find((other) => isNew(other) && isSameName(other, person))
  const twins = added.flatMap((person) => twinOf(person) ?? [])
  const household = [
    ...merged.filter((person) => !twins.includes(person)),
    ...added.map((person) => joined(person, twinOf(person))),
  ]
  return JSON.stringify(household) === JSON.stringify(local) ? local : household
}

function isSameName(one: Person, other: Person): boolean {
  return one.name.toLowerCase() === other.name.toLowerCase()
}

/** What both sides have, without what either has removed since the base. */
function mergedList<Value>(
  base: readonly Value[],
  local: readonly Value[],
  remote: readonly Value[],
): readonly Value[] {
  const isKept = (value: Value) => !base.includes(value) || (local.includes(value) && remote.includes(value))
  // The account's order, so that two devices agree on one.
  return [...new Set([...remote, ...local])].filter(isKept)
}

interface PersonCopies {
  /** Absent if both sides have added the person. */
  readonly base: Person | undefined
  readonly local: Person
  readonly remote: Person
}

function mergedPerson({ base, local, remote }: PersonCopies): Person {
  const avoided = (person: Person) => [...person.avoid_traces, ...person.avoid_contains]
  const all = readAvoided(mergedList(base ? avoided(base) : [], avoided(local), avoided(remote)).join(','))
  // A level is milder only where one side has made it so, and the other has not touched it.
  const isStrict = (person: Person | undefined, key: AvoidedAllergen) => person?.avoid_traces.includes(key) === true
  const traces = all.filter((key) => {
    const [before, here, there] = [isStrict(base, key), isStrict(local, key), isStrict(remote, key)]
    return before ? here && there : here || there
  })
  return {
    ...remote,
    name: base && local.name === base.name ? remote.name : local.name,
    avoid_contains: all.filter((key) => !traces.includes(key)),
    avoid_traces: traces,
    avoid_others: mergedList(base?.avoid_others ?? [], local.avoid_others, remote.avoid_others),
    diets: readDiets(mergedList(base?.diets ?? [], local.diets, remote.diets)),
  }
}

/** The account's person with everything that the one of the same name avoids, too. */
function joined(person: Person, twin: Person | undefined): Person {
  return twin ? { ...mergedPerson({ base: undefined, local: twin, remote: person }), name: person.name } : person
}

export interface HouseholdChanges {
  readonly saved: Household
  readonly removed: Household
}

/** What turns one household into the other. */
export function householdChanges(from: Household, to: Household): HouseholdChanges {
  return {
    saved: to.filter((person) => !isSame(find(from, person), person)),
    removed: from.filter((person) => !find(to, person)),
  }
}
