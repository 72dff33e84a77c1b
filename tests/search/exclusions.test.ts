/** Random profiles, queries, pages and drops: no product is shown that contains or names what was excluded. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { occasions, productCategories } from '#domain/catalogue/categories'
import { type AllergenDeclaration, allergenStates, allergens, readAllergens } from '#domain/food/allergens'
import { readAvoided } from '#domain/food/avoided-allergens'
import { fits } from '#domain/food/fit'
import { foodWords, namesFood } from '#domain/food/food-names'
import { knownFoods, meantToAvoid } from '#domain/food/vocabulary'
import { withFilter } from '#domain/food/with-filter'
import { sampleId } from '../../supabase/sample/ids.ts'
import { shops } from '../../supabase/sample/shops.ts'
import { testsAll } from '../harness.ts'
import { askFor, cities, openSampleMarket, requestOf, type SampleMarket } from './sample-market.ts'

/** `CASES=10000` runs more. */
const cases = Number(process.env.CASES ?? (testsAll ? 500 : 100))
const mostPages = 3

let market: SampleMarket
/** By product. */
const declarations = new Map<string, AllergenDeclaration | null>()
/** What the sellers wrote, by product. */
const texts = new Map<string, string>()

beforeAll(async () => {
  market = await openSampleMarket()
  const shopIds = Object.keys(shops).map((key) => sampleId('shop', key))
  for (let n = 0; n < 300; n += 1) {
    const name = `${pick(adjectives)} ${pick(foods)} ${n}`
    const allergens = randomDeclaration()
    await market.context.product(pick(shopIds), {
      name,
      category: pick(productCategories),
      description: `With ${pick(otherFoods)}`,
      ingredients: `Sugar, ${pick(otherFoods)}, ${pick(otherFoods)}`,
      price: 1 + Math.floor(random() * 40),
      available_for_pickup: random() < 0.5,
      ...(allergens && { allergens }),
    })
  }
  const rows = await market.context.service.rows(
    'select id, allergens, name, description, ingredients from public.products',
  )
  for (const { id, name, description, ingredients } of rows)
    texts.set(String(id), foodWords(`${name} ${description ?? ''} ${ingredients ?? ''}`))
  for (const { id, allergens } of rows)
    declarations.set(String(id), readAllergens(typeof allergens === 'string' ? JSON.parse(allergens) : allergens))
})
afterAll(() => market.close())

let state = Number(process.env.SEED ?? 130)
/** The same numbers at every run. */
function random(): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return state / 2 ** 32
}

function pick<Item>(items: readonly Item[]): Item {
  const item = items[Math.floor(random() * items.length)]
  if (item === undefined) throw new Error('There is nothing to pick from.')
  return item
}

const adjectives = ['Chocolate', 'Nut-Free', 'Walnut', 'Plain', 'Milk', 'Eggless', 'Vegan', 'Birthday']
const foods = ['Cake', 'Cookies', 'Brownies', 'Bread', 'Pie', 'Fish Cakes', 'Curry', 'Cupcakes']

/** Also incomplete ones, some of which name a kind without its group. */
function randomDeclaration(): AllergenDeclaration | null {
  if (random() < 0.1) return null
  const mostlyFree = random() < 0.7
  const declared: AllergenDeclaration = {}
  for (const allergen of allergens) {
    for (const { key } of [allergen, ...allergen.kinds])
      if (random() < 0.85) declared[key] = mostlyFree && random() < 0.85 ? 'free' : pick(allergenStates)
  }
  return declared
}

type Key = keyof AllergenDeclaration

/** Names as shoppers write them, in singular and plural, with what they exclude. */
const names: readonly (readonly [singular: string, plural: string, keys: readonly Key[]])[] = [
  ['nut', 'nuts', ['nuts', 'peanuts']],
  ['tree nut', 'tree nuts', ['nuts']],
  ['peanut', 'peanuts', ['peanuts']],
  ['walnut', 'walnuts', ['walnut']],
  ['almond', 'almonds', ['almond']],
  ['gluten', 'gluten', ['gluten']],
  ['wheat', 'wheat', ['wheat']],
  ['oat', 'oats', ['oats']],
  ['egg', 'eggs', ['eggs']],
  ['dairy', 'milk', ['milk']],
  ['lactose', 'dairy', ['milk']],
  ['soya', 'soy', ['soya']],
  ['sesame', 'sesame', ['sesame']],
  ['celery', 'celery', ['celery']],
  ['mustard', 'mustard', ['mustard']],
  ['fish', 'fish', ['fish']],
  ['shellfish', 'shellfish', ['crustaceans', 'molluscs']],
  ['sulphite', 'sulphites', ['sulphites']],
]

