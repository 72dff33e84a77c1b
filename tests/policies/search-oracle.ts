/** A naive reference implementation of search over a few hundred generated products. */
import { addDays, dayOfWeek } from '#domain/calendar'
import { occasionCategories } from '#domain/categories'
import { milesBetween } from '#domain/distance'

/** The arguments of search_products. */
export interface SearchArguments {
  readonly q?: string
  readonly category?: string
  readonly occasion?: string
  readonly min_price?: number | string
  readonly max_price?: number | string
  readonly avoid?: readonly string[]
  readonly fulfilment?: string
  readonly available_on?: string
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
  readonly pickupDays: readonly number[]
  /** Closed from and to, both inclusive. */
  readonly closed: readonly [string, string] | null
}

export interface OracleProduct {
  readonly id: string
  readonly shop: OracleShop
  readonly name: string
  readonly description: string
  readonly category: string | null
  readonly price: number
  readonly min_price: number | null
  readonly product_type: 'standardized' | 'bespoke'
  readonly is_bestseller: boolean
  readonly available_for_delivery: boolean
  readonly available_for_pickup: boolean
  readonly allergens: Readonly<Record<string, string>> | null
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
]
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
      q: maybe(0.5, () => pick(['chocolate', 'lemon cake', 'ca', 'upcak', 'r'])),
      category: maybe(0.2, () => pick(['cakes', 'COOKIES', 'Pies'])),
      occasion: maybe(0.2, () => pick(Object.keys(occasionCategories))),
      min_price: maybe(0.2, () => Math.floor(random() * 20)),
      max_price: maybe(0.2, () => 10 + Math.floor(random() * 30)),
      avoid: maybe(0.3, () => pick([['nuts'], ['milk'], ['almond', 'milk'], ['gluten'], ['wheat']])),
      fulfilment: maybe(0.3, () => pick(['delivery', 'pickup'])),
      available_on: maybe(0.3, () => addDays(today, Math.floor(random() * 6))),
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

function isAvailable(
  { available_for_delivery, available_for_pickup, lead_time_days, shop }: OracleProduct,
  args: SearchArguments,
  today: string,
): boolean {
  const day = args.available_on
  if (day !== undefined) {
    if (day < addDays(today, lead_time_days)) return false
    if (shop.closed && shop.closed[0] <= day && day <= shop.closed[1]) return false
  }
  const canPickUp = available_for_pickup && (day === undefined || shop.pickupDays.includes(dayOfWeek(day)))
  if (args.fulfilment === 'delivery') return available_for_delivery
  if (args.fulfilment === 'pickup') return canPickUp
  return day === undefined || available_for_delivery || canPickUp
}

export const fromPrice = (product: OracleProduct) =>
  product.product_type === 'bespoke' ? product.min_price : product.price

function matches(product: OracleProduct, q: string): boolean {
  const fields = [product.name, product.category?.toLowerCase() ?? '', 'a shop', product.description].map(
    (field) => ` ${field} `,
  )
  return q.split(' ').every((word) => fields.some((field) => field.includes(word.length < 3 ? ` ${word}` : word)))
}

function passes(product: OracleProduct, args: SearchArguments, today: string): boolean {
  const { q, category, occasion, avoid = [], min_rating, shop } = args
  const price = fromPrice(product)
  const limits = [args.min_price, args.max_price].map((limit) => (limit === undefined ? undefined : Number(limit)))
  const [least, most] =
    limits[0] !== undefined && limits[1] !== undefined && limits[0] > limits[1] ? [limits[1], limits[0]] : limits
  const categories: Readonly<Record<string, readonly string[]>> = occasionCategories
  return (
    (q === undefined || matches(product, q)) &&
    (category === undefined || product.category?.toLowerCase() === category.toLowerCase()) &&
    (occasion === undefined || (categories[occasion] ?? []).includes(product.category ?? '')) &&
    (least === undefined || (price !== null && price >= least)) &&
    (most === undefined || (price !== null && price <= most)) &&
    avoid.every((allergen) => isFreeOf(product, allergen)) &&
    isAvailable(product, args, today) &&
    (min_rating === undefined || (product.rating ?? 0) >= Number(min_rating)) &&
    (shop === undefined || product.shop.slug === shop)
  )
}

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
        args.q === undefined ? 0 : tier(product, args.q),
        product.is_bestseller ? 0 : 1,
        -product.review_count,
        newest,
      ]
  }
}

function tier(product: OracleProduct, q: string): number {
  const name = ` ${product.name} `
  const head = `${name}| ${product.category?.toLowerCase() ?? ''} | a shop `
  const each = q.split(' ')
  const inside = (field: string) => each.every((word) => field.includes(word.length < 3 ? ` ${word}` : word))
  if (each.length > 1 && name.includes(` ${q}`)) return 1
  if (each.every((word) => name.includes(` ${word}`))) return 2
  if (inside(name)) return 3
  return inside(head) ? 4 : 5
}

function inOrder(one: OracleProduct, other: OracleProduct, args: SearchArguments): number {
  const ranks = rank(other, args)
  for (const [n, value] of rank(one, args).entries()) {
    const against = ranks[n] ?? 0
    if (value !== against) return value - against
  }
  return one.id < other.id ? -1 : 1
}

export function expectedResult(products: readonly OracleProduct[], args: SearchArguments, today: string) {
  const all = products.filter((product) => passes(product, args, today)).sort((one, other) => inOrder(one, other, args))
  const radius =
    args.lat === undefined || args.shop !== undefined ? Number.POSITIVE_INFINITY : Number(args.radius_miles ?? 10)
  const near = all.filter((product) => (milesTo(product, args) ?? 0) <= radius)
  const isWidened = near.length < 4 && all.length > near.length
  const shown = isWidened ? all : near
  return {
    ids: shown.map(({ id }) => id),
    total: shown.length,
    widened: isWidened,
    none_within: isWidened && near.length === 0,
  }
}
