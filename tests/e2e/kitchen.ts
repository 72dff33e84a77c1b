/** A seller of a test's own with products in every state, made with the secret key; and what the database then holds. */

import { randomUUID } from 'node:crypto'
import { allergens } from '#domain/allergens'
import type { Database } from '#domain/database.generated'
import { sellerTermsVersion } from '#domain/seller-terms'

type Tables = Database['public']['Tables']
type Insert<Table extends keyof Tables> = Tables[Table]['Insert']

export const password = 'proving-dough-at-dawn'

const allFree = Object.fromEntries(allergens.map(({ key }) => [key, 'free']))

export interface Person {
  readonly id: string
  readonly email: string
}

export interface Kitchen {
  readonly shop: { id: string; name: string; slug: string }
  readonly owner: Person
  /** A product on sale, free from everything, five in stock, unless said otherwise. @returns its address and id */
  product(
    values?: Partial<Insert<'products'>>,
    variations?: Record<string, number>,
  ): Promise<{ id: string; path: string }>
  pictures(productId: string, images: string[]): Promise<void>
  /** Hands over every day from nine to twelve and from one to five. @param most orders a morning */
  handsOver(most?: number): Promise<void>
  /** Opens the shop for pickup on a day of the week, 0 for Sunday. */
  pickup(day: number, start: string, end: string): Promise<void>
}

export async function newPerson(name: string): Promise<Person> {
  const email = `${name.toLowerCase()}.${randomUUID().slice(0, 8)}@example.com`
  const answer: unknown = await call('/auth/v1/admin/users', {
    email,
    password,
    email_confirm: true,
    user_metadata: { name },
  })
  return { id: idOf(answer), email }
}

export async function newAdministrator(): Promise<Person> {
  const person = await newPerson('Admin')
  await call(`/auth/v1/admin/users/${person.id}`, { app_metadata: { role: 'admin' } }, 'PUT')
  return person
}

/** Far from everywhere the sample is: what is sold there stays out of other tests' listings. What has no place is near everything. */
export const farAway = { town: 'Lerwick', lat: 60.15, lon: -1.14 }

/** @param terms what the owner has accepted; without any the shop stays pending */
export async function openKitchen(
  name = 'Test Kitchen',
  { terms = sellerTermsVersion }: { terms?: string | null } = {},
): Promise<Kitchen> {
  const owner = await newPerson('Baker')
  const slug = `kitchen-${owner.id.slice(0, 8)}`
  const id = await insert('shops', {
    user_id: owner.id,
    name,
    slug,
    description: 'Bakes for tests only, every day anew.',
    category: 'Other',
    ...farAway,
  })
  if (terms) {
    const accepted = { terms_version: terms, terms_accepted_at: new Date().toISOString() }
    await call(`/rest/v1/shop_records?shop_id=eq.${id}`, accepted, 'PATCH')
  }
  return {
    owner,
    shop: { id, name, slug },
    async product(values = {}, variations = {}) {
      const product = await insert('products', {
        shop_id: id,
        name: 'Plain bun',
        price: 3,
        stock: 5,
        category: 'Custom Orders',
        allergens: allFree,
        ...values,
      })
      for (const [position, [variation, delta]] of Object.entries(variations).entries()) {
        await insert('product_variations', { product_id: product, name: variation, price_delta: delta, position })
      }
      return { id: product, path: `/product/${product}` }
    },
    async handsOver(most) {
      for (const day of [0, 1, 2, 3, 4, 5, 6]) {
        const window = { shop_id: id, day_of_week: day }
        await insert('shop_pickup_schedules', {
          ...window,
          start_time: '09:00',
          end_time: '12:00',
          max_orders: most ?? null,
        })
        await insert('shop_pickup_schedules', { ...window, start_time: '13:00', end_time: '17:00' })
      }
      await call('/rest/v1/shop_pickup_places', {
        shop_id: id,
        address_line1: '7 Quiet Lane',
        city: 'Lerwick',
        postal_code: 'ZE1 0AA',
      })
    },
    async pictures(productId, images) {
      for (const [position, image] of images.entries()) {
        await insert('product_images', { product_id: productId, image, position })
      }
    },
    async pickup(day, start, end) {
      await insert('shop_pickup_schedules', { shop_id: id, day_of_week: day, start_time: start, end_time: end })
    },
  }
}

interface Sale {
  /** An instant. */
  readonly paidAt: string
  readonly quantity: number
  /** Pounds for one. */
  readonly price: number
}

/** An order of somebody's that was paid and delivered. @returns its id */
export async function sell({ shop }: Kitchen, productId: string, { paidAt, quantity, price }: Sale): Promise<string> {
  const order = await insert('orders', {
    shop_id: shop.id,
    shop_name: shop.name,
    status: 'delivered',
    subtotal: quantity * price,
    paid_at: paidAt,
    created_at: paidAt,
  })
  await insert('order_items', { order_id: order, product_id: productId, name: 'As bought', price, quantity })
  return order
}

/** A row put there with the secret key. @returns its id */
export async function insert<Table extends keyof Tables>(table: Table, row: Insert<Table>): Promise<string> {
  return idOf(await call(`/rest/v1/${table}`, row))
}

/** Many rows in one request. */
export async function insertMany<Table extends keyof Tables>(table: Table, rows: Insert<Table>[]): Promise<void> {
  await call(`/rest/v1/${table}`, rows)
}

/** Rows of a table that a query in PostgREST's dialect finds. */
export async function rowsOf(table: keyof Tables, query: string): Promise<unknown[]> {
  const rows: unknown = await call(`/rest/v1/${table}?${query}`)
  if (!Array.isArray(rows)) throw new Error(`not rows: ${JSON.stringify(rows)}`)
  return rows
}

/** Changes a row behind everybody's back. */
export async function change<Table extends keyof Tables>(
  table: Table,
  id: string,
  values: Tables[Table]['Update'],
): Promise<void> {
  await call(`/rest/v1/${table}?id=eq.${id}`, values, 'PATCH')
}

/** Calls a function of the database with the secret key. */
export async function run(name: keyof Database['public']['Functions'], values: object = {}): Promise<unknown> {
  return call(`/rest/v1/rpc/${name}`, values)
}

/** Has a function do what is due, as the database's scheduler does. */
export async function wake(name: string): Promise<void> {
  await call(`/functions/v1/${name}`, {})
}

async function call(path: string, body?: object, method = body ? 'POST' : 'GET'): Promise<unknown> {
  const { E2E_URL, E2E_SERVICE_KEY = '' } = process.env
  const answer = await fetch(`${E2E_URL}${path}`, {
    method,
    headers: {
      apikey: E2E_SERVICE_KEY,
      authorization: `Bearer ${E2E_SERVICE_KEY}`,
      'content-type': 'application/json',
      prefer: 'return=representation',
    },
    body: body && JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return answer.json()
}

function idOf(answer: unknown): string {
  const row: unknown = Array.isArray(answer) ? answer[0] : answer
  if (typeof row === 'object' && row !== null && 'id' in row && typeof row.id === 'string') return row.id
  throw new Error(`no id in ${JSON.stringify(answer)}`)
}
