/** Queries of the seller's own products: a page of the table, one in full, and all for the export. */

import type { QueryData } from '@supabase/supabase-js'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { readAllergens } from '#domain/food/allergens'
import { isUuid } from '#domain/values/ids'
import { useMember } from '#features/account/auth'
import { sellerProductKeys } from '#keys/seller-products'
import { type AppContext, type Backend, useApp } from '#platform/app-context.ts'
import { read, readCount, readOptional } from '#platform/read.ts'
import { unwrap } from '#platform/unwrap.ts'
import type { OwnListing } from './product-import.ts'
import type { TableParameters } from './table-parameters.ts'
import { nameFilters } from './table-search.ts'

export const productsPerPage = 25

function selectRows(client: Backend, userId: string) {
  return client
    .from('products')
    .select(
      'id, name, image, price, min_price, max_price, product_type, category, stock, is_made_to_order, is_bestseller, status, takedown_reason, allergens, allergens_declared, unanswered_allergens, updated_at, shop:shops!inner()',
      { count: 'exact' },
    )
    .eq('shop.user_id', userId)
}

export type ProductRow = Omit<QueryData<ReturnType<typeof selectRows>>[number], 'shop'>

export interface ProductPage {
  readonly rows: readonly ProductRow[]
  readonly total: number
}

const sortColumns = {
  name: ['name'],
  price: ['price', 'min_price'],
  category: ['category'],
  stock: ['stock'],
  status: ['is_bestseller'],
  newest: ['created_at'],
} as const

export function productPageQuery(app: AppContext, userId: string, parameters: TableParameters) {
  const { sort, isDescending, page } = parameters
  return queryOptions({
    queryKey: sellerProductKeys.page(userId, parameters),
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<ProductPage> => {
      let query = filteredRows(await app.supabase(), userId, parameters)
      for (const column of sortColumns[sort])
        query = query.order(column, { ascending: !isDescending, nullsFirst: false })
      const from = (page - 1) * productsPerPage
      const response = await query
        .order('id')
        .range(from, from + productsPerPage - 1)
        .abortSignal(signal)
      // PostgREST responds 416 to a page beyond the end, for example after its last product was deleted.
      if (response.status === 416) return { rows: [], total: await countProducts(app, userId, parameters) }
      return { rows: unwrap(response), total: response.count ?? 0 }
    },
  })
}

function filteredRows(client: Backend, userId: string, { text, show }: TableParameters) {
  let query = selectRows(client, userId)
  for (const filter of nameFilters(text)) query = query.or(filter)
  if (show === 'undeclared') return query.eq('allergens_declared', false)
  return show === 'all' ? query : query.eq('status', show)
}

async function countProducts(app: AppContext, userId: string, parameters: TableParameters): Promise<number> {
  return readCount(app, (client) => filteredRows(client, userId, parameters).limit(1))
}

export function useProductPage(parameters: TableParameters) {
  return useQuery(productPageQuery(useApp(), useMember().id, parameters))
}

/** The quantity of a product held by pending checkouts, and when the last hold expires. */
export interface HeldStock {
  readonly quantity: number
  readonly until: Date
}

const heldStockPollMs = 60_000

/** Held stock of the seller's products, by product id. */
export function heldStockQuery(app: AppContext, userId: string) {
  return queryOptions({
    queryKey: sellerProductKeys.heldStock(userId),
    refetchInterval: heldStockPollMs,
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, HeldStock>> => {
      const rows = await read(app, (client) => client.rpc('held_stock').abortSignal(signal))
      return new Map(
        rows.map(({ product_id, quantity, until }): [string, HeldStock] => [
          product_id,
          { quantity, until: new Date(until) },
        ]),
      )
    },
  })
}

function selectProducts(client: Backend) {
  return client
    .from('products')
    .select(
      `*, images:product_images(image, position), variations:product_variations(name, price_delta, stock, allergens, ingredients, replaces, net_quantity, position),
      option_groups:product_option_groups(id, name, is_required, max_choices, position,
        choices:product_option_choices(id, name, price_delta, stock, allergens, ingredients, replaces, net_quantity, position)),
      questions:product_questions(id, name, is_required, max_length, price, position)`,
    )
    .order('position', { referencedTable: 'images' })
    .order('position', { referencedTable: 'variations' })
    .order('position', { referencedTable: 'option_groups' })
    .order('position', { referencedTable: 'option_groups.choices' })
    .order('position', { referencedTable: 'questions' })
}

