/** A naive reference implementation of search over a few hundred generated products. */

import { occasionCategories, occasions } from '#domain/catalogue/categories'
import { milesBetween } from '#domain/locations/distance'
import { addDays, dayOfWeek } from '#domain/values/calendar'

/** The arguments of search_products. */
export interface SearchArguments {
  readonly q?: string
  readonly category?: string
  readonly occasion?: string
  readonly min_price?: number | string
  readonly max_price?: number | string
  readonly avoid?: readonly string[]
  readonly diets?: readonly string[]
  readonly without?: readonly string[]
  readonly fulfilment?: string
  readonly available_on?: string
  readonly part_of_day?: string
  readonly min_rating?: number | string
  readonly lat?: number | string
  readonly lon?: number | string
  readonly radius_miles?: number | string
  readonly sort?: string
  readonly after?: string
  readonly page_size?: number
  readonly shop?: string
}

export interface OracleShop {
  readonly id: string
  readonly slug: string
  readonly lat: number | null
  readonly lon: number | null
  /** Null without a limit. */
  readonly deliveryMiles: number | null
  readonly pickupDays: readonly number[]
  /** Closed from and to, both inclusive. */
  readonly closed: readonly [string, string] | null
  /** What the kitchen was stated to handle. */
  readonly handles: Readonly<Record<string, boolean>>
}

export interface OracleProduct {
  readonly id: string
  readonly shop: OracleShop
  readonly name: string
  readonly description: string
  readonly category: string | null
  readonly occasions: readonly string[]
  readonly price: number
  readonly min_price: number | null
  readonly product_type: 'standardized' | 'bespoke'
  readonly is_bestseller: boolean
  readonly available_for_delivery: boolean
  readonly available_for_pickup: boolean
  readonly allergens: Readonly<Record<string, string>> | null
  readonly diets: readonly string[]
  readonly stock: number
  readonly lead_time_days: number
  readonly rating: number | null
  readonly review_count: number
  readonly created_at: string
}

/** A pseudo-random sequence below 1, the same for the same seed. */
export function randomNumbers(seed: number) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const words = [
  'chocolate',
  'lemon',
  'cake',
  'cupcake',
  'rye',
  'loaf',
  'salted',
  'caramel',
  'brownie',
  'zesty',
  'pie',
  'oat',
  'pies',
  'pastry',
  'pastries',
]
/** Words that count as the same. */
const forms = [
  ['cake', 'cakes'],
  ['brownie', 'brownies'],
  ['pie', 'pies'],
  ['pastry', 'pastries', 'pastrie'],
]
const formsOf = (word: string) => forms.find((same) => same.includes(word)) ?? [word]
const nuts = ['almond', 'walnut']

export function makeProducts(shops: readonly OracleShop[], count: number): OracleProduct[] {
  const random = randomNumbers(11)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const chance = (share: number) => random() < share
  const state = () => pick(['free', 'free', 'contains', 'may_contain'])
  return Array.from({ length: count }, (_, n) => {
    const isBespoke = chance(0.2)
    const reviews = chance(0.5) ? Math.floor(random() * 5) + 1 : 0
    return {
      id: `${Math.floor(random() * 2 ** 32)
        .toString(16)
        .padStart(8, '0')}-0000-4000-8000-${n.toString(16).padStart(12, '0')}`,
      shop: pick(shops),
      name: `${pick(words)} ${pick(words)}`,
      description: `made with ${pick(words)} and ${pick(words)}`,
      category: pick(['Cakes', 'Cookies', 'Pastries', 'Custom', null]),
      occasions: occasions.filter(() => chance(0.1)),
      price: isBespoke ? 0 : Math.floor(random() * 40),
      min_price: isBespoke && chance(0.7) ? Math.floor(random() * 40) : null,
      product_type: isBespoke ? 'bespoke' : 'standardized',
      is_bestseller: chance(0.1),
      available_for_delivery: chance(0.6),
      available_for_pickup: chance(0.6),
      allergens: chance(0.6)
        ? {
            nuts: state(),
            milk: state(),
            ...(chance(0.4) ? { [pick(nuts)]: state() } : {}),
            ...(chance(0.2) ? { gluten: 'free', wheat: state() } : {}),
          }
        : null,
      diets: [[], ['vegetarian'], ['halal', 'no_alcohol']][n % 3] ?? [],
      stock: chance(0.2) ? 0 : 5,
      lead_time_days: Math.floor(random() * 4),
      rating: reviews > 0 ? 1 + Math.floor(random() * 9) / 2 : null,
      review_count: reviews,
      created_at: `2026-03-${String(1 + Math.floor(random() * 28)).padStart(2, '0')}T10:00:00Z`,
    }
  })
}

