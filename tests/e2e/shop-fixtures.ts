/** Shops, products and members for one test, created with the service key; and helpers that read the database. */

import { randomUUID } from 'node:crypto'
import type { Database } from '#domain/database.generated'
import { sellerTermsVersion } from '#domain/seller-terms'
import { allFree } from '../declarations.ts'
import { password } from './members.ts'

type Tables = Database['public']['Tables']
type Insert<Table extends keyof Tables> = Tables[Table]['Insert']

export interface TestUser {
  readonly id: string
  readonly email: string
}

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

export async function createUser(name: string): Promise<TestUser> {
  const email = `${name.toLowerCase()}.${randomUUID().slice(0, 8)}@example.com`
  const response: unknown = await call('/auth/v1/admin/users', {
    email,
    password,
    email_confirm: true,
    user_metadata: { name },
  })
  return { id: readId(response), email }
}

export async function createAdministrator(): Promise<TestUser> {
  const person = await createUser('Admin')
  await call(`/auth/v1/admin/users/${person.id}`, { app_metadata: { role: 'admin' } }, 'PUT')
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
    await call(`/rest/v1/shop_records?shop_id=eq.${id}`, accepted, 'PATCH')
  }
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
      for (const [position, [variation, delta]] of Object.entries(variations).entries()) {
        await insertRow('product_variations', { product_id: product, name: variation, price_delta: delta, position })
      }
      return { id: product, path: `/product/${product}` }
    },
    async addPickupWindows(most) {
      for (const day of [0, 1, 2, 3, 4, 5, 6]) {
        const window = { shop_id: id, day_of_week: day }
        await insertRow('shop_pickup_schedules', {
          ...window,
          start_time: '09:00',
          end_time: '12:00',
          max_orders: most ?? null,
        })
        await insertRow('shop_pickup_schedules', { ...window, start_time: '13:00', end_time: '17:00' })
      }
      await call('/rest/v1/shop_pickup_places', {
        shop_id: id,
        address_line1: '7 Quiet Lane',
        city: 'Lerwick',
        postal_code: 'ZE1 0AA',
      })
    },
    async addPictures(productId, images) {
      for (const [position, image] of images.entries()) {
        await insertRow('product_images', { product_id: productId, image, position })
      }
    },
    async addPickupWindow(day, start, end) {
      await insertRow('shop_pickup_schedules', { shop_id: id, day_of_week: day, start_time: start, end_time: end })
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
  return readId(await call(`/rest/v1/${table}`, row))
}

/** Inserts rows in one request. */
export async function insertRows<Table extends keyof Tables>(table: Table, rows: Insert<Table>[]): Promise<void> {
  await call(`/rest/v1/${table}`, rows)
}

/** Selects rows of a table by a PostgREST query string. */
export async function selectRows(table: keyof Tables, query: string): Promise<unknown[]> {
  const rows: unknown = await call(`/rest/v1/${table}?${query}`)
  if (!Array.isArray(rows)) throw new Error(`Not an array of rows: ${JSON.stringify(rows)}`)
  return rows
}

/** Updates a row with the service key. */
export async function updateRow<Table extends keyof Tables>(
  table: Table,
  id: string,
  values: Tables[Table]['Update'],
): Promise<void> {
  await call(`/rest/v1/${table}?id=eq.${id}`, values, 'PATCH')
}

/** Calls a database function with the service key. */
export async function callRpc(name: keyof Database['public']['Functions'], values: object = {}): Promise<unknown> {
  return call(`/rest/v1/rpc/${name}`, values)
}

/** Invokes an edge function, as the scheduled job does. */
export async function invokeFunction(name: string): Promise<void> {
  await call(`/functions/v1/${name}`, {})
}

async function call(path: string, body?: object, method = body ? 'POST' : 'GET'): Promise<unknown> {
  const { E2E_URL, E2E_SERVICE_KEY = '' } = process.env
  const response = await fetch(`${E2E_URL}${path}`, {
    method,
    headers: {
      apikey: E2E_SERVICE_KEY,
      authorization: `Bearer ${E2E_SERVICE_KEY}`,
      'content-type': 'application/json',
      prefer: 'return=representation',
    },
    body: body && JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path} responded ${response.status}: ${await response.text()}`)
  return response.json()
}

function readId(response: unknown): string {
  const row: unknown = Array.isArray(response) ? response[0] : response
  if (typeof row === 'object' && row !== null && 'id' in row && typeof row.id === 'string') return row.id
  throw new Error(`No id in ${JSON.stringify(response)}`)
}
