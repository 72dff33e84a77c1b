/**
 * Compares what cards, product pages and baskets call free with a naive reading. It reads the product, each order that a
 * buyer can make of its options, and the kitchen. For tests only.
 */
import fc from 'fast-check'
import { expect } from 'vitest'
import { type AllergenDeclaration, allergenGroups, allergens, parentOf, partsOf, wholesOf } from '../food/allergens.ts'
import { type AvoidedAllergen, avoidableAllergens, avoidableKinds } from '../food/avoided-allergens.ts'
import {
  additionsOf,
  type ChoiceAllergens,
  readChoiceAllergens,
  sharedAllergens,
  withChoices,
} from '../food/choice-allergens.ts'
import { type ChoiceFood, composed } from '../food/composition.ts'
import { type Fit, type Food, fitOf } from '../food/fit.ts'
import type { Person } from '../food/household.ts'
import { readHandled } from '../food/kitchen.ts'
import { plainChoice } from '../food/plain-choice.ts'
import { anyChoiceAllergens, anyDeclaration } from '../food/random-declarations.ts'
import { nothingChosen, type Offered, type OptionGroup, resolveSelection, type Selection } from './options.ts'

const keys: readonly AvoidedAllergen[] = [...avoidableAllergens, ...avoidableKinds].map(({ key }) => key)

interface Case {
  readonly declared: AllergenDeclaration
  readonly variations: readonly ChoiceAllergens[]
  readonly groups: readonly { readonly isRequired: boolean; readonly choices: readonly ChoiceAllergens[] }[]
  readonly handles: Readonly<Record<string, boolean>>
  /** What somebody of the household avoids, and whether with its traces. */
  readonly avoided: readonly { readonly key: AvoidedAllergen; readonly withTraces: boolean }[]
}

export const anyCase: fc.Arbitrary<Case> = fc.record({
  declared: anyDeclaration,
  variations: fc.array(anyChoiceAllergens, { maxLength: 2 }),
  groups: fc.array(
    fc.record({ isRequired: fc.boolean(), choices: fc.array(anyChoiceAllergens, { minLength: 1, maxLength: 2 }) }),
    { maxLength: 2 },
  ),
  handles: fc.dictionary(fc.constantFrom(...allergens.map(({ key }) => key)), fc.boolean()),
  avoided: fc.array(fc.record({ key: fc.constantFrom(...keys), withTraces: fc.boolean() }), {
    minLength: 1,
    maxLength: 4,
  }),
})

function offeredOf({ variations, groups }: Case): Offered {
  const choice = (id: string, stated: ChoiceAllergens) => ({
    ...plainChoice,
    id,
    name: id,
    price_delta: 0,
    stock: null,
    allergens: stated,
  })
  return {
    product_type: 'standardized',
    price: 1,
    min_price: null,
    max_price: null,
    is_personalisable: false,
    personalisation_price: 0,
    personalisation_max_length: 1,
    questions: [],
    variations: variations.map((stated, n) => choice(`variation ${n}`, stated)),
    option_groups: groups.map(({ isRequired, choices }, g) => ({
      id: `group ${g}`,
      name: `Group ${g}`,
      is_required: isRequired,
      max_choices: 1,
      choices: choices.map((stated, n) => choice(`choice ${g} ${n}`, stated)),
    })),
  }
}

/** Every selection of a page: each list may still be open. */
function selectionsOf({ variations, option_groups }: Offered): Selection[] {
  const start = [null, ...variations.map(({ name }) => name)].map((variation) => ({ ...nothingChosen, variation }))
  return option_groups.reduce<Selection[]>(
    (selections, group) => selections.flatMap((selection) => [selection, ...withEachOf(group, selection)]),
    start,
  )
}

const withEachOf = ({ id, choices }: OptionGroup, selection: Selection): Selection[] =>
  choices.map((choice) => ({
    ...selection,
    options: [...selection.options, { group_id: id, choice_ids: [choice.id] }],
  }))

type State = 'contains' | 'may_contain'

