/** Shops, products and members for one test, created with the service key; and helpers that read the database. */

import type { Database } from '#domain/database.generated'
import { sellerTermsVersion } from '#domain/selling/seller-terms'
import { allFree } from '../declarations.ts'
import { createUser, type TestUser } from './members.ts'
import { callAsService, readId } from './service-api.ts'

type Tables = Database['public']['Tables']
type Insert<Table extends keyof Tables> = Tables[Table]['Insert']

export interface ShopFixture {
  readonly shop: { id: string; name: string; slug: string }
  readonly owner: TestUser
  /** Adds a product on sale, by default free from all allergens with five in stock. @returns its path and id */
  addProduct(
    values?: Partial<Insert<'products'>>,
    variations?: Record<string, number>,
  ): Promise<{ id: string; path: string }>
  addPictures(productId: string, images: string[]): Promise<void>
  /** Adds pickup windows on every day from 9:00 to 12:00 and from 13:00 to 17:00. @param most orders per morning window */
  addPickupWindows(most?: number): Promise<void>
  /** Adds a pickup window on a day of the week, 0 for Sunday. */
  addPickupWindow(day: number, start: string, end: string): Promise<void>
}

export async function createAdministrator(): Promise<TestUser> {
  const person = await createUser('Admin')
  await callAsService(`/auth/v1/admin/users/${person.id}`, { app_metadata: { role: 'admin' } }, 'PUT')
  return person
}

/** Far from the sample catalogue, so that products here stay out of other tests' listings. Shops without a place match everywhere. */
export const remotePlace = { town: 'Lerwick', lat: 60.15, lon: -1.14 }

/** @param terms the version of the terms that the owner has accepted; null keeps the shop pending */
export async function createShop(
  name = 'Test Kitchen',
  { terms = sellerTermsVersion }: { terms?: string | null } = {},
): Promise<ShopFixture> {
  const owner = await createUser('Baker')
  const slug = `kitchen-${owner.id.slice(0, 8)}`
  const id = await insertRow('shops', {
    user_id: owner.id,
    name,
    slug,
    description: 'Bakes for tests only, every day anew.',
    category: 'Other',
    ...remotePlace,
  })
  if (terms) {
    const accepted = { terms_version: terms, terms_accepted_at: new Date().toISOString() }
    await callAsService(`/rest/v1/shop_records?shop_id=eq.${id}`, accepted, 'PATCH')
  }
  const hours = (day: number, start: string, end: string) => ({
    shop_id: id,
    day_of_week: day,
    start_time: start,
    end_time: end,
  })
  return {
    owner,
    shop: { id, name, slug },
    async addProduct(values = {}, variations = {}) {
      const product = await insertRow('products', {
        shop_id: id,
        name: 'Plain bun',
        price: 3,
        stock: 5,
        category: 'Custom Orders',
        allergens: allFree,
        ...values,
      })
      const rows = Object.entries(variations).map(([variation, delta], position) => ({
        product_id: product,
        name: variation,
        price_delta: delta,
        position,
      }))
      if (rows.length > 0) await insertRows('product_variations', rows)
      return { id: product, path: `/product/${product}` }
    },
    async addPickupWindows(most) {
      const days = [0, 1, 2, 3, 4, 5, 6]
      await insertRows('shop_pickup_schedules', [
        ...days.map((day) => ({ ...hours(day, '09:00', '12:00'), max_orders: most ?? null })),
        ...days.map((day) => ({ ...hours(day, '13:00', '17:00'), max_orders: null })),
      ])
      await callAsService('/rest/v1/shop_pickup_places', {
        shop_id: id,
        address_line1: '7 Quiet Lane',
        city: 'Lerwick',
        postal_code: 'ZE1 0AA',
      })
    },
    async addPictures(productId, images) {
      await insertRows(
        'product_images',
        images.map((image, position) => ({ product_id: productId, image, position })),
      )
    },
    async addPickupWindow(day, start, end) {
      await insertRow('shop_pickup_schedules', hours(day, start, end))
    },
  }
}

interface Sale {
  /** An ISO timestamp. */
  readonly paidAt: string
  readonly quantity: number
  /** Unit price in pounds. */
  readonly price: number
}

/** Inserts a paid and delivered order. @returns its id */
export async function createSale(
  { shop }: ShopFixture,
  productId: string,
  { paidAt, quantity, price }: Sale,
): Promise<string> {
  const order = await insertRow('orders', {
    shop_id: shop.id,
    shop_name: shop.name,
    status: 'delivered',
    subtotal: quantity * price,
    paid_at: paidAt,
    created_at: paidAt,
  })
  await insertRow('order_items', { order_id: order, product_id: productId, name: 'As bought', price, quantity })
  return order
}

/** Inserts a row with the service key. @returns its id */
export async function insertRow<Table extends keyof Tables>(table: Table, row: Insert<Table>): Promise<string> {
  return readId(await callAsService(`/rest/v1/${table}`, row))
}

/** Inserts rows in one request. */
export async function insertRows<Table extends keyof Tables>(table: Table, rows: Insert<Table>[]): Promise<void> {
  await callAsService(`/rest/v1/${table}`, rows)
}

/** Selects rows of a table by a PostgREST query string. */
export async function selectRows(table: keyof Tables, query: string): Promise<unknown[]> {
  const rows: unknown = await callAsService(`/rest/v1/${table}?${query}`)
  if (!Array.isArray(rows)) throw new Error(`Not an array of rows: ${JSON.stringify(rows)}`)
  return rows
}

/** Updates a row with the service key. */
export async function updateRow<Table extends keyof Tables>(
  table: Table,
  id: string,
  values: Tables[Table]['Update'],
): Promise<void> {
  await callAsService(`/rest/v1/${table}?id=eq.${id}`, values, 'PATCH')
}

/** Calls a database function with the service key. */
export async function callRpc(name: keyof Database['public']['Functions'], values: object = {}): Promise<unknown> {
  return callAsService(`/rest/v1/rpc/${name}`, values)
}

/** Invokes an edge function, as the scheduled job does. */
export async function invokeFunction(name: string): Promise<void> {
  await callAsService(`/functions/v1/${name}`, {})
}