export function makeSearches(today: string, slugs: readonly string[], count: number): SearchArguments[] {
  const random = randomNumbers(5)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const maybe = <T>(share: number, value: () => T): T | undefined => (random() < share ? value() : undefined)
  const sorts = ['relevance', 'price_low', 'price_high', 'rating', 'nearest', 'newest']
  return Array.from({ length: count }, (_, n) => {
    const place = maybe(0.5, () =>
      pick([
        { lat: 51.5, lon: -0.1 },
        { lat: 53.5, lon: -2.2 },
        { lat: 51.5, lon: 0 },
        { lat: 60, lon: -1 },
      ]),
    )
    return {
      sort: sorts[n % sorts.length],
      q: maybe(0.5, () =>
        pick(['chocolate', 'lemon cake', 'ca', 'upcak', 'r', 'cakes', 'pie', 'brownies lemon', 'pastry']),
      ),
      category: maybe(0.2, () => pick(['cakes', 'COOKIES', 'Pies'])),
      occasion: maybe(0.2, () => pick(Object.keys(occasionCategories))),
      min_price: maybe(0.2, () => Math.floor(random() * 20)),
      max_price: maybe(0.2, () => 10 + Math.floor(random() * 30)),
      avoid: maybe(0.3, () =>
        pick([
          ['nuts'],
          ['milk'],
          ['almond', 'milk'],
          ['gluten'],
          ['wheat'],
          ['contains:nuts'],
          ['contains:walnut', 'milk'],
          ['contains:nuts', 'kitchen:celery'],
          ['milk', 'kitchen:celery', 'kitchen:sesame'],
          ['kitchen:sesame'],
        ]),
      ),
      diets: maybe(0.15, () => pick([['vegetarian'], ['halal']])),
      fulfilment: maybe(0.3, () => pick(['delivery', 'pickup'])),
      // Today the windows may be over.
      available_on: maybe(0.3, () => addDays(today, 1 + Math.floor(random() * 6))),
      min_rating: maybe(0.2, () => 2 + Math.floor(random() * 5) / 2),
      ...place,
      radius_miles: place && maybe(0.7, () => pick([1, 5, 30, 400])),
      shop: maybe(0.1, () => pick(slugs)),
    }
  })
}

function isFreeOf(product: OracleProduct, allergen: string): boolean {
  const declared = product.allergens ?? {}
  const kinds: Record<string, readonly string[]> = { nuts, gluten: ['wheat'] }
  const parent = Object.keys(kinds).find((key) => kinds[key]?.includes(allergen))
  const isFree = (key: string) =>
    declared[key] === 'free' && (kinds[key] ?? []).every((kind) => (declared[kind] ?? 'free') === 'free')
  return isFree(allergen) || (parent !== undefined && isFree(parent))
}

function isWithout(product: OracleProduct, allergen: string): boolean {
  const declared = product.allergens ?? {}
  const kinds: Record<string, readonly string[]> = { nuts, gluten: ['wheat'] }
  const group = Object.keys(kinds).find((key) => key === allergen || kinds[key]?.includes(allergen)) ?? allergen
  const states = [group, ...(kinds[group] ?? [])].map((key) => declared[key])
  const own = declared[allergen]
  if (allergen !== group && own !== undefined) return own !== 'contains'
  if (states.includes('contains')) return allergen !== group && states.slice(1).includes('contains')
  return states[0] !== undefined || states.includes('may_contain')
}

