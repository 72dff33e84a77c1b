/**
 * Names of choices that mention an allergen, such as 'Walnuts', compared with what is declared. A new choice adds no
 * allergens until its seller says so, and a reading aid notices that.
 */
import type { AllergenDeclaration } from '#domain/food/allergens'
import { readAddedAllergens, withChoice } from '#domain/food/choice-allergens'
import { mentionedWords, unconfirmedMentions } from '#domain/food/ingredients'

/** A variation or a choice of a group. */
export interface NamedChoice {
  readonly name: string
  /** What it adds, as stored or as in a form. */
  readonly allergens?: unknown
}

/**
 * The words of a choice's name that neither the choice nor its product states as contained, in lower case.
 *
 * @param declared of the product, null without one
 */
export function undeclaredWords({ name, allergens }: NamedChoice, declared: AllergenDeclaration | null): string[] {
  const total = withChoice(declared ?? {}, readAddedAllergens(allergens))
  return mentionedWords(unconfirmedMentions(name, total))
}
