/**
 * Words of a product and of its choices that name an allergen, such as 'Walnuts', compared with what is declared. The
 * seller answers about each, and the answers are kept: `free` of a choice, `allergen_answers` of a product.
 */
import {
  type AllergenDeclaration,
  type AllergenKey,
  declarable,
  partsOf,
  stateOf,
  wholesOf,
} from '#domain/food/allergens'
import { type ChoiceState, readChoiceAllergens, withChoice } from '#domain/food/choice-allergens'
import { unconfirmedMentions } from '#domain/food/ingredients'

/** A variation or a choice of a group. */
export interface NamedChoice {
  readonly name: string
  readonly ingredients?: string | null | undefined
  /** What it adds, as stored or as in a form. */
  readonly allergens?: unknown
}

/** An allergen that words name, and that nothing else says is contained. */
export interface AllergenQuestion {
  readonly key: AllergenKey
  /** 'peanuts' */
  readonly label: string
  /** As written, in lower case. */
  readonly word: string
  /** What the seller has stated about it. */
  readonly answer: ChoiceState | null
}

/** @param declared of the product, null without one */
export function questionsOfChoice(choice: NamedChoice, declared: AllergenDeclaration | null): AllergenQuestion[] {
  const stated = readChoiceAllergens(choice.allergens)
  const removed = declarable.flatMap(({ key }) => (stated[key] === 'removed' ? [[key, 'removed'] as const] : []))
  const rest = withChoice(declared ?? {}, Object.fromEntries(removed))
  const words = [choice.name, choice.ingredients].filter(Boolean).join(', ')
  return unconfirmedMentions(words, rest).map(({ allergen, kind, word }) => {
    const key = kind ?? allergen
    const isAdded = (one: AllergenKey) => stated[one] === 'contains' || stated[one] === 'may_contain'
    const source = partsOf(key).find(isAdded) ?? wholesOf(key).find((whole) => stated[whole] === 'removed')
    return {
      ...questionAbout(key, word),
      answer: stated[key] ?? (source === undefined ? null : (stated[source] ?? null)),
    }
  })
}

/** What a product's declaration says otherwise than its ingredients. Nothing is asked while it says nothing. */
export function questionsOfProduct(
  ingredients: string | null,
  declared: AllergenDeclaration | null,
  answers: readonly AllergenKey[],
): AllergenQuestion[] {
  return unconfirmedMentions(ingredients ?? '', declared).flatMap(({ allergen, kind, word }) => {
    const key = kind ?? allergen
    const answer = answers.includes(key) ? 'free' : null
    return stateOf(declared ?? {}, allergen) === null ? [] : [{ ...questionAbout(key, word), answer }]
  })
}

function questionAbout(key: AllergenKey, word: string): Pick<AllergenQuestion, 'key' | 'label' | 'word'> {
  const label = declarable.find((one) => one.key === key)?.label.toLowerCase() ?? key
  return { key, label, word: word.toLowerCase() }
}

export const isUnanswered = ({ answer }: AllergenQuestion) => answer === null
