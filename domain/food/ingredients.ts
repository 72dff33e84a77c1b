/**
 * Reads an ingredients list: the words to print in bold as the law requires, and allergens that it names but that are not
 * declared. A reading aid: only the declaration counts.
 */
import {
  type Allergen,
  type AllergenDeclaration,
  type AllergenKey,
  type AllergenKind,
  type AllergenState,
  allergenGroups,
  kindsOf,
  parentOf,
  partsOf,
  stateOf,
  wholesOf,
} from './allergens.ts'
import { type AllergenMatch, findAllergens } from './find-allergens.ts'

export interface IngredientText {
  readonly text: string
  readonly isAllergen: boolean
  /** Legal names that have to be in brackets behind it: 'sesame' behind 'tahini'. */
  readonly unsaid: readonly string[]
}

/** The whole text in segments, in order. Words of contained or possible allergens are emphasised. */
export function emphasised(ingredients: string, declaration: AllergenDeclaration | null): IngredientText[] {
  const { contains, may_contain } = allergenGroups(declaration)
  const present = new Set([...contains, ...may_contain].map(({ key }) => key))
  const pieces: IngredientText[] = []
  const add = (text: string, match?: AllergenMatch) =>
    text !== '' &&
    pieces.push({ text, isAllergen: match !== undefined, unsaid: match ? unsaidOf(match, declaration) : [] })
  let from = 0
  for (const match of findAllergens(ingredients)) {
    if (!match.means.some((key) => present.has(parentOf(key)))) continue
    add(ingredients.slice(from, match.start))
    add(ingredients.slice(match.start, match.end), match)
    from = match.end
  }
  add(ingredients.slice(from))
  return pieces
}

/** The legal names of contained allergens that an ingredient does not say. A statement of traces needs none. */
function unsaidOf({ unsaid, isTrace }: AllergenMatch, declaration: AllergenDeclaration | null): readonly string[] {
  if (isTrace) return []
  const contained = unsaid.filter(({ key }) => stateOf(declaration ?? {}, parentOf(key)) === 'contains')
  return [...new Set(contained.map(({ name }) => name))]
}

/** The ingredients with the legal names behind words that do not say them: 'tahini (sesame)'. */
export function withLegalNames(ingredients: string, declaration: AllergenDeclaration | null): string {
  return emphasised(ingredients, declaration)
    .map(({ text, unsaid }) => (unsaid.length > 0 ? `${text} (${unsaid.join(', ')})` : text))
    .join('')
}

/**
 * Contained allergens that the ingredients do not name, in lower case: the specific cereals and nuts if they are declared.
 * Spelt is wheat by law.
 */
export function unnamedAllergens(ingredients: string, declaration: AllergenDeclaration | null): string[] {
  const matches = findAllergens(ingredients).filter(({ isTrace }) => !isTrace)
  const named = new Set<AllergenKey>(matches.flatMap(({ means }) => means))
  const isNamed = (key: AllergenKey) =>
    [key, ...partsOf(key), ...(key === 'spelt' ? wholesOf(key) : [])].some((one) => named.has(one))
  return allergenGroups(declaration).contains.flatMap(({ key, label, kinds }) => {
    const declared = kindsOf(key).filter((kind) => kinds.includes(kind.label.toLowerCase()))
    if (declared.length === 0) return isNamed(key) ? [] : [label.toLowerCase()]
    return declared.filter((kind) => !isNamed(kind.key)).map((kind) => kind.label.toLowerCase())
  })
}

/** An allergen that the ingredients name. */
export interface Mention {
  readonly allergen: Allergen
  /** The specific cereal or nut, if the word names it. */
  readonly kind: AllergenKind | null
  /** As the seller wrote it. */
  readonly word: string
  /** What the text says of it. */
  readonly says: 'contains' | 'may_contain'
  /** The seller's declaration; null if there is none yet. */
  readonly state: AllergenState | null
}

/** Allergens that the ingredients name but the declaration does not state, each once. */
export function unconfirmedMentions(ingredients: string, declaration: AllergenDeclaration | null): Mention[] {
  const declared = declaration ?? {}
  const mentions = new Map<AllergenKey, Mention>()
  // What is contained is not also mentioned as a trace.
  const matches = findAllergens(ingredients).toSorted((one, other) => Number(one.isTrace) - Number(other.isTrace))
  for (const { means, start, end, isTrace } of matches) {
    for (const key of means) {
      const allergen = parentOf(key)
      if (mentions.has(key) || isStated(declared, key, isTrace)) continue
      const kind = kindsOf(allergen).find((one) => one.key === key)?.key ?? null
      const says = isTrace ? 'may_contain' : 'contains'
      mentions.set(key, {
        allergen,
        kind,
        word: ingredients.slice(start, end),
        says,
        state: stateOf(declared, allergen),
      })
    }
  }
  return [...mentions.values()]
}

/** Gluten does not imply wheat, but wheat implies gluten. */
function isStated(declared: AllergenDeclaration, key: AllergenKey, isTrace: boolean): boolean {
  const isEnough = (state: AllergenState | null | undefined) =>
    state === 'contains' || (isTrace && state === 'may_contain')
  return isEnough(stateOf(declared, parentOf(key))) && (key === parentOf(key) || isEnough(declared[key]))
}

/** The words of mentions, each once. */
export function mentionedWords(mentions: readonly Mention[]): string[] {
  return [...new Set(mentions.map(({ word }) => word.toLowerCase()))]
}

/** The declaration plus the allergens that the ingredients name, as they name them. */
export function confirmMentions(declaration: AllergenDeclaration, mentions: readonly Mention[]): AllergenDeclaration {
  const confirmed = { ...declaration }
  for (const { allergen, kind, says } of mentions) {
    for (const key of kind ? [allergen, kind] : [allergen]) if (confirmed[key] !== 'contains') confirmed[key] = says
  }
  return confirmed
}
