/** Sellers, products, buyers and payments on a running server, over HTTP only. */

import { randomUUID } from 'node:crypto'
import { createClient, FunctionsHttpError, type SupabaseClient } from '@supabase/supabase-js'
import { WebSocket } from 'ws'
import { z } from 'zod'
import type { Database, Json } from '#domain/database.generated'
import { sellerTermsVersion } from '#domain/selling/seller-terms'
import { allFree } from '../declarations.ts'
import { noSession, type RunningServer } from '../harness.ts'

// supabase-js requires a WebSocket implementation, which Node 20 lacks.
Reflect.set(globalThis, 'WebSocket', WebSocket)

export type Client = SupabaseClient<Database>

export interface Shop {
  readonly id: string
  readonly name: string
  readonly owner: Client
  /** A £10 product, free from all allergens. */
  readonly productId: string
}

export interface Member {
  readonly id: string
  readonly email: string
  readonly client: Client
}

export interface Buyer extends Member {
  readonly addressId: string
}

export interface Placed {
  readonly checkoutId: string
  readonly total: number
}

const password = 'proving-dough-at-dawn'
const placedSchema = z.object({ checkout_id: z.string(), total: z.number() })
const urlSchema = z.object({ url: z.string() })

export const serviceOf = (server: RunningServer): Client =>
  createClient<Database>(server.url, server.serviceKey, noSession)

/**
 * A client with the public key.
 * @param from its address, where the server trusts its proxy
 */
export const visitorOf = (server: RunningServer, from?: string): Client =>
  createClient<Database>(server.url, server.anonKey, {
    ...noSession,
    ...(from === undefined ? {} : { global: { headers: { 'x-forwarded-for': from } } }),
  })

export async function newMember(server: RunningServer, name: string, from?: string): Promise<Member> {
  const email = `${randomUUID().slice(0, 8)}@example.com`
  const made = await serviceOf(server).auth.admin.createUser({
    email,
    password,
    email_confirm: true,
    user_metadata: { name },
  })
  if (made.error) throw made.error
  return { id: made.data.user.id, email, client: await signIn(server, email, from) }
}

/** Reconnects after a restart: sessions remain, but the port changes. */
export async function signIn(server: RunningServer, email: string, from?: string): Promise<Client> {
  const client = visitorOf(server, from)
  const { error } = await client.auth.signInWithPassword({ email, password })
  if (error) throw error
  return client
}

async function sessionOf({ auth }: Client) {
  const { session } = (await auth.getSession()).data
  if (!session) throw new Error('The client is not signed in')
  return session
}

/** The access token of a signed-in client. */
export const tokenOf = async (client: Client): Promise<string> => (await sessionOf(client)).access_token

export const memberIdOf = async (client: Client): Promise<string> => (await sessionOf(client)).user.id

export async function openShop(server: RunningServer, name: string, stock = 1_000): Promise<Shop> {
  const { id: owner, client } = await newMember(server, name)
  const service = serviceOf(server)
  const shop = {
    user_id: owner,
    name,
    slug: `${name.toLowerCase()}-${owner.slice(0, 8)}`,
    description: 'Good things, made at home.',
    category: 'Cakes',
  }
  const { id } = unwrap(await service.from('shops').insert(shop).select('id').single())
  unwrap(await client.rpc('accept_seller_terms', { version: sellerTermsVersion }))
  const product = { shop_id: id, name: `Cake of ${name}`, price: 10, stock, category: 'Cakes', allergens: allFree }
  const { id: productId } = unwrap(await service.from('products').insert(product).select('id').single())
  return { id, name, owner: client, productId }
}

export async function newBuyer(server: RunningServer, from?: string): Promise<Buyer> {
  const { id, email, client } = await newMember(server, 'buyer', from)
  const address = {
    user_id: id,
    full_name: 'Bea Buyer',
    address_line1: '1 High Street',
    city: 'London',
    postal_code: 'N1 9GU',
    lat: 51.5,
    lon: -0.1,
  }
  const { id: addressId } = unwrap(await client.from('user_addresses').insert(address).select('id').single())
  return { id, client, addressId, email }
}

/** The order that `place` requests. */
export function orderOf(buyer: Buyer, lines: readonly (readonly [Shop, number])[]) {
  return {
    address_id: buyer.addressId,
    allergens_acknowledged: true,
    shops: lines.map(([shop, quantity]) => ({
      shop_id: shop.id,
      fulfilment: 'delivery',
      items: [{ product_id: shop.productId, quantity }],
    })),
  }
}

