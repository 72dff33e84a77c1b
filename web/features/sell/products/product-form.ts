/** The forms that list a product and change it later. */
import { z } from 'zod'
import type { AllergenKey } from '#domain/food/allergens'
import { withChoice } from '#domain/food/choice-allergens'
import { contradictedDiets } from '#domain/food/diets'
import { joinWithAnd } from '#domain/values/join-with-and'
import { isUnanswered, type NamedChoice, questionsOfChoice, questionsOfProduct } from './choice-mentions.ts'
import { ofEachField } from './product-fields.ts'

export const maxPictures = 12

const urlMessage = 'Please enter a valid URL.'
/** Normalised as by a browser, so that the database accepts it. */
export const pictureAddress = z
  .url({ protocol: /^https?$/, normalize: true, message: urlMessage })
  .transform((address) => address.replaceAll("'", '%27'))
  .refine((address) => address.length <= 2_048 && !/[\s<>"\\]|\/\.\.?(\/|$)/.test(address), urlMessage)

const fields = z.object({
  ...ofEachField('schema'),
  // If a union fails, react-hook-form shows the error of its first member.
  image: z.union([z.literal('', urlMessage), pictureAddress], urlMessage),
  /** In the database's order, the first one first. */
  pictures: z.array(z.string()).max(maxPictures, `A product can have up to ${maxPictures} pictures.`),
})

/** A bespoke product has no price of its own, because it is quoted. Only a bespoke product has a range and may need a consultation. */
export const productForm = fields
  .superRefine((product, context) => {
    if (product.product_type === 'bespoke') checkRange(product, context)
    checkVariations(product, context)
    checkOptions(product, context)
    checkDiets(product, context)
    checkIngredients(product, context)
  })
  .transform((product) => ({
    ...product,
    ...(product.product_type === 'bespoke'
      ? { price: 0 }
      : { requires_consultation: false, min_price: null, max_price: null }),
    // An answer about words that are no longer there would hide the next ones.
    allergen_answers: questionsOf(product).flatMap(({ key, answer }) => (answer === 'free' ? [key] : [])),
    unanswered_allergens: [...new Set(unansweredChoices(product).flatMap(({ keys }) => keys))],
  }))

export type ProductFormInput = z.input<typeof productForm>
export type ProductFormOutput = z.output<typeof productForm>

type Fields = z.output<typeof fields>

function checkRange({ min_price, max_price }: Fields, context: z.RefinementCtx): void {
  if (min_price === null || max_price === null || min_price <= max_price) return
  context.addIssue({ code: 'custom', path: ['max_price'], message: 'The highest price must not be below the lowest.' })
}

/** The database refuses a contradiction. */
function checkDiets({ diets, allergens, variations, option_groups }: Fields, context: z.RefinementCtx): void {
  const choices = [...variations, ...option_groups.flatMap((group) => group.choices)]
  const stated = choices.reduce((sum, choice) => withChoice(sum, choice.allergens ?? {}) ?? sum, allergens ?? {})
  for (const diet of contradictedDiets(diets, stated)) {
    const message = `It, or one of its choices, contains an allergen that is not ${diet}. Please correct either of them.`
    context.addIssue({ code: 'custom', path: ['diets'], message })
  }
}

type ProductAnswers = Pick<Fields, 'ingredients' | 'allergens' | 'allergen_answers'>
const questionsOf = (product: ProductAnswers) =>
  questionsOfProduct(product.ingredients, product.allergens, product.allergen_answers)

function checkIngredients(product: Fields, context: z.RefinementCtx): void {
  const message = openQuestionsMessage(product)
  if (message !== null) context.addIssue({ code: 'custom', path: ['allergen_answers'], message })
}

/** What the seller has still to answer about the ingredients; null for nothing. */
export function openQuestionsMessage(product: ProductAnswers): string | null {
  const open = questionsOf(product).filter(isUnanswered)
  if (open.length === 0) return null
  return `Your ingredients mention ${joinWithAnd(open.map(({ word }) => word))}. Please declare it, or answer that it does not contain ${joinWithAnd(open.map(({ label }) => label))}.`
}

/** A choice that mentions allergens about which its seller has not answered. A bespoke product offers no choices. */
export interface UnansweredChoice {
  readonly path: `variations.${number}` | `option_groups.${number}.choices.${number}`
  readonly name: string
  readonly keys: readonly AllergenKey[]
  readonly words: readonly string[]
}

export function unansweredChoices(
  product: Pick<Fields, 'allergens'> & {
    readonly product_type: string
    readonly variations: readonly NamedChoice[]
    readonly option_groups: readonly { readonly choices: readonly NamedChoice[] }[]
  },
): UnansweredChoice[] {
  if (product.product_type === 'bespoke') return []
  const choices: { path: UnansweredChoice['path']; choice: NamedChoice }[] = [
    ...product.variations.map((choice, n) => ({ path: `variations.${n}` as const, choice })),
    ...product.option_groups.flatMap((group, g) =>
      group.choices.map((choice, n) => ({ path: `option_groups.${g}.choices.${n}` as const, choice })),
    ),
  ]
  return choices.flatMap(({ path, choice }) => {
    const open = questionsOfChoice(choice, product.allergens).filter(isUnanswered)
    const [keys, words] = [open.map(({ key }) => key), open.map(({ word }) => word)]
    return open.length === 0 ? [] : [{ path, name: choice.name, keys, words }]
  })
}

function checkVariations({ variations, product_type, price }: Fields, context: z.RefinementCtx): void {
  checkNames(variations, { path: ['variations'], what: 'variation' }, context)
  for (const [index, { price_delta }] of variations.entries()) {
    if (product_type === 'standardized' && price_delta < 0 && price + price_delta <= 0) {
      const message = 'This would reduce the price to zero or less.'
      context.addIssue({ code: 'custom', path: ['variations', index, 'price_delta'], message })
    }
  }
}

function checkOptions(product: Fields, context: z.RefinementCtx): void {
  const { option_groups: groups, questions, product_type, price, variations } = product
  checkNames(groups, { path: ['option_groups'], what: 'group' }, context)
  checkNames(questions, { path: ['questions'], what: 'question' }, context)
  const lowest = (choices: readonly { price_delta: number }[]) =>
    Math.min(0, ...choices.map(({ price_delta }) => price_delta))
  const discounts = groups.map(({ choices }) => lowest(choices))
  const least = discounts.reduce((sum, delta) => sum + delta, price + lowest(variations))
  for (const [index, { choices }] of groups.entries()) {
    checkNames(choices, { path: ['option_groups', index, 'choices'], what: 'choice' }, context)
    const cheapest = choices.findIndex(({ price_delta }) => price_delta < 0 && price_delta === discounts[index])
    if (product_type === 'standardized' && cheapest !== -1 && least <= 0) {
      const message = 'With other discounts, this would reduce the price to zero or less.'
      context.addIssue({ code: 'custom', path: ['option_groups', index, 'choices', cheapest, 'price_delta'], message })
    }
  }
}

interface NamedList {
  readonly path: readonly (string | number)[]
  readonly what: string
}

/** The database compares names without regard to case. */
function checkNames(list: readonly { name: string }[], { path, what }: NamedList, context: z.RefinementCtx): void {
  const names = new Set<string>()
  for (const [index, { name }] of list.entries()) {
    const key = name.toLowerCase()
    const message = `This ${what} is listed twice.`
    if (names.has(key)) context.addIssue({ code: 'custom', path: [...path, index, 'name'], message })
    names.add(key)
  }
}

export const productFormDefaults: ProductFormInput = { ...ofEachField('initial'), image: '', pictures: [] }
export const productFormLabels = { ...ofEachField('label'), image: 'Picture', pictures: 'Pictures' }

export const productEditForm = fields.pick({
  name: true,
  description: true,
  price: true,
  category: true,
  stock: true,
  available_for_delivery: true,
  available_for_pickup: true,
})
export type ProductEditInput = z.input<typeof productEditForm>

/** Price and stock, for tables that edit many products at once. */
export const productFiguresForm = fields.pick({ price: true, stock: true })
