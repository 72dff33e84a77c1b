/** A day's orders by product: what to make, and what is finished. */

import { allergenSentences, readAllergens } from '#domain/food/allergens'
import { answerText, contradictions, lapsedAnswerText, readAnswers } from '#domain/orders/allergen-requests'

interface PrepLine {
  readonly name: string
  readonly variation: string | null
  /** Its choices in words. Answers to questions differ from order to order. */
  readonly choices_text: string | null
  readonly product_id: string | null
  readonly quantity: number
  /** As declared today. */
  readonly allergens: unknown
  /** Null without answers about allergens. */
  readonly ingredients: string | null
}

export interface PrepOrder {
  readonly status: string
  readonly items: readonly PrepLine[]
  /** The answers about allergens of a custom order. */
  readonly allergen_answers?: unknown
}

export interface PrepTotal {
  readonly key: string
  readonly name: string
  /** The variation and the choices. */
  readonly variation: string | null
  /** What was agreed about allergens. Such orders are made apart from the others. */
  readonly agreed: readonly string[]
  /** The declaration of a line that is no product, in sentences. Lines that declare something else are made apart. */
  readonly declared: string | null
  readonly toMake: number
  readonly made: number
}

/** Sorted by name, then variation. A product renamed between two orders is listed under both names. */
export function prepTotals(orders: readonly PrepOrder[]): readonly PrepTotal[] {
  const totals = new Map<string, PrepTotal>()
  for (const { status, items, allergen_answers: answers } of orders) {
    const read = readAnswers(answers)
    const lapsed = items.flatMap(({ allergens, ingredients }) =>
      contradictions(read, { allergens: readAllergens(allergens), ingredients }),
    )
    const agreed = read.map((answer) => (lapsed.includes(answer) ? lapsedAnswerText(answer) : answerText(answer)))
    for (const { product_id: product, name, quantity, allergens, ...chosen } of items) {
      const variation = [chosen.variation, chosen.choices_text].filter(Boolean).join('; ') || null
      const declaration = product === null ? readAllergens(allergens) : null
      const declared = declaration && allergenSentences(declaration).join(' ')
      const key = JSON.stringify([product, name, variation, agreed, declared])
      const { toMake, made } = totals.get(key) ?? { toMake: 0, made: 0 }
      const isToMake = status === 'processing'
      totals.set(key, {
        key,
        name,
        variation,
        agreed,
        declared,
        toMake: toMake + (isToMake ? quantity : 0),
        made: made + (isToMake ? 0 : quantity),
      })
    }
  }
  return [...totals.values()].sort(
    (one, other) =>
      one.name.localeCompare(other.name, 'en') ||
      (one.variation ?? '').localeCompare(other.variation ?? '', 'en') ||
      one.agreed.length - other.agreed.length,
  )
}
