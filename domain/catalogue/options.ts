/**
 * What buyers choose of a product: a variation, choices of groups, answers to questions and a personalisation.
 * `private.choose_options` checks and prices the same in SQL.
 */

import type { ChoiceFood } from '../food/composition.ts'
import { formatPence, type Pounds, toPence } from '../values/money.ts'
import type { Personalisation } from './categories.ts'
import type { ChosenGroup, ChosenOption, QuestionAnswer } from './chosen-options.ts'
import { type Priced, priceLabel } from './product-price.ts'
import { sortedOptions } from './read-options.ts'

export interface OfferedVariation extends ChoiceFood {
  readonly price_delta: Pounds
  /** What is left of it; null without a stock of its own. */
  readonly stock: number | null
}

export interface OfferedChoice extends OfferedVariation {
  readonly id: string
}

export interface OptionGroup {
  readonly id: string
  readonly name: string
  readonly is_required: boolean
  readonly max_choices: number
  readonly choices: readonly OfferedChoice[]
}

export interface Question {
  readonly id: string
  readonly name: string
  readonly is_required: boolean
  readonly max_length: number
  readonly price: Pounds
}

/** A product with everything it offers. */
export interface Offered extends Priced {
  readonly variations: readonly OfferedVariation[]
  readonly option_groups: readonly OptionGroup[]
  readonly questions: readonly Question[]
  readonly is_personalisable: boolean
  readonly personalisation_price: Pounds
  readonly personalisation_max_length: number
}

export interface Selection {
  readonly variation: string | null
  readonly options: readonly ChosenOption[]
  readonly personalization: Personalisation | null
  readonly customRequestDetails: string | null
}

export const nothingChosen: Selection = {
  variation: null,
  options: [],
  personalization: null,
  customRequestDetails: null,
}

interface Problem {
  /** `missing` is still to be chosen; `gone` is no longer offered. */
  readonly kind: 'missing' | 'gone'
  /** The id of the group or question. */
  readonly at: string
  readonly message: string
}

/** A choice that is taken, to be compared with its stock. */
export interface TakenChoice {
  readonly key: string
  readonly name: string
  readonly stock: number | null
}

export interface ResolvedSelection {
  /** The selection with what needs no choice: the only variation, and the only choice of a required group. */
  readonly variation: string | null
  readonly options: readonly ChosenOption[]
  /** The price of one unit. */
  readonly pricePence: number
  /** 'Topping: Walnut', 'Message: “Happy birthday Ann”'. */
  readonly texts: readonly string[]
  readonly taken: readonly TakenChoice[]
  /** The variation and the choices, in the order of the product. */
  readonly chosen: readonly ChoiceFood[]
  /** The choices of each list from which one has still to be chosen. */
  readonly open: readonly (readonly ChoiceFood[])[]
  readonly problems: readonly Problem[]
}

const missingVariation = 'Please select a variation'
export const variationAt = 'variation'
export const personalisationAt = 'personalisation'

/** A group with one choice that has to be taken asks nothing. */
export function asksAbout({ is_required, choices }: OptionGroup): boolean {
  return !(is_required && choices.length === 1)
}

export function resolveSelection(product: Offered, selection: Selection): ResolvedSelection {
  const parts = [
    resolveVariation(product, selection),
    ...product.option_groups.map((group) => resolveGroup(group, selection)),
    ...product.questions.map((question) => resolveQuestion(question, selection)),
    resolvePersonalisation(product, selection),
    ...unknownOptions(product, selection),
  ]
  const variations = product.variations
  return {
    variation: selection.variation ?? (variations.length === 1 ? (variations[0]?.name ?? null) : null),
    options: sortedOptions(parts.flatMap(({ option }) => option ?? [])),
    pricePence: parts.reduce((sum, { pence }) => sum + pence, toPence(product.price)),
    texts: parts.flatMap(({ text }) => text ?? []),
    taken: parts.flatMap(({ taken }) => taken),
    chosen: parts.flatMap(({ chosen }) => chosen),
    open: parts.flatMap(({ open }) => (open ? [open] : [])),
    problems: parts.flatMap(({ problem }) => problem ?? []),
  }
}

interface Part {
  readonly pence: number
  readonly taken: readonly TakenChoice[]
  readonly chosen: readonly ChoiceFood[]
  readonly open?: readonly ChoiceFood[]
  readonly option?: ChosenOption
  readonly text?: string
  readonly problem?: Problem
}

const nothing: Part = { pence: 0, taken: [], chosen: [] }

const missing = (at: string, message: string): Part => ({ ...nothing, problem: { kind: 'missing', at, message } })
const gone = (at: string, message: string): Part => ({ ...nothing, problem: { kind: 'gone', at, message } })

