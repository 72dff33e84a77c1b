/** A manual order while it is entered: its lines, their price, and the request. */

import type { ChosenOption } from '#domain/catalogue/chosen-options'
import { resolveSelection } from '#domain/catalogue/options'
import type { AllergenDeclaration } from '#domain/food/allergens'
import { composed } from '#domain/food/composition'
import { toPence } from '#domain/values/money'
import type { SellableProduct } from './sellable-products.ts'

export interface ProductLine {
  readonly key: string
  readonly product: SellableProduct
  readonly quantity: number
  readonly variation: string | null
  /** The chosen ids by group. */
  readonly groups: Readonly<Record<string, readonly string[]>>
  readonly answers: Readonly<Record<string, string>>
}

export interface CustomLine {
  readonly key: string
  readonly name: string
  readonly quantity: number
  /** As typed, in pounds. */
  readonly price: string
  readonly isFood: boolean
  /** All 14; null until the seller has declared them. */
  readonly allergens: AllergenDeclaration | null
}

export function newCustomLine(): CustomLine {
  return { key: crypto.randomUUID(), name: '', quantity: 1, price: '', isFood: true, allergens: null }
}

export const payments = ['received', 'link', 'collection'] as const
export type ManualPayment = (typeof payments)[number]

export type ManualHandOver =
  | { readonly kind: 'now' }
  | { readonly kind: 'slot' | 'day'; readonly date: string; readonly start_time: string; readonly end_time: string }

export function newLine(product: SellableProduct): ProductLine {
  return { key: crypto.randomUUID(), product, quantity: 1, variation: null, groups: {}, answers: {} }
}

function selected({ product, variation, groups, answers }: ProductLine) {
  const chosenGroups = Object.entries(groups)
    .filter(([, ids]) => ids.length > 0)
    .map(([group_id, choice_ids]): ChosenOption => ({ group_id, choice_ids: [...choice_ids].sort() }))
  const answered = Object.entries(answers)
    .filter(([, text]) => text.trim() !== '')
    .map(([question_id, text]): ChosenOption => ({ question_id, text: text.trim() }))
  return resolveSelection(product, {
    variation,
    options: [...chosenGroups, ...answered],
    personalization: null,
    customRequestDetails: null,
  })
}

/** With what its choices add, and before they are made what every buyer gets. */
export function declarationOf(line: ProductLine): AllergenDeclaration | null {
  const { chosen, open } = selected(line)
  return composed(line.product, chosen, open).allergens
}

/** The first thing that is missing of a line; null if it is complete. */
const lineProblem = (line: ProductLine) => selected(line).problems[0]?.message ?? null

export const linePence = (line: ProductLine) => selected(line).pricePence * line.quantity

/** Null if the price is not an amount. */
function customPence({ price, quantity }: CustomLine): number | null {
  const text = price.trim().replace(/^£/, '')
  return /^\d{1,4}(\.\d{1,2})?$/.test(text) && toPence(text) > 0 ? toPence(text) * quantity : null
}

export interface DraftOrder {
  readonly lines: readonly ProductLine[]
  readonly customLines: readonly CustomLine[]
  readonly name: string
  readonly phone: string
  readonly email: string
  readonly note: string
  readonly handOver: ManualHandOver
  readonly payment: ManualPayment
}

export function totalPence({ lines, customLines }: Pick<DraftOrder, 'lines' | 'customLines'>): number {
  return (
    lines.reduce((sum, line) => sum + linePence(line), 0) +
    customLines.reduce((sum, line) => sum + (customPence(line) ?? 0), 0)
  )
}

/** The argument of `place_manual_order`. */
export function manualOrderRequest(draft: DraftOrder) {
  const text = (value: string) => value.trim() || null
  return {
    name: draft.name.trim(),
    phone: text(draft.phone),
    email: text(draft.email),
    note: text(draft.note),
    items: draft.lines.map((line) => {
      const { variation, options } = selected(line)
      return { product_id: line.product.id, quantity: line.quantity, variation, options: [...options] }
    }),
    custom_lines: draft.customLines.map((line) => ({
      name: line.name.trim(),
      quantity: line.quantity,
      price: (customPence({ ...line, quantity: 1 }) ?? 0) / 100,
      ...(line.isFood ? { allergens: line.allergens } : { is_food: false }),
    })),
    hand_over: { ...draft.handOver },
    payment: draft.payment,
    shown_total: draft.payment === 'collection' ? null : totalPence(draft) / 100,
  }
}

/** What is missing, in words; null if the order can be placed. */
export function draftProblem(draft: DraftOrder): string | null {
  const { lines, customLines, name, handOver, payment } = draft
  if (lines.length + customLines.length === 0) return 'Please add an item.'
  const missing = lines.map(lineProblem).find((problem) => problem !== null)
  if (missing) return missing
  if (customLines.some((line) => line.name.trim() === '')) return 'Please say what your own line is.'
  if (customLines.some((line) => customPence(line) === null)) return 'Please enter a price from 1p to £9,999.99.'
  const undeclared = customLines.find(({ isFood, allergens }) => isFood && allergens === null)
  if (undeclared) return `Please declare the allergens of ${undeclared.name.trim()}, or that it has none of the 14.`
  if (name.trim() === '') return 'Please enter the customer’s name.'
  if (handOver.kind === 'now' && payment === 'collection') return 'Please choose how this order is paid.'
  if (handOver.kind !== 'now' && !(handOver.date && handOver.start_time && handOver.end_time))
    return 'Please choose when the order is handed over.'
  return null
}