/** Places an order. A repeated key returns the first order again. */
export const place = (buyer: Buyer, lines: readonly (readonly [Shop, number])[], key?: string): Promise<Placed> =>
  placeOrder(buyer, orderOf(buyer, lines), key)

export async function placeOrder({ client }: Member, order: Json, key: string = randomUUID()): Promise<Placed> {
  const response = unwrap(await client.rpc('place_order', { order, idempotency_key: key }))
  const { checkout_id, total } = placedSchema.parse(response)
  return { checkoutId: checkout_id, total }
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** Accepts a new quote of the shop: £100 with a deposit of 30 %. */
export async function placeQuote(buyer: Buyer, shop: Shop): Promise<Placed> {
  const seller_id = await memberIdOf(shop.owner)
  const room = { buyer_id: buyer.id, seller_id, product_id: shop.productId }
  const { id: room_id } = unwrap(await buyer.client.from('chat_rooms').insert(room).select('id').single())
  const terms = {
    lines: [{ text: 'Tower', quantity: 1, price: 100 }],
    deposit: { percent: 30 },
    wanted_on: inDays(20),
    balance_due_on: inDays(10),
  }
  unwrap(await shop.owner.rpc('send_quote', { room_id, brief_version: 0, quote_version: 0, terms }))
  const items = [{ product_id: shop.productId, quantity: 1, chat_room_id: room_id, quote_version: 1 }]
  return placeOrder(buyer, {
    address_id: buyer.addressId,
    allergens_acknowledged: true,
    shops: [{ shop_id: shop.id, fulfilment: 'delivery', items }],
  })
}

/**
 * The payment page of a checkout.
 * @throws the function's refusal
 */
export async function payPage({ client }: Member, checkoutId: string): Promise<string> {
  const { data, error } = await client.functions.invoke('checkout', { body: { checkout_id: checkoutId } })
  if (error instanceof FunctionsHttpError)
    throw new Error(`checkout responded with ${error.context.status}: ${await error.context.text()}`, { cause: error })
  if (error) throw error
  return urlSchema.parse(data).url
}

/** Pays with the test provider's successful card. */
export async function pay(buyer: Member, checkoutId: string): Promise<void> {
  const session = (await payPage(buyer, checkoutId)).replace(/^\/pay\//, '')
  const { error } = await buyer.client.functions.invoke('test-payment', { body: { session, card: 'good' } })
  if (error) throw error
}

/**
 * Orders from a shop, pays, and completes the delivery.
 * @returns the order and its items
 */
export async function receive(
  buyer: Buyer,
  shop: Shop,
  order: Json = orderOf(buyer, [[shop, 1]]),
): Promise<{ id: string; items: string[] }> {
  const { checkoutId, total } = await placeOrder(buyer, order)
  if (total > 0) await pay(buyer, checkoutId)
  const placed = buyer.client.from('orders').select('id, order_items(id)').eq('checkout_id', checkoutId).single()
  const { id, order_items: items } = unwrap(await placed)
  for (const status of ['shipped', 'delivered']) unwrap(await shop.owner.rpc('advance_order', { order_id: id, status }))
  return { id, items: items.map((item) => item.id) }
}

/**
 * Calls a function as the scheduler does, with the service key.
 * @returns the status of the response
 */
export async function callFunction({ url, serviceKey }: RunningServer, name: string): Promise<number> {
  const headers = { authorization: `Bearer ${serviceKey}` }
  const response = await fetch(`${url}/functions/v1/${name}`, { method: 'POST', headers })
  await response.text()
  return response.status
}

export async function statusOf(server: RunningServer, checkoutId: string): Promise<string> {
  return unwrap(await serviceOf(server).from('checkouts').select('status').eq('id', checkoutId).single()).status
}

/** Expires all pending checkouts, as if their 30 minutes were over. */
export async function expireAll(server: RunningServer): Promise<void> {
  const service = serviceOf(server)
  const past = new Date(Date.now() - 60_000).toISOString()
  unwrap(await service.from('checkouts').update({ expires_at: past }).eq('status', 'pending').select('id'))
  // A call expires a batch.
  while (unwrap(await service.rpc('expire_checkouts', {})) > 0);
}

export function unwrap<Data>({ data, error }: { data: Data; error: unknown }): NonNullable<Data> {
  if (error || data === null || data === undefined) throw error ?? new Error('The response has no data')
  return data
}
