/** What sellers declare about products, for comparing it with the household. The request names products only. */
import { queryOptions, useQueries } from '@tanstack/react-query'
import { withChoices } from '#domain/food/choice-allergens'
import type { ComposedFood } from '#domain/food/composition'
import { type Fit, type Food, fitOf } from '#domain/food/fit'
import type { KitchenStatement } from '#domain/food/kitchen'
import { householdKeys } from '#keys/household'
import { type AppContext, useApp } from '#platform/app-context.ts'
import { read } from '#platform/read.ts'
import { useAvoiding } from './use-household.ts'

/** The size of a listing's page, so that 'Show more' reads the new products only. */
const batchSize = 24

export interface DeclaredProduct {
  readonly id: string
  readonly name: string
  readonly description: string | null
  readonly ingredients: string | null
  readonly allergens: unknown
  /** What it has by choices that every buyer makes. Absent if `allergens` follows the choice that was made. */
  readonly required_allergens?: unknown
  /** What its options may add. Absent where only the choice counts. */
  readonly option_allergens?: unknown
  readonly diets: unknown
  readonly kitchen: KitchenStatement | null
}

export function foodOf(product: Omit<DeclaredProduct, 'id'>): Food {
  const { name, description, ingredients, allergens, required_allergens, option_allergens, diets, kitchen } = product
  return {
    allergens: withChoices(allergens, [required_allergens]),
    options: option_allergens,
    diets,
    kitchen,
    texts: [name, description, ingredients],
  }
}

/** Its food with the choices that were made. Its other options no longer count. */
export function composedFoodOf(
  { name, description, diets, kitchen }: Pick<DeclaredProduct, 'name' | 'description' | 'diets' | 'kitchen'>,
  { allergens, ingredients }: ComposedFood,
): Food {
  return foodOf({ name, description, diets, kitchen, allergens, ingredients })
}

function foodsQuery(app: AppContext, ids: readonly string[]) {
  return queryOptions({
    queryKey: householdKeys.foods(ids),
    queryFn: async ({ signal }): Promise<readonly DeclaredProduct[]> => {
      const products = await read(app, (client) =>
        client
          .from('products')
          .select(
            `id, name, description, ingredients, allergens, required_allergens, option_allergens, diets,
            shop:shops!inner(kitchen:shop_kitchens(handles, shares_equipment))`,
          )
          .in('id', ids)
          .abortSignal(signal),
      )
      return products.map(({ shop, ...product }) => ({ ...product, kitchen: shop.kitchen }))
    },
  })
}

export interface Fits {
  /** By product; undefined until it is known. */
  readonly of: (productId: string) => Fit | undefined
  readonly isLoading: boolean
  readonly hasFailed: boolean
  readonly retry: () => void
}

/** Whether these products fit the household and the filters of the page. */
export function useFits(ids: readonly string[]): Fits {
  const app = useApp()
  const household = useAvoiding()
  const batches = Array.from({ length: Math.ceil(ids.length / batchSize) }, (_, batch) =>
    ids.slice(batch * batchSize, (batch + 1) * batchSize),
  )
  const results = useQueries({ queries: batches.map((batch) => foodsQuery(app, batch)) })
  const fits = new Map(
    results.flatMap(({ data = [] }) => data.map((product) => [product.id, fitOf(household, foodOf(product))] as const)),
  )
  return {
    of: (productId) => fits.get(productId),
    isLoading: results.some(({ isPending }) => isPending),
    hasFailed: results.some(({ isError }) => isError),
    retry: () => {
      for (const { isError, refetch } of results) if (isError) void refetch()
    },
  }
}
