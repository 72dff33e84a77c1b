/** The form of a person in the household. */
import { z } from 'zod'
import { type AvoidedAllergen, readAvoided } from '#domain/food/avoided-allergens'
import { dietKeys } from '#domain/food/diets'
import { alsoAvoiding, maxNameLength, maxOthers, type Person } from '#domain/food/household'
import { meantToAvoid } from '#domain/food/vocabulary'
import { characters, oneLine, visibleLine } from '#domain/values/text-fields'

const isKey = (key: unknown): key is AvoidedAllergen => typeof key === 'string' && readAvoided(key).length === 1
const avoided = z.array(z.custom<AvoidedAllergen>(isKey))
const maxOtherLength = 40

export const householdForm = z
  .object({
    name: visibleLine
      .min(1, 'Please enter a name, such as “Me” or “My daughter”.')
      .refine((name) => characters(name) <= maxNameLength, `Please use at most ${maxNameLength} characters.`),
    avoid_contains: avoided,
    avoid_traces: avoided,
    /** As typed, separated by commas. */
    others: oneLine
      .transform((text) => [
        ...new Set(
          text
            .split(/[,;]/)
            .map((food) => food.trim())
            .filter(Boolean),
        ),
      ])
      .refine((foods) => foods.length <= maxOthers, `Please name at most ${maxOthers} foods.`)
      .refine(
        (foods) => foods.every((food) => characters(food) <= maxOtherLength),
        `Please use at most ${maxOtherLength} characters for each food.`,
      ),
    diets: z.array(z.enum(dietKeys)),
    agrees: z.boolean().refine((agrees) => agrees, 'Please agree, or we cannot save this.'),
  })
  .refine(
    ({ avoid_contains, avoid_traces, others, diets }) =>
      avoid_contains.length + avoid_traces.length + others.length + diets.length > 0,
    { path: ['others'], message: 'Please choose something to avoid, or a diet.' },
  )

export type HouseholdFormInput = z.input<typeof householdForm>

export function householdFormOf(person: Person | undefined): HouseholdFormInput {
  return {
    name: person?.name ?? '',
    avoid_contains: [...(person?.avoid_contains ?? [])],
    avoid_traces: [...(person?.avoid_traces ?? [])],
    others: person?.avoid_others.join(', ') ?? '',
    diets: [...(person?.diets ?? [])],
    // A saved person implies the consent.
    agrees: person !== undefined,
  }
}

/** Allergens that are typed among the other foods are avoided as such, traces included: declarations cover them. */
export function personOf(id: string, form: z.output<typeof householdForm>): Person {
  const { name, avoid_contains, avoid_traces, others, diets } = form
  const typed = others.map((food) => ({ food, means: meantToAvoid(food) }))
  const person = {
    id,
    name,
    avoid_contains,
    avoid_traces,
    avoid_others: typed.flatMap(({ food, means }) => (means.length > 0 ? [] : [food])),
    diets,
  }
  const isChosen = (key: AvoidedAllergen) => avoid_contains.includes(key)
  return alsoAvoiding(
    person,
    typed.flatMap(({ means }) => means).filter((key) => !isChosen(key)),
  )
}