function avoids(product: OracleProduct, avoided: string): boolean {
  const [level, allergen] = avoided.split(':')
  if (level === 'kitchen') return product.shop.handles[allergen ?? ''] === false
  return allergen === undefined ? isFreeOf(product, level ?? '') : isWithout(product, allergen)
}

function isAvailable(product: OracleProduct, args: SearchArguments, today: string): boolean {
  const { available_for_delivery, available_for_pickup, lead_time_days, shop } = product
  const day = args.available_on
  if (day !== undefined) {
    if (day < addDays(today, lead_time_days)) return false
    if (shop.closed && shop.closed[0] <= day && day <= shop.closed[1]) return false
    if (product.stock === 0 && product.product_type !== 'bespoke') return false
  }
  const canPickUp = available_for_pickup && (day === undefined || shop.pickupDays.includes(dayOfWeek(day)))
  if (args.fulfilment === 'delivery') return available_for_delivery
  if (args.fulfilment === 'pickup') return canPickUp
  return day === undefined || available_for_delivery || canPickUp
}

const fromPrice = (product: OracleProduct) => (product.product_type === 'bespoke' ? product.min_price : product.price)

/** Whether a field has every word of the query, or a part of a word. */
function hasParts(field: string, q: string): boolean {
  const part = (word: string) => (word.length < 3 ? ` ${word}` : word)
  return q.split(' ').every((word) => formsOf(word).some((form) => field.includes(part(form))))
}

const headOf = ({ name, category }: OracleProduct) => ` ${name} | ${category?.toLowerCase() ?? ''} | a shop `

function matches(product: OracleProduct, q: string): boolean {
  return hasParts(`${headOf(product)}| ${product.description} `, q)
}

function passes(product: OracleProduct, args: SearchArguments, today: string): boolean {
  const { q, category, occasion, avoid = [], diets = [], min_rating, shop } = args
  const price = fromPrice(product)
  const limits = [args.min_price, args.max_price].map((limit) => (limit === undefined ? undefined : Number(limit)))
  const [least, most] =
    limits[0] !== undefined && limits[1] !== undefined && limits[0] > limits[1] ? [limits[1], limits[0]] : limits
  const categories: Readonly<Record<string, readonly string[]>> = occasionCategories
  return (
    (q === undefined || matches(product, q)) &&
    (category === undefined || product.category?.toLowerCase() === category.toLowerCase()) &&
    (occasion === undefined ||
      isMadeFor(product, occasion) ||
      (categories[occasion] ?? []).includes(product.category ?? '')) &&
    (least === undefined || (price !== null && price >= least)) &&
    (most === undefined || (price !== null && price <= most)) &&
    avoid.every((avoided) => avoids(product, avoided)) &&
    diets.every((diet) => product.diets.includes(diet)) &&
    isAvailable(product, args, today) &&
    (min_rating === undefined || (product.rating ?? 0) >= Number(min_rating)) &&
    (shop === undefined || product.shop.slug === shop)
  )
}

const isMadeFor = ({ occasions }: OracleProduct, occasion: string) => occasions.includes(occasion)

function milesTo({ shop }: OracleProduct, args: SearchArguments): number | null {
  if (shop.lat === null || shop.lon === null) return null
  return milesBetween(
    { lat: Number(args.lat ?? 51.505), lon: Number(args.lon ?? -0.09) },
    { lat: shop.lat, lon: shop.lon },
  )
}