/** Whether a product with these choices has an allergen, read one source after the other. */
function isIn(
  key: AvoidedAllergen,
  states: readonly State[],
  declared: AllergenDeclaration,
  chosen: readonly ChoiceFood[],
): boolean {
  const stated = chosen.map(({ allergens: one }) => readChoiceAllergens(one))
  const has = (state: string | undefined) => states.some((one) => one === state)
  const isRemoved = (one: AvoidedAllergen) =>
    stated.some((choice) => [one, ...wholesOf(one)].some((whole) => choice[whole] === 'removed'))
  const own = [key, ...partsOf(key)]
  // 'Contains tree nuts' beside 'contains pecan' says one thing: without the pecan, none is left.
  const isNamed = (one: AvoidedAllergen) =>
    one === parentOf(one) && partsOf(one).some((kind) => declared[kind] === declared[one])
  return (
    own.some((one) => has(declared[one]) && !isRemoved(one) && !isNamed(one)) ||
    stated.some((choice) => own.some((one) => has(choice[one])))
  )
}

const saysFree = ({ absent }: Fit) => absent.some(({ text }) => /^(Free|Declared free) of/.test(text))
const saysCleanKitchen = ({ absent }: Fit) => absent.some(({ text }) => text.startsWith('Free of'))
const saysNotIn = ({ absent, reasons, byOption }: Fit) =>
  absent.some(({ text }) => text.startsWith('No ')) || (reasons.length === 0 && byOption.length === 0)

/** Nothing says that an allergen is absent while the product, an option or the kitchen speaks against it. */
export function expectNoFalseClaim(one: Case): void {
  const offered = offeredOf(one)
  const kitchen = { handles: one.handles, shares_equipment: null }
  const selections = selectionsOf(offered).map((selection) => resolveSelection(offered, selection))
  const orders = selections.filter(({ problems }) => problems.length === 0)
  const food = (allergens_: unknown, options?: unknown): Food => ({
    allergens: allergens_,
    options,
    diets: [],
    kitchen,
    texts: [],
  })
  const lists = [
    offered.variations,
    ...offered.option_groups.filter(({ is_required }) => is_required).map(({ choices }) => choices),
  ]
  const required = lists.map((list) => sharedAllergens(list.map((choice) => choice.allergens)))
  const all = [...offered.variations, ...offered.option_groups.flatMap(({ choices }) => choices)]
  const possible = additionsOf(all.map((choice) => choice.allergens))
  const product = { ingredients: null, allergens: one.declared, net_quantity: null }
  const surfaces = [
    { at: 'card', shown: food(withChoices(one.declared, required), possible), made: orders },
    ...selections.flatMap(({ chosen, open }) => {
      const { allergens: shown } = composed(product, chosen, open)
      const made = orders.filter(
        (order) =>
          chosen.every((choice) => order.chosen.includes(choice)) &&
          order.chosen.length === chosen.length + open.length,
      )
      const page = { at: 'page', shown: food(shown, possible), made }
      return open.length > 0 ? [page] : [page, { at: 'basket', shown: food(shown), made }]
    }),
  ]
  for (const { at, shown, made } of surfaces)
    for (const { key, withTraces } of one.avoided) {
      const person: Person = {
        id: key,
        name: 'Me',
        avoid_contains: withTraces ? [] : [key],
        avoid_traces: withTraces ? [key] : [],
        avoid_others: [],
        diets: [],
      }
      const fit = fitOf([person], shown)
      const speaks = (...states: State[]) => made.some(({ chosen }) => isIn(key, states, one.declared, chosen))
      const panel = allergenGroups(withChoices(shown.allergens, [])).free.some((group) => group.key === parentOf(key))
      const message = `${at}: ${key} of ${JSON.stringify(one)}`
      if (speaks('contains', 'may_contain'))
        expect([saysFree(fit), at !== 'card' && panel], message).toEqual([false, false])
      if (speaks('contains')) expect(saysNotIn(fit), message).toBe(false)
      if (saysCleanKitchen(fit)) expect(readHandled(one.handles)[parentOf(key)], message).toBe(false)
    }
}
