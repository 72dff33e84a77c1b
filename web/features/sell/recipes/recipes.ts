/** Reads and writes the ingredients, the rates and the recipes of the seller's own shop. */
import type { QueryData } from '@supabase/supabase-js'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { londonTime } from '#domain/values/calendar'
import { isUuid } from '#domain/values/ids'
import { useMember } from '#features/account/auth'
import { useSellerShop } from '#features/sell/frame'
import { recipeKeys } from '#keys/seller-recipes'
import { type AppContext, type Backend, useApp } from '#platform/app-context.ts'
import { read, readOptional } from '#platform/read.ts'
import { unwrap, unwrapOptional } from '#platform/unwrap.ts'
import { useWrite } from '#platform/use-write.ts'
import { defaultMarginPercent, type IngredientUnit, ingredientUnits } from './recipe-costs.ts'
import type { IngredientRecord, RatesRecord, RecipeRecord } from './recipe-forms.ts'

const unitSchema = z.enum(ingredientUnits)

export interface Ingredient {
  readonly id: string
  readonly name: string
  readonly unit: IngredientUnit
  readonly pack_size: number
  readonly pack_price: number
}

/** What all recipes of the shop share. */
export interface Costing {
  readonly ingredients: readonly Ingredient[]
  readonly rates: RatesRecord
  /** The rate of products without one of their own. Null if the shop is not registered for VAT today. */
  readonly vatRate: number | null
}

const defaultRates: RatesRecord = { hourly_rate: 0, margin_percent: defaultMarginPercent }

export function costingQuery(app: AppContext, userId: string) {
  return queryOptions({
    queryKey: recipeKeys.costing(userId),
    queryFn: async ({ signal }): Promise<Costing> => {
      const client = await app.supabase()
      const [ingredients, shop] = await Promise.all([
        client
          .from('shop_ingredients')
          .select('id, name, unit, pack_size, pack_price, shop:shops!inner()')
          .eq('shop.user_id', userId)
          .order('name')
          .limit(500)
          .abortSignal(signal),
        client
          .from('shops')
          .select('costing:shop_costing(hourly_rate, margin_percent), vat:shop_vat(registered_from, default_rate)')
          .eq('user_id', userId)
          .abortSignal(signal)
          .maybeSingle(),
      ])
      const { costing = null, vat = null } = unwrapOptional(shop) ?? {}
      const { date: today } = londonTime(app.clock.now())
      return {
        ingredients: unwrap(ingredients).map((row) => ({ ...row, unit: unitSchema.parse(row.unit) })),
        rates: costing ?? defaultRates,
        vatRate: vat && vat.registered_from <= today ? vat.default_rate : null,
      }
    },
  })
}

export function useCosting() {
  return useQuery(costingQuery(useApp(), useMember().id))
}

function selectProducts(client: Backend, userId: string) {
  return client
    .from('products')
    .select(
      `id, name, price, min_price, product_type, status, vat:product_vat_rates(rate), shop:shops!inner(),
      recipe:recipes(portions, other_costs, minutes, ingredients:recipe_ingredients(ingredient_id, quantity, position))`,
    )
    .eq('shop.user_id', userId)
}

type ProductRow = Omit<QueryData<ReturnType<typeof selectProducts>>[number], 'shop' | 'recipe'>

export interface RecipeProduct extends ProductRow {
  readonly recipe: RecipeRecord | null
}

function readProduct({ recipe, ...product }: QueryData<ReturnType<typeof selectProducts>>[number]): RecipeProduct {
  if (recipe === null) return { ...product, recipe }
  const ingredients = recipe.ingredients.toSorted((a, b) => a.position - b.position)
  return { ...product, recipe: { ...recipe, ingredients } }
}

/** The products of the shop, each with its recipe. */
export function productsQuery(app: AppContext, userId: string) {
  return queryOptions({
    queryKey: recipeKeys.products(userId),
    queryFn: async ({ signal }): Promise<RecipeProduct[]> => {
      const products = await read(app, (client) =>
        selectProducts(client, userId).order('name').order('id').limit(1000).abortSignal(signal),
      )
      return products.map(readProduct)
    },
  })
}

export function useProducts() {
  return useQuery(productsQuery(useApp(), useMember().id))
}

/** Null if it doesn't exist or isn't the member's. */
export function recipeProductQuery(app: AppContext, userId: string, productId: string) {
  return queryOptions({
    queryKey: recipeKeys.product(userId, productId),
    queryFn: async ({ signal }): Promise<RecipeProduct | null> => {
      if (!isUuid(productId)) return null
      const row = await readOptional(app, (client) =>
        selectProducts(client, userId).eq('id', productId).abortSignal(signal).maybeSingle(),
      )
      return row && readProduct(row)
    },
  })
}

export function useRecipeProduct(productId: string) {
  return useQuery(recipeProductQuery(useApp(), useMember().id, productId))
}

/** @param saved the ingredient that is changed, or null for a new one. The result is its id. */
export function useSaveIngredient(saved: Ingredient | null) {
  const { id: userId } = useMember()
  const { id: shopId } = useSellerShop()
  return useWrite({
    run: async (app, { unit, ...record }: IngredientRecord) => {
      const { id } = await read<{ id: string }>(app, (client) => {
        const table = client.from('shop_ingredients')
        const row = saved ? table.update(record).eq('id', saved.id) : table.insert({ shop_id: shopId, unit, ...record })
        return row.select('id').single()
      })
      return id
    },
    success: { title: saved ? 'Ingredient saved' : 'Ingredient added' },
    failure: 'shown',
    invalidates: [recipeKeys.all(userId)],
  })
}

/** Deleting an ingredient that no longer exists succeeds. */
export function useDeleteIngredient() {
  const { id: userId } = useMember()
  return useWrite({
    write: (client, id: string) => client.from('shop_ingredients').delete().eq('id', id),
    success: { title: 'Ingredient deleted' },
    failure: { title: 'The ingredient could not be deleted', description: 'Please try again.' },
    invalidates: [recipeKeys.all(userId)],
  })
}

export function useSaveRates() {
  const { id: userId } = useMember()
  const { id: shopId } = useSellerShop()
  return useWrite({
    write: (client, rates: RatesRecord) => client.from('shop_costing').upsert({ shop_id: shopId, ...rates }),
    success: { title: 'Rates saved' },
    failure: 'shown',
    invalidates: [recipeKeys.all(userId)],
  })
}

export function useSaveRecipe(productId: string) {
  const { id: userId } = useMember()
  return useWrite({
    write: (client, { ingredients, ...recipe }: RecipeRecord) => {
      const saved = { product_id: productId, ...recipe, ingredients: [...ingredients] }
      return client.rpc('save_recipe', { recipe: saved })
    },
    success: { title: 'Recipe saved' },
    failure: { title: 'The recipe could not be saved', description: 'Please try again.' },
    invalidates: [recipeKeys.all(userId)],
  })
}

export function useDeleteRecipe(productId: string) {
  const { id: userId } = useMember()
  return useWrite({
    write: (client) => client.from('recipes').delete().eq('product_id', productId),
    success: { title: 'Recipe deleted' },
    failure: { title: 'The recipe could not be deleted', description: 'Please try again.' },
    invalidates: [recipeKeys.all(userId)],
  })
}