/** Sorts by the columns in order, smaller first. */
function rank(product: OracleProduct, args: SearchArguments): number[] {
  const newest = -Date.parse(product.created_at)
  const price = fromPrice(product)
  switch (args.sort) {
    case 'price_low':
      return [price ?? Number.POSITIVE_INFINITY]
    case 'price_high':
      return [price === null ? Number.POSITIVE_INFINITY : -price]
    case 'rating':
      return [-(product.rating ?? 0), -product.review_count]
    case 'newest':
      return [newest]
    case 'nearest':
      return [Math.round((milesTo(product, args) ?? Number.POSITIVE_INFINITY) * 1e6)]
    default:
      return [
        args.q !== undefined
          ? tier(product, args.q)
          : Number(args.occasion !== undefined && !isMadeFor(product, args.occasion)),
        product.stock === 0 && product.product_type !== 'bespoke' ? 1 : 0,
        product.is_bestseller ? 0 : 1,
        -tenthsOfStars(product),
        product.lead_time_days,
        newest,
      ]
  }
}

/** Ratings count as if five more buyers had given four stars. */
function tenthsOfStars({ rating, review_count }: OracleProduct): number {
  return Math.round((10 * (20 + (rating ?? 4) * review_count)) / (5 + review_count))
}

function tier(product: OracleProduct, q: string): number {
  const inOneForm = (text: string) => text.split(' ').map((word) => formsOf(word)[0])
  const name = inOneForm(product.name)
  const query = inOneForm(q)
  if (query.length > 1 && ` ${name.join(' ')} `.includes(` ${query.join(' ')} `)) return 1
  if (query.every((word) => name.includes(word))) return 2
  if (hasParts(` ${product.name} `, q)) return 3
  return hasParts(headOf(product), q) ? 4 : 5
}

function isInReach(product: OracleProduct, args: SearchArguments): boolean {
  const miles = milesTo(product, args)
  if (args.lat === undefined || args.shop !== undefined || miles === null) return true
  const { available_for_delivery: hasDelivery, available_for_pickup: hasPickup, shop } = product
  const isNear = args.fulfilment !== 'delivery' && (hasPickup || !hasDelivery) && isWithinRadius(product, args)
  const limit = shop.deliveryMiles ?? Number.POSITIVE_INFINITY
  return isNear || (args.fulfilment !== 'pickup' && hasDelivery && Math.round(miles * 10) / 10 <= limit)
}

function isWithinRadius(product: OracleProduct, args: SearchArguments): boolean {
  return (milesTo(product, args) ?? 0) <= Number(args.radius_miles ?? 10)
}

function inOrder(one: OracleProduct, other: OracleProduct, args: SearchArguments): number {
  const ranked = (product: OracleProduct) => [isInReach(product, args) ? 0 : 1, ...rank(product, args)]
  const ranks = ranked(other)
  for (const [n, value] of ranked(one).entries()) {
    const against = ranks[n] ?? 0
    if (value !== against) return value - against
  }
  return one.id < other.id ? -1 : 1
}

export function expectedResult(products: readonly OracleProduct[], args: SearchArguments, today: string) {
  const { q, occasion, ...others } = args
  const result = resultOf(products, args, today)
  if (result.total > 0 || q === undefined || occasion === undefined) return result
  // An occasion with categories gives way to the words. The words give way to a feast.
  const categories: Readonly<Record<string, readonly string[]>> = occasionCategories
  const isFeast = categories[occasion]?.length === 0
  return resultOf(products, isFeast ? { ...others, occasion } : { ...others, q }, today)
}

function resultOf(products: readonly OracleProduct[], args: SearchArguments, today: string) {
  const all = products.filter((product) => passes(product, args, today)).sort((one, other) => inOrder(one, other, args))
  const inReach = all.filter((product) => isInReach(product, args))
  const isWidened = inReach.length < 4 && all.length > inReach.length
  const hasPlace = args.lat !== undefined && args.shop === undefined
  return {
    ids: all.map(({ id }) => id),
    inReach: inReach.length,
    total: isWidened ? all.length : inReach.length,
    widened: isWidened,
    none_within: hasPlace && all.length > 0 && !all.some((product) => isWithinRadius(product, args)),
  }
}