function resolveVariation({ variations }: Offered, { variation }: Selection): Part {
  const [only, ...others] = variations
  const chosen = variation === null && others.length === 0 ? only : variations.find(({ name }) => name === variation)
  if (chosen) {
    const { name, price_delta, stock } = chosen
    return { pence: toPence(price_delta), taken: [{ key: `variation ${name}`, name, stock }], chosen: [chosen] }
  }
  if (variation !== null) return gone(variationAt, 'This variation is no longer offered.')
  return variations.length === 0 ? nothing : { ...missing(variationAt, missingVariation), open: variations }
}

function resolveGroup(group: OptionGroup, { options }: Selection): Part {
  const { id, name, choices, max_choices, is_required } = group
  const given = options.find((option): option is ChosenGroup => 'group_id' in option && option.group_id === id)
  const ids = given?.choice_ids ?? (asksAbout(group) ? [] : choices.map((choice) => choice.id))
  const chosen = choices.filter((choice) => ids.includes(choice.id))
  if (chosen.length < ids.length) return gone(id, `A choice of “${name}” is no longer offered.`)
  if (chosen.length > max_choices) return gone(id, `Please choose at most ${max_choices} of “${name}”.`)
  if (chosen.length === 0) return is_required ? { ...missing(id, `Please choose “${name}”`), open: choices } : nothing
  return {
    pence: chosen.reduce((sum, { price_delta }) => sum + toPence(price_delta), 0),
    taken: chosen.map((choice) => ({ key: choice.id, name: choice.name, stock: choice.stock })),
    chosen,
    option: { group_id: id, choice_ids: chosen.map((choice) => choice.id) },
    text: `${name}: ${chosen.map((choice) => choice.name).join(', ')}`,
  }
}

function resolveQuestion({ id, name, is_required, max_length, price }: Question, { options }: Selection): Part {
  const given = options.find((option): option is QuestionAnswer => 'question_id' in option && option.question_id === id)
  const text = given?.text.trim().replace(/\s+/g, ' ') ?? ''
  if (text === '') return is_required ? missing(id, `Please answer “${name}”`) : nothing
  if (text.length > max_length) return gone(id, `“${name}” can have at most ${max_length} characters.`)
  return { ...nothing, pence: toPence(price), option: { question_id: id, text }, text: `${name}: “${text}”` }
}

function resolvePersonalisation(product: Offered, { personalization, customRequestDetails }: Selection): Part {
  if (personalization === null) return nothing
  if (!product.is_personalisable) return gone(personalisationAt, 'This is no longer personalised.')
  if (personalization === 'custom' && !customRequestDetails)
    return missing(personalisationAt, 'Please enter your message')
  if ((customRequestDetails ?? '').length > product.personalisation_max_length)
    return gone(personalisationAt, `Your message can have at most ${product.personalisation_max_length} characters.`)
  return { ...nothing, pence: toPence(product.personalisation_price) }
}

function unknownOptions({ option_groups, questions }: Offered, { options }: Selection): Part[] {
  const known = new Set([...option_groups, ...questions].map(({ id }) => id))
  return options.flatMap((option) => {
    const id = 'group_id' in option ? option.group_id : option.question_id
    return known.has(id) ? [] : [gone(id, 'An option of this is no longer offered.')]
  })
}

/** What is left of the scarcest choice; Infinity if none has a stock of its own. */
export function leftOfChoices(taken: readonly TakenChoice[]): number {
  return Math.min(Number.POSITIVE_INFINITY, ...taken.flatMap(({ stock }) => stock ?? []))
}

/** The unit price of a complete selection, or the range '£24.00 - £33.00' before. */
export function chosenPriceLabel(product: Offered, { pricePence, problems }: ResolvedSelection): string {
  if (product.product_type === 'bespoke') return priceLabel(product)
  if (problems.length === 0) return formatPence(pricePence)
  const [lowest, highest] = priceRange(product)
  return lowest === highest ? formatPence(lowest) : `${formatPence(lowest)} - ${formatPence(highest)}`
}

/** The prices with each required choice at its lowest and at its highest, without what is optional. */
function priceRange({ price, variations, option_groups }: Offered): readonly [lowest: number, highest: number] {
  const required = [variations, ...option_groups.filter(({ is_required }) => is_required).map(({ choices }) => choices)]
  const spans = required
    .map((choices) => choices.map(({ price_delta }) => toPence(price_delta)))
    .filter((deltas) => deltas.length > 0)
  const base = toPence(price)
  return [
    spans.reduce((sum, deltas) => sum + Math.min(...deltas), base),
    spans.reduce((sum, deltas) => sum + Math.max(...deltas), base),
  ]
}

/** '+£2.50', '−£1.00'; null if it costs nothing. */
export function priceChangeLabel(delta: Pounds): string | null {
  const pence = toPence(delta)
  if (pence === 0) return null
  return `${pence > 0 ? '+' : '−'}${formatPence(Math.abs(pence))}`
}

/** A product on sale without a number of pieces. */
export function stockOf({ stock, is_made_to_order }: { stock: number; is_made_to_order: boolean }): number {
  return is_made_to_order ? Number.POSITIVE_INFINITY : stock
}