/** Every word of the vocabulary. */
const knownNames = knownFoods.map((word) => [word, meantToAvoid(word)] as const)

/** No seller declares these. */
const otherFoods = [
  'kiwi',
  'raisins',
  'chocolate',
  'passion fruit',
  'pine nuts',
  'mango',
  'palm oil',
  'coconut',
  'bread',
  'cherries',
]

interface Exclusion {
  readonly phrase: string
  readonly keys: readonly Key[]
  readonly foods?: readonly string[]
}

function randomWordExclusion(): Exclusion {
  const [word, keys] = pick(knownNames)
  const [food, other] = [pick(otherFoods), pick(otherFoods)]
  const [phrase, means] = random() < 0.4 ? [food, { keys: [], foods: [food] }] : [word, { keys }]
  return pick<Exclusion>([
    { phrase: `no ${phrase}`, ...means },
    { phrase: `without ${phrase}`, ...means },
    { phrase: `avoid ${phrase}`, ...means },
    { phrase: `allergic to ${phrase}`, ...means },
    { phrase: `${phrase} allergy`, ...means },
    { phrase: `free from ${phrase}`, ...means },
    { phrase: `${phrase} free`, ...means },
    { phrase: `no ${food} or ${word}`, keys, foods: [food] },
    { phrase: `without ${word} and ${food}`, keys, foods: [food] },
    { phrase: `no ${food} or ${other}`, keys: [], foods: [food, other] },
  ])
}

function randomExclusion(): Exclusion {
  const [singular, plural, keys] = pick(names)
  const [otherSingular, otherPlural, otherKeys] = pick(names)
  const both = [...keys, ...otherKeys]
  return pick<Exclusion>([
    { phrase: `no ${plural}`, keys },
    { phrase: `without ${plural}`, keys },
    { phrase: `${singular} free`, keys },
    { phrase: `${singular}-free`, keys },
    { phrase: `${singular.toUpperCase()} FREE`, keys },
    { phrase: `free from ${plural}`, keys },
    { phrase: `${singular} allergy`, keys },
    { phrase: `allergic to ${plural}`, keys },
    { phrase: `no ${plural} or ${otherPlural}`, keys: both },
    { phrase: `without ${plural}, ${otherPlural}`, keys: both },
    { phrase: `${singular} and ${otherSingular} free`, keys: both },
    { phrase: `no ${plural} & no ${otherPlural}`, keys: both },
    { phrase: `no ${plural} ${otherPlural}`, keys: both },
    { phrase: `free from ${singular} ${otherPlural} ${plural}`, keys: both },
    { phrase: `${singular} ${otherSingular} free`, keys: both },
    { phrase: `no ground ${plural}`, keys },
    { phrase: `without any kind of chopped ${plural}`, keys },
    { phrase: `can’t eat ${plural}`, keys },
    { phrase: `doesn't contain ${plural} or ${otherPlural}`, keys: both },
    { phrase: `nothing with ${plural}`, keys },
    { phrase: `${singular}free`.replace(' ', ''), keys },
    { phrase: `withuot ${plural}`, keys },
    { phrase: `${singular} alergy`, keys },
    { phrase: `${misspelt(singular)} free`, keys },
    { phrase: `no ${misspelt(plural)}`, keys },
    { phrase: `${singular} safe`, keys },
    { phrase: `no crunchy ${plural}`, keys },
    { phrase: `without cake and ${misspelt(plural)}`, keys },
    { phrase: `${singular} and sugar free`, keys },
    { phrase: 'coeliac', keys: ['gluten'] },
    { phrase: 'eggless', keys: ['eggs'] },
  ])
}

/** With a letter twice. Short names would be other words. */
function misspelt(name: string): string {
  const at = 1 + Math.floor(random() * (name.length - 1))
  return name.length < 4 || name[at] === ' ' || name[at - 1] === ' ' ? name : name.slice(0, at) + name.slice(at - 1)
}

const around = [
  'cake',
  'birthday',
  'for saturday',
  'under £20',
  'near leeds',
  'vegan',
  'cakes',
  'chocolate',
  'please',
  'walnut',
  'unicorn',
  'delivered',
  'delivery',
  'shipping',
  'postage',
  'collection',
  'gift',
  'gift box',
]