export type OwnProduct = QueryData<ReturnType<typeof selectProducts>>[number]

/** Null if the seller's shop has no such product. Never cached, because the form must start from the saved values. */
export function ownProductQuery(app: AppContext, userId: string, shopId: string, id: string) {
  return queryOptions({
    queryKey: sellerProductKeys.one(userId, shopId, id),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    queryFn: () => fetchOwnProduct(app, shopId, id),
  })
}

export async function fetchOwnProduct(app: AppContext, shopId: string, id: string): Promise<OwnProduct | null> {
  if (!isUuid(id)) return null
  return readOptional(app, (client) => selectProducts(client).eq('id', id).eq('shop_id', shopId).maybeSingle())
}

/** More ids would make the address of the request too long. */
const maxIdsInUrl = 100

/** Paid orders that are not handed over yet. */
export interface OpenOrders {
  readonly count: number
  /** How many of them the seller has entered: their customers have no account, so nobody else can tell them anything. */
  readonly untold: number
  /** The ids of the first of these. */
  readonly firstUntold: readonly { readonly id: string; readonly number: string }[]
}

const maxLinkedOrders = 5

/** Open orders that contain one of the products. Of more than a hundred products: all open orders. */
export async function fetchOpenOrders(
  app: AppContext,
  shopId: string,
  productIds: readonly string[],
  signal = new AbortController().signal,
): Promise<OpenOrders> {
  const client = await app.supabase()
  const select = () => {
    const open = client
      .from('orders')
      .select('id, number, items:order_items!inner()', { count: 'exact' })
      .eq('shop_id', shopId)
      .not('paid_at', 'is', null)
      .in('status', ['processing', 'ready', 'shipped'])
      // The declaration of a quote stays as it was agreed.
      .eq('items.has_own_declaration', false)
      .order('due_at')
      .order('id')
      .limit(maxLinkedOrders)
      .abortSignal(signal)
    return productIds.length > maxIdsInUrl ? open : open.in('items.product_id', productIds)
  }
  const [all, untold] = await Promise.all([select(), select().is('buyer_id', null)])
  const firstUntold = unwrap(untold).map(({ id, number }) => ({ id, number }))
  unwrap(all)
  return { count: all.count ?? 0, untold: untold.count ?? 0, firstUntold }
}

export function openOrdersQuery(app: AppContext, userId: string, shopId: string, id: string) {
  return queryOptions({
    queryKey: sellerProductKeys.openOrders(userId, shopId, id),
    staleTime: 0,
    queryFn: ({ signal }) => fetchOpenOrders(app, shopId, [id], signal),
  })
}

/** The backend's row limit. */
const batchSize = 500

/** All products, oldest first, for the export. */
export async function fetchAllProducts(app: AppContext, shopId: string): Promise<OwnProduct[]> {
  return inBatches((from) =>
    read(app, (client) =>
      selectProducts(client)
        .eq('shop_id', shopId)
        .order('created_at')
        .order('id')
        .range(from, from + batchSize - 1),
    ),
  )
}

/** The data of existing products that an import needs, by id. */
export async function fetchOwnListings(app: AppContext, shopId: string): Promise<ReadonlyMap<string, OwnListing>> {
  const rows = await inBatches((from) =>
    read(app, (client) =>
      client
        .from('products')
        .select(
          `id, status, product_type, allergens, allergen_answers, ingredients, allergens_declared, variations:product_variations(name, allergens, ingredients),
          option_groups:product_option_groups(name, choices:product_option_choices(name, allergens, ingredients))`,
        )
        .eq('shop_id', shopId)
        .order('id')
        .range(from, from + batchSize - 1),
    ),
  )
  return new Map(
    rows.map(({ id, allergens_declared: isDeclared, allergens, ...listing }) => [
      id,
      { ...listing, isDeclared, allergens: readAllergens(allergens) },
    ]),
  )
}

async function inBatches<Row>(fetchFrom: (from: number) => Promise<Row[]>): Promise<Row[]> {
  const all: Row[] = []
  for (;;) {
    const rows = await fetchFrom(all.length)
    all.push(...rows)
    if (rows.length < batchSize) return all
  }
}
