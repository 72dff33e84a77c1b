/**
 * Finds the words of an ingredients list that name an allergen, to print them in bold as the law requires. The
 * product form also queries allergens that are named but not declared. A reading aid: only the declaration counts.
 */
import {
  type Allergen,
  type AllergenDeclaration,
  type AllergenKind,
  type AllergenState,
  allergenGroups,
  allergens,
  stateOf,
} from './allergens.ts'

type Word = Allergen | AllergenKind

/**
 * Words of ingredients lists with their allergens. Null marks words that only sound like one. Plurals in s and es
 * are matched.
 */
const vocabulary: Readonly<Record<string, Word | null>> = {
  celery: 'celery',
  celeriac: 'celery',
  gluten: 'gluten',
  cereal: 'gluten',
  malt: 'barley',
  barley: 'barley',
  rye: 'rye',
  oat: 'oats',
  oatmeal: 'oats',
  'oat milk': 'oats',
  porridge: 'oats',
  spelt: 'spelt',
  wheat: 'wheat',
  wholewheat: 'wheat',
  wheatgerm: 'wheat',
  flour: 'wheat',
  semolina: 'wheat',
  durum: 'wheat',
  couscous: 'wheat',
  bulgur: 'wheat',
  breadcrumb: 'wheat',
  filo: 'wheat',
  pasta: 'wheat',
  'rye flour': 'rye',
  'oat flour': 'oats',
  'barley flour': 'barley',
  'spelt flour': 'spelt',
  'malt extract': 'barley',
  crustacean: 'crustaceans',
  crab: 'crustaceans',
  lobster: 'crustaceans',
  prawn: 'crustaceans',
  shrimp: 'crustaceans',
  crayfish: 'crustaceans',
  langoustine: 'crustaceans',
  egg: 'eggs',
  albumen: 'eggs',
  meringue: 'eggs',
  mayonnaise: 'eggs',
  mayo: 'eggs',
  fish: 'fish',
  anchovy: 'fish',
  anchovies: 'fish',
  cod: 'fish',
  haddock: 'fish',
  salmon: 'fish',
  tuna: 'fish',
  mackerel: 'fish',
  sardine: 'fish',
  trout: 'fish',
  'worcestershire sauce': 'fish',
  'worcester sauce': 'fish',
  lupin: 'lupin',
  'lupin flour': 'lupin',
  milk: 'milk',
  dairy: 'milk',
  butter: 'milk',
  buttermilk: 'milk',
  buttercream: 'milk',
  cream: 'milk',
  'crème fraîche': 'milk',
  'creme fraiche': 'milk',
  cheese: 'milk',
  cheddar: 'milk',
  parmesan: 'milk',
  mozzarella: 'milk',
  mascarpone: 'milk',
  ricotta: 'milk',
  feta: 'milk',
  paneer: 'milk',
  yoghurt: 'milk',
  yogurt: 'milk',
  ghee: 'milk',
  whey: 'milk',
  casein: 'milk',
  caseinate: 'milk',
  lactose: 'milk',
  custard: 'milk',
  'dulce de leche': 'milk',
  'milk chocolate': 'milk',
  'white chocolate': 'milk',
  mollusc: 'molluscs',
  mussel: 'molluscs',
  oyster: 'molluscs',
  squid: 'molluscs',
  octopus: 'molluscs',
  clam: 'molluscs',
  scallop: 'molluscs',
  'oyster sauce': 'molluscs',
  mustard: 'mustard',
  nut: 'nuts',
  praline: 'nuts',
  nougat: 'nuts',
  almond: 'almond',
  marzipan: 'almond',
  frangipane: 'almond',
  amaretto: 'almond',
  'almond milk': 'almond',
  'almond butter': 'almond',
  'almond flour': 'almond',
  hazelnut: 'hazelnut',
  gianduja: 'hazelnut',
  walnut: 'walnut',
  'brazil nut': 'brazil',
  cashew: 'cashew',
  'cashew butter': 'cashew',
  'cashew cream': 'cashew',
  pecan: 'pecan',
  pistachio: 'pistachio',
  macadamia: 'macadamia',
  'hazelnut butter': 'hazelnut',
  'hazelnut milk': 'hazelnut',
  'nut butter': 'nuts',
  peanut: 'peanuts',
  groundnut: 'peanuts',
  'peanut butter': 'peanuts',
  sesame: 'sesame',
  tahini: 'sesame',
  halva: 'sesame',
  soya: 'soya',
  soy: 'soya',
  soybean: 'soya',
  soyabean: 'soya',
  'soya milk': 'soya',
  'soy milk': 'soya',
  'soya flour': 'soya',
  tofu: 'soya',
  miso: 'soya',
  edamame: 'soya',
  tempeh: 'soya',
  'soya cream': 'soya',
  sulphite: 'sulphites',
  sulfite: 'sulphites',
  'sulphur dioxide': 'sulphites',
  metabisulphite: 'sulphites',
  'cocoa butter': null,
  'shea butter': null,
  'coconut butter': null,
  'vegan butter': null,
  'plant butter': null,
  'apple butter': null,
  'butter bean': null,
  'coconut milk': null,
  'coconut cream': null,
  'coconut yoghurt': null,
  'rice milk': null,
  'cream of tartar': null,
  'vegan cream': null,
  'oat cream': 'oats',
  'vegan cheese': null,
  'oyster mushroom': null,
  buckwheat: null,
  'buckwheat flour': null,
  'rice flour': null,
  'corn flour': null,
  'maize flour': null,
  'gram flour': null,
  'chickpea flour': null,
  'coconut flour': null,
  'tapioca flour': null,
  'potato flour': null,
  'cassava flour': null,
  'plantain flour': null,
  'gluten-free flour': null,
  'gluten free flour': null,
  'gluten-free': null,
  'gluten free': null,
  'dairy-free': null,
  'milk-free': null,
  'egg-free': null,
  'nut-free': null,
  'egg replacer': null,
  eggplant: null,
  'tiger nut': null,
}

