/** Calls of search_products in tests. */
import { z } from 'zod'
import type { SearchArguments } from './search-oracle.ts'
import { type Actor, text } from './test-context.ts'

const argumentTypes: Readonly<Record<string, string>> = {
  min_price: 'numeric',
  max_price: 'numeric',
  avoid: 'text[]',
  diets: 'text[]',
  without: 'text[]',
  available_on: 'date',
  min_rating: 'numeric',
  lat: 'double precision',
  lon: 'double precision',
  radius_miles: 'double precision',
  page_size: 'integer',
}

const card = z.strictObject({
  id: z.string(),
  name: z.string(),
  image: z.string().nullable(),
  category: z.string().nullable(),
  price: z.number(),
  min_price: z.number().nullable(),
  max_price: z.number().nullable(),
  product_type: z.enum(['standardized', 'bespoke']),
  requires_consultation: z.boolean(),
  is_bestseller: z.boolean(),
  rating: z.number().nullable(),
  review_count: z.number(),
  available_for_delivery: z.boolean(),
  available_for_pickup: z.boolean(),
  delivery: z.array(z.strictObject({ miles: z.number(), fee: z.number(), to: z.string().optional() })),
  distance_miles: z.number().nullable(),
  in_reach: z.boolean(),
  shop: z.strictObject({ name: z.string(), slug: z.string(), town: z.string().nullable() }),
})
const resultSchema = z.strictObject({
  items: z.array(card),
  total: z.number(),
  total_is_exact: z.boolean(),
  widened: z.boolean(),
  none_within: z.boolean(),
  dropped: z.array(z.string()),
  next: z.string().nullable(),
  highest_price: z.number().nullable(),
})
export const nothing = {
  items: [],
  total: 0,
  total_is_exact: true,
  widened: false,
  none_within: false,
  dropped: [],
  next: null,
  highest_price: null,
}

const shopsSchema = z.strictObject({
  shops: z.array(
    z.strictObject({
      slug: z.string(),
      name: z.string(),
      logo: z.string().nullable(),
      town: z.string().nullable(),
      lat: z.number().nullable(),
      lon: z.number().nullable(),
      rating: z.number().nullable(),
      review_count: z.number(),
      distance_miles: z.number().nullable(),
      in_reach: z.boolean(),
      results: z.number(),
      lowest_price: z.number().nullable(),
    }),
  ),
  is_complete: z.boolean(),
})

const suggestionsSchema = z.array(
  z.strictObject({
    id: z.string(),
    name: z.string(),
    shop: z.strictObject({ name: z.string(), slug: z.string(), town: z.string().nullable() }),
  }),
)

export const search = async (actor: Actor, args: SearchArguments = {}) =>
  resultSchema.parse(await call(actor, 'search_products', args))

/** The shops of a search. */
export const searchShops = async (
  actor: Actor,
  args: Omit<SearchArguments, 'sort' | 'after' | 'page_size' | 'shop'> = {},
) => shopsSchema.parse(await call(actor, 'search_shops', args))

/** The products that are suggested for an unfinished text. */
export const suggest = async (
  actor: Actor,
  args: Pick<SearchArguments, 'q' | 'avoid' | 'diets' | 'lat' | 'lon' | 'radius_miles'>,
) => suggestionsSchema.parse(await call(actor, 'suggest_products', args))

async function call(actor: Actor, name: string, args: SearchArguments): Promise<unknown> {
  const given = Object.entries(args).flatMap(
    ([name, value]: [string, string | number | readonly string[] | undefined]) =>
      value === undefined
        ? []
        : [{ name, value: typeof value === 'object' ? `{${value.map((one) => JSON.stringify(one)).join()}}` : value }],
  )
  const list = given.map(({ name }, n) => `${name} => $${n + 1}::${argumentTypes[name] ?? 'text'}`)
  const [row] = await actor.rows(
    `select public.${name}(${list.join(', ')})::text as result`,
    ...given.map(({ value }) => value),
  )
  return JSON.parse(text(row, 'result'))
}

export const names = async (actor: Actor, args: SearchArguments) =>
  (await search(actor, args)).items.map(({ name }) => name)
