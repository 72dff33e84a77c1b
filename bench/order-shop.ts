/** Creates shops and buyers with the service key for the benchmark of orders, and signs the buyers' tokens. */
import { randomUUID } from 'node:crypto'
import { sellerTermsVersion } from '#domain/selling/seller-terms'
import { createTokens } from '../backend/tokens.ts'
import { allFree } from '../tests/declarations.ts'
import { jwtSecret, type TestServer } from '../tests/harness.ts'

export interface Buyer {
  readonly id: string
  readonly token: string
  readonly addressId: string
}

export interface Shop {
  readonly id: string
  readonly products: readonly string[]
}

type Row = Record<string, unknown>

const tokens = createTokens(jwtSecret)

async function send(server: TestServer, path: string, body: unknown, method = 'POST'): Promise<void> {
  const headers = {
    apikey: server.serviceKey,
    authorization: `Bearer ${server.serviceKey}`,
    'content-type': 'application/json',
  }
  const response = await fetch(server.url + path, { method, headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
}

async function newAccount(server: TestServer): Promise<string> {
  const id = randomUUID()
  await send(server, '/auth/v1/admin/users', { id, email: `${id}@example.test`, email_confirm: true })
  return id
}

export async function newBuyers(server: TestServer, count: number): Promise<Buyer[]> {
  const buyers: Buyer[] = []
  for (let n = 0; n < count; n += 1) {
    const id = await newAccount(server)
    const token = await tokens.sign({
      sub: id,
      role: 'authenticated',
      aud: 'authenticated',
      exp: Math.floor(Date.now() / 1000) + 3600,
    })
    buyers.push({ id, token, addressId: randomUUID() })
  }
  await send(
    server,
    '/rest/v1/user_addresses',
    buyers.map(({ id, addressId }) => ({
      id: addressId,
      user_id: id,
      full_name: 'Bo Buyer',
      address_line1: '1 High Street',
      city: 'London',
      postal_code: 'SE1 9SG',
    })),
  )
  return buyers
}

/** Creates a shop with stock and a daily pickup window for up to `maxOrders` orders. */
export async function openShop(
  server: TestServer,
  { products: count, stock, maxOrders }: { products: number; stock: number; maxOrders: number | null },
): Promise<Shop> {
  const owner = await newAccount(server)
  const id = randomUUID()
  const shop: Row = { id, user_id: owner, name: 'Bench', slug: `bench-${id.slice(0, 8)}`, category: 'Other' }
  await send(server, '/rest/v1/shops', { ...shop, description: 'Baked for the benchmark.' })
  const accepted = { terms_version: sellerTermsVersion, terms_accepted_at: new Date().toISOString() }
  await send(server, `/rest/v1/shop_records?shop_id=eq.${id}`, accepted, 'PATCH')
  const products = Array.from({ length: count }, () => randomUUID())
  await send(
    server,
    '/rest/v1/products',
    products.map((product, n) => ({
      id: product,
      shop_id: id,
      name: `Pie ${n}`,
      price: 3.5,
      stock,
      category: 'Meals',
      allergens: allFree,
      available_for_pickup: true,
    })),
  )
  await send(
    server,
    '/rest/v1/shop_pickup_schedules',
    Array.from({ length: 7 }, (_, day_of_week) => ({
      shop_id: id,
      day_of_week,
      start_time: '09:00',
      end_time: '17:00',
      max_orders: maxOrders,
    })),
  )
  return { id, products }
}

/** The body of a call of place_order with a new idempotency key. */
export function orderOf({
  shop,
  lines,
  buyer,
  pickupOn,
}: {
  shop: Shop
  lines: readonly string[]
  buyer: Buyer
  pickupOn?: string
}) {
  const items = lines.map((product_id) => ({ product_id, quantity: 1 }))
  const handOver = pickupOn
    ? { fulfilment: 'pickup', pickup: { date: pickupOn, start_time: '09:00', end_time: '17:00' } }
    : { fulfilment: 'delivery' }
  const order = {
    shops: [{ shop_id: shop.id, items, ...handOver }],
    address_id: buyer.addressId,
    allergens_acknowledged: true,
  }
  return JSON.stringify({ order, idempotency_key: randomUUID() })
}