/** Longest first, so that 'peanut butter' is one match. An adjacent letter makes another word ('coconut', 'nutmeg'). */
const pattern = new RegExp(
  `(?<![\\p{L}\\p{N}])(${Object.keys(vocabulary)
    .sort((a, b) => b.length - a.length)
    .map((word) => word.replaceAll(' ', '\\s+'))
    .join('|')})(?:es|s)?(?![\\p{L}\\p{N}])`,
  'giu',
)

const meanings = new Map(Object.entries(vocabulary))

function meaningOf(found: string): Word | null {
  return meanings.get(found.toLowerCase().replace(/\s+/g, ' ')) ?? null
}

const allergenOfWord = new Map<Word, Allergen>(
  allergens.flatMap((allergen) => [allergen, ...allergen.kinds].map(({ key }) => [key, allergen.key] as const)),
)

export interface IngredientText {
  readonly text: string
  readonly isAllergen: boolean
}

/** The whole text in segments, in order. Words of contained or possible allergens are emphasised. */
export function emphasised(ingredients: string, declaration: AllergenDeclaration | null): IngredientText[] {
  const { contains, may_contain } = allergenGroups(declaration)
  const present = new Set([...contains, ...may_contain].map(({ key }) => key))
  const pieces: IngredientText[] = []
  const add = (text: string, isAllergen: boolean) => text !== '' && pieces.push({ text, isAllergen })
  let from = 0
  for (const match of ingredients.matchAll(pattern)) {
    const meaning = meaningOf(match[1] ?? '')
    const allergen = meaning && allergenOfWord.get(meaning)
    if (!allergen || !present.has(allergen)) continue
    add(ingredients.slice(from, match.index), false)
    add(match[0], true)
    from = match.index + match[0].length
  }
  add(ingredients.slice(from), false)
  return pieces
}

/** The allergen, cereal or nut that these words as a whole are a name of: 'walnuts', 'dairy'. */
export function allergenNamed(words: string): Word | null {
  const [match] = words.matchAll(pattern)
  return match?.[0] === words ? meaningOf(match[1] ?? '') : null
}

/** Which of the fourteen the ingredients name, by any word. */
export function namedAllergens(ingredients: string): ReadonlySet<Allergen> {
  const named = new Set<Allergen>()
  for (const match of ingredients.matchAll(pattern)) {
    const meaning = meaningOf(match[1] ?? '')
    const allergen = meaning && allergenOfWord.get(meaning)
    if (allergen) named.add(allergen)
  }
  return named
}

/** An allergen that the ingredients name. */
export interface Mention {
  readonly allergen: Allergen
  /** The specific cereal or nut, if the word names it. */
  readonly kind: AllergenKind | null
  /** As the seller wrote it. */
  readonly word: string
  /** The seller's declaration; null if there is none yet. */
  readonly state: AllergenState | null
}

/** Allergens that the ingredients name but the declaration does not say are contained, each once. */
export function unconfirmedMentions(ingredients: string, declaration: AllergenDeclaration | null): Mention[] {
  const declared = declaration ?? {}
  const mentions = new Map<Word, Mention>()
  for (const match of ingredients.matchAll(pattern)) {
    const meaning = meaningOf(match[1] ?? '')
    const allergen = meaning && allergenOfWord.get(meaning)
    if (!meaning || !allergen || mentions.has(meaning)) continue
    const isKind = meaning !== allergen
    const state = stateOf(declared, allergen)
    // Gluten does not imply wheat, but wheat implies gluten.
    if (state === 'contains' && (!isKind || declared[meaning] === 'contains')) continue
    mentions.set(meaning, { allergen, kind: isKind ? kindOf(meaning) : null, word: match[0], state })
  }
  return [...mentions.values()]
}

const kinds: ReadonlySet<string> = new Set(allergens.flatMap((allergen) => allergen.kinds.map(({ key }) => key)))

function kindOf(word: Word): AllergenKind | null {
  return isKind(word) ? word : null
}

function isKind(word: Word): word is AllergenKind {
  return kinds.has(word)
}

/** The declaration plus the allergens that the ingredients name, as contained. */
export function confirmMentions(declaration: AllergenDeclaration, mentions: readonly Mention[]): AllergenDeclaration {
  const confirmed = { ...declaration }
  for (const { allergen, kind } of mentions) {
    confirmed[allergen] = 'contains'
    if (kind) confirmed[kind] = 'contains'
  }
  return confirmed
}