/** Whether a product contains one of these, or may, or its seller did not say. */
function isExcluded(declaration: AllergenDeclaration | null, keys: readonly Key[]): boolean {
  return keys.some((key) => {
    const group = allergens.find((allergen) => allergen.key === key)
    const parts = key === 'wheat' ? (['spelt'] as const) : (group?.kinds ?? []).map((kind) => kind.key)
    const states = [key, ...parts].map((each) => declaration?.[each])
    const owner = allergens.find(({ kinds }) => kinds.some((kind) => kind.key === key))
    const isDeclared = declaration?.[key] !== undefined || (owner && declaration?.[owner.key] !== undefined)
    return !isDeclared || states.some((each) => each === 'contains' || each === 'may_contain')
  })
}

it('never shows a product that contains what the words or the profile exclude', async () => {
  let shown = 0
  const wrong: string[] = []
  for (let n = 0; n < cases; n += 1) {
    const near = pick(Object.values(cities))
    const profile = random() < 0.5 ? [...pick(names)[2]] : []
    const parameters = new URLSearchParams({ sort: pick(['relevance', 'price_low', 'rating', 'nearest', 'newest']) })
    if (profile.length > 0) parameters.set('avoid', profile.join())
    if (random() < 0.2) parameters.set('near', pick(['leeds', 'se1', 'atlantis']))
    const excluded: Key[] = [...profile]
    const page = pick(['search', 'search', 'search', 'category', 'occasion'])
    const foods: string[] = []
    if (page === 'search' && random() < 0.5) {
      const exclusion = randomWordExclusion()
      excluded.push(...exclusion.keys)
      foods.push(...(exclusion.foods ?? []))
      const words = [exclusion.phrase, ...Array.from({ length: Math.floor(random() * 3) }, () => pick(around))]
      parameters.set('q', words.toSorted(() => random() - 0.5).join(', '))
    } else if (page === 'search') {
      const exclusion = randomExclusion()
      excluded.push(...exclusion.keys)
      const words = [exclusion.phrase, ...Array.from({ length: Math.floor(random() * 4) }, () => pick(around))]
      parameters.set('q', words.toSorted(() => random() - 0.5).join(pick([' ', ', '])))
    }
    const request =
      page === 'search'
        ? (await askFor(parameters, near)).request
        : requestOf(
            page === 'category' ? { category: pick(productCategories) } : { occasion: pick(occasions) },
            parameters,
            near,
          )
    for (let after: string | null = '', pages = 0; after !== null && pages < mostPages; pages += 1) {
      const results = await market.search({ ...request, page_size: 24, ...(after !== '' && { after }) })
      shown += results.items.length
      for (const { id, name } of results.items)
        if (
          isExcluded(declarations.get(id) ?? null, excluded) ||
          foods.some((food) => namesFood(texts.get(id) ?? '', food))
        )
          wrong.push(`${parameters}: ${name}`)
      after = results.next
    }
  }
  console.info(`${cases} searches showed ${shown} products, ${wrong.length} of them excluded.`)
  expect(wrong).toEqual([])
  // Otherwise nothing would have been tested.
  expect(shown).toBeGreaterThan(cases)
}, 3_600_000)

it('never keeps an item of a drop that contains what the household or the URL excludes', () => {
  const menu = [...declarations.values()]
  let kept = 0
  const wrong: string[] = []
  for (let n = 0; n < cases; n += 1) {
    const [traces, contained, ofUrl] = [pick(names)[2], pick(names)[2], random() < 0.5 ? pick(names)[2] : []]
    const person = { id: '1', name: 'Mia', avoid_others: [], diets: [] }
    const household = random() < 0.3 ? [] : [{ ...person, avoid_traces: traces, avoid_contains: contained }]
    const avoiding = withFilter(household, readAvoided(ofUrl.join()))
    for (let item = 0; item < 12; item += 1) {
      const declaration = pick(menu)
      const food = { allergens: declaration, options: randomDeclaration(), diets: [], kitchen: null, texts: [] }
      if (!fits(avoiding, food)) continue
      kept += 1
      if (isExcluded(declaration, household.length > 0 ? [...traces, ...ofUrl] : ofUrl))
        wrong.push(JSON.stringify({ declaration, avoiding }))
      if (household.length > 0 && contained.some((key) => declaration?.[key] === 'contains'))
        wrong.push(JSON.stringify({ declaration, contained }))
    }
  }
  console.info(`${cases} drops kept ${kept} items, ${wrong.length} of them excluded.`)
  expect(wrong).toEqual([])
  expect(kept).toBeGreaterThan(cases)
})
