/** Buyers, sellers and visitors who use the marketplace over HTTP, all at once, and record each write that was answered with success. */
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { FunctionsHttpError } from '@supabase/supabase-js'
import { z } from 'zod'
import type { Json } from '#domain/database.generated'
import { addDays, londonTime } from '#domain/values/calendar'
import type { TestServer } from '../harness.ts'
import {
  type Buyer,
  type Client,
  orderOf,
  payPage,
  placeOrder,
  placeQuote,
  type Shop,
  unwrap,
  visitorOf,
} from '../payments/market-fixtures.ts'
import type { StripeServer } from '../payments/stripe-server.ts'
import type { AnsweredWrites } from './answered-writes.ts'
import { type Conversation, handOverDay, type Market, pickupHours } from './market.ts'
import type { Random } from './random.ts'

export type Provider = 'stripe' | 'test'

export interface TrafficOptions {
  readonly server: TestServer
  readonly market: Market
  readonly writes: AnsweredWrites
  readonly stripe: StripeServer
  readonly provider: Provider
  readonly random: Random
}

export interface Traffic {
  /** The server is about to be killed: from now on requests may fail. */
  expectFailures(): void
  /** Lets open requests end and starts no more. */
  stop(): Promise<void>
  /** Failures that no kill explains. */
  readonly failures: readonly string[]
  /** Requests that a rule refused, such as a sold-out product. */
  refused(): number
}

/** What a client does once. */
type Action = () => Promise<void>

const pages = ['/', '/products', '/drops', '/shops']

export function startTraffic(options: TrafficOptions): Traffic {
  const { market, server, random } = options
  const failures: string[] = []
  let refused = 0
  let isStopping = false
  let mayFail = false

  const repeat = async (name: string, weighted: readonly (readonly [weight: number, action: Action])[]) => {
    const choices = weighted.flatMap(([weight, action]) => Array.from({ length: weight }, () => action))
    while (!isStopping) {
      const couldFail = mayFail
      try {
        await random.pick(choices)()
      } catch (error) {
        if (isRefusal(error)) refused += 1
        else if (!couldFail && !mayFail) failures.push(`${name}: ${textOf(error)}`)
        else await sleep(10)
      }
    }
  }

  const buyers = market.buyers.map((buyer, n) => {
    const acts = actionsOf(options, buyer)
    const conversation = market.conversations[n]
    return repeat('a buyer', [
      [4, acts.orderDelivery],
      [3, acts.orderPickup],
      [5, acts.orderFromDrop],
      [2, acts.cancel],
      [2, acts.payQuote],
      [2, () => upload(options, buyer.client, 'profile_images', buyer.id)],
      [1, () => replaceObject(options, buyer.client, buyer.id)],
      ...(conversation ? ([[3, () => sendMessage(options, conversation, buyer.id, buyer.client)]] as const) : []),
    ])
  })
  const sellers = [market.bakery, market.kitchen].map((shop) => {
    const own = market.conversations.filter(({ seller }) => seller === shop)
    return repeat('a seller', [
      [4, () => saveProduct(options, shop, shop.productId)],
      [2, () => announceDrop(options, shop)],
      [1, () => advanceOrder(options, shop)],
      ...(own.length > 0
        ? ([
            [
              3,
              async () => {
                const conversation = random.pick(own)
                await sendMessage(options, conversation, conversation.sellerId, shop.owner)
              },
            ],
          ] as const)
        : []),
    ])
  })
  const visitors = [
    repeat('a visitor', [
      [1, () => browse(server, random.pick(pages))],
      [1, () => search(server)],
    ]),
    repeat('a new member', [[1, () => register(options)]]),
  ]
  const clients = [...buyers, ...sellers, ...visitors]
  return {
    failures,
    refused: () => refused,
    expectFailures() {
      mayFail = true
    },
    async stop() {
      isStopping = true
      await Promise.all(clients)
    },
  }
}

async function browse({ url }: TestServer, path: string): Promise<void> {
  const response = await fetch(url + path)
  await response.text()
  if (response.status >= 500) throw new Error(`GET ${path} was answered with ${response.status}`)
}

async function search(server: TestServer): Promise<void> {
  unwrap(await visitorOf(server).rpc('search_products', { page_size: 12 }))
}

/** By hand, because supabase-js prints each lost connection. */
async function register({ server, writes }: TrafficOptions): Promise<void> {
  const email = `${randomUUID()}@example.com`
  const response = await fetch(`${server.url}/auth/v1/signup`, {
    method: 'POST',
    headers: { apikey: server.anonKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'proving-dough-at-dawn', data: { name: 'New' } }),
  })
  if (!response.ok) throw new Error(`signup responded with ${response.status}: ${await response.text()}`)
  writes.add('registration', z.object({ id: z.string() }).parse(await response.json()).id, email)
}

async function sendMessage(
  { writes }: TrafficOptions,
  conversation: Conversation,
  sender: string,
  client: Client,
): Promise<void> {
  const id = randomUUID()
  const message = { id, chat_room_id: conversation.id, sender_id: sender, content: `Message ${id}`, type: 'message' }
  const { error } = await client.from('chat_messages').insert(message)
  if (error) throw error
  writes.add('message', id, message.content)
}

/** Uploads a picture under a new name. */
async function upload(
  { writes, random }: TrafficOptions,
  client: Client,
  bucket: string,
  folder: string,
): Promise<void> {
  const name = `${folder}/${randomUUID()}.png`
  const bytes = pngOf(random.below(random.below(4) === 0 ? 1_000_000 : 20_000))
  const { error } = await client.storage.from(bucket).upload(name, bytes, { contentType: 'image/png' })
  if (error) throw error
  writes.add('object', `${bucket}/${name}`, `"${digestOf(bytes)}"`)
}

let edits = 0

/** Replaces a picture by another one. */
async function replaceObject({ writes, random }: TrafficOptions, client: Client, folder: string): Promise<void> {
  edits += 1
  const edit = edits
  const name = `${folder}/avatar.png`
  const upserted = { contentType: 'image/png', upsert: true, metadata: { edit } }
  const { error } = await client.storage.from('profile_images').upload(name, pngOf(random.below(20_000)), upserted)
  if (error) throw error
  writes.add('replaced object', `profile_images/${name}`, String(edit))
}

async function saveProduct({ writes }: TrafficOptions, shop: Shop, id: string): Promise<void> {
  edits += 1
  const edit = edits
  unwrap(await shop.owner.rpc('save_product', { product: { id, description: `Edit ${edit}` } }))
  writes.add('product', id, String(edit))
}

/** Moves the oldest paid order of a shop that delivers one step on. */
async function advanceOrder({ writes }: TrafficOptions, shop: Shop): Promise<void> {
  const oldest = shop.owner.from('orders').select('id').eq('shop_id', shop.id).eq('status', 'processing')
  const { data } = await oldest.eq('fulfilment', 'delivery').order('created_at').limit(1).maybeSingle()
  if (!data) return
  unwrap(await shop.owner.rpc('advance_order', { order_id: data.id, status: 'shipped' }))
  writes.add('order step', data.id, 'shipped')
}

async function addProduct(
  { market, writes }: Pick<TrafficOptions, 'market' | 'writes'>,
  shop: Shop,
  values: { readonly stock: number; readonly available_for_pickup?: boolean },
): Promise<string> {
  const { allergens } = unwrap(await shop.owner.from('products').select('allergens').eq('id', shop.productId).single())
  const product = { name: `Cake ${randomUUID()}`, price: 3, category: 'Cakes', allergens, status: 'active', ...values }
  const saved = await shop.owner.rpc('save_product', { product: { ...product, description: 'Edit 0' } })
  const { id } = z.object({ id: z.string() }).parse(unwrap(saved))
  market.stock.set(id, values.stock)
  writes.add('product', id, '0')
  return id
}

/** Announces a drop of a new product that is open at once. Half of them are deleted again while buyers order. */
async function announceDrop({ market, writes, random }: TrafficOptions, shop: Shop): Promise<void> {
  const title = `Drop ${randomUUID()}`
  const productId = await addProduct({ market, writes }, shop, { stock: 0, available_for_pickup: true })
  const details = {
    title,
    opens_at: localTime(-60_000),
    cut_off: localTime(86_400_000),
    max_per_buyer: 2,
    is_published: true,
    items: [{ product_id: productId, stock: 5 }],
    slots: [{ fulfilment: 'pickup', on_date: handOverDay(), ...pickupHours, max_orders: 3 }],
  }
  const id = String(unwrap(await shop.owner.rpc('save_drop', { drop: details })))
  writes.add('drop', id, title)
  market.drops.push({ id, productId, shop })
  if (random.below(2) === 0) return
  await sleep(random.below(100))
  writes.forget('drop', id)
  const deleted = await shop.owner.from('drops').delete().eq('id', id).select('id')
  if (deleted.error) throw deleted.error
  // The policy refuses to delete a drop with orders, so no row is returned.
  if (deleted.data.length === 0) writes.add('drop', id, title)
  else writes.add('drop deletion', id)
}

/** The purchases of a buyer. */
function actionsOf(options: TrafficOptions, buyer: Buyer) {
  const { market, writes, random, provider, stripe, server } = options
  const paid = market.paid.get(buyer.id) ?? []

  const payFor = async (checkoutId: string) => {
    const url = await payPage(buyer, checkoutId)
    if (url.includes('payment=done')) return
    const session = url.slice(url.lastIndexOf('/') + 1)
    if (provider === 'test') {
      const { error } = await buyer.client.functions.invoke('test-payment', { body: { session, card: 'good' } })
      if (error) throw error
    } else {
      // The provider's page outlives the server. The provider takes the money before it calls the webhook.
      if (stripe.sessions.get(session)?.status !== 'open') return
      const status = await stripe.deliver(`${server.url}/functions/v1/payment-webhook`, stripe.pay(session))
      // 0 without a response.
      if (status !== 200) throw new Error(`payment-webhook answered ${status}`)
    }
    writes.add('payment', checkoutId, provider)
    paid.push(checkoutId)
  }

  /** Places an order. One whose answer was lost is placed again first, with its key, as the web app does. */
  const order = async (details: Json) => {
    const wanted = market.unanswered.get(buyer.id) ?? { details, key: randomUUID() }
    market.unanswered.set(buyer.id, wanted)
    const placed = await placeOrder(buyer, wanted.details, wanted.key).catch((error: unknown) => {
      if (isRefusal(error)) market.unanswered.delete(buyer.id)
      throw error
    })
    market.unanswered.delete(buyer.id)
    writes.add('order', placed.checkoutId, String(placed.total))
    return { checkoutId: placed.checkoutId, isRetry: wanted.details !== details }
  }

  const payMostly = async (checkoutId: string) => {
    if (random.below(20) > 0) return payFor(checkoutId)
    const { error } = await buyer.client.rpc('cancel_checkout', { checkout_id: checkoutId })
    if (error) throw error
  }

  return {
    orderDelivery: async () =>
      payMostly((await order(orderOf(buyer, [[market.bakery, 1 + random.below(3)]]))).checkoutId),

    orderPickup: async () => {
      const date = addDays(handOverDay(), random.below(9))
      const items = [{ product_id: market.kitchen.productId, quantity: 1 }]
      const shops = [{ shop_id: market.kitchen.id, fulfilment: 'pickup', pickup: { date, ...pickupHours }, items }]
      await payMostly((await order({ shops, allergens_acknowledged: true })).checkoutId)
    },

    orderFromDrop: async () => {
      const drop = market.drops.at(-1 - random.below(Math.min(3, market.drops.length || 1)))
      if (!drop) return
      const items = [{ product_id: drop.productId, quantity: 1 }]
      const pickup = { date: handOverDay(), ...pickupHours }
      const shops = [{ shop_id: drop.shop.id, fulfilment: 'pickup', pickup, items }]
      const { checkoutId, isRetry } = await order({ shops, allergens_acknowledged: true })
      if (!isRetry) writes.add('drop order', checkoutId, drop.id)
      await payMostly(checkoutId)
    },

    cancel: async () => {
      const checkoutId = paid.splice(random.below(paid.length), 1)[0]
      if (!checkoutId) return
      const orders = unwrap(await buyer.client.from('orders').select('id').eq('checkout_id', checkoutId))
      for (const { id } of orders) {
        unwrap(await buyer.client.rpc('cancel_order', { order_id: id }))
        writes.add('cancellation', id)
      }
    },

    payQuote: async () => {
      // A buyer has one conversation about a product.
      const productId = await addProduct(options, market.bakery, { stock: 10 })
      const { checkoutId, total } = await placeQuote(buyer, { ...market.bakery, productId })
      writes.add('order', checkoutId, String(total))
      await payFor(checkoutId)
      if (provider !== 'test') return
      const { id } = unwrap(await buyer.client.from('orders').select('id').eq('checkout_id', checkoutId).single())
      const page = await buyer.client.functions.invoke<{ url: string }>('checkout', { body: { balance_of: id } })
      if (page.error) throw page.error
      const session = page.data?.url.slice('/pay/'.length)
      const { error } = await buyer.client.functions.invoke('test-payment', { body: { session, card: 'good' } })
      if (error) throw error
      writes.add('balance', id)
    },
  }
}

/** London's time, as forms send it. */
function localTime(offsetMs: number): string {
  const { date, time } = londonTime(new Date(Date.now() + offsetMs))
  return `${date}T${time}`
}

export const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex').slice(0, 32)

/** A picture of one pixel with random bytes behind its end, which image readers ignore. */
function pngOf(extraBytes: number): Buffer {
  return Buffer.concat([onePixel, randomBytes(extraBytes)])
}

const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** Whether the server refused the request by a rule. A deadlock, a lost connection or an error of the server is no refusal. */
function isRefusal(error: unknown): boolean {
  if (error instanceof FunctionsHttpError) return error.context.status < 500
  if (error instanceof Error && /responded with 4\d\d/.test(error.message)) return true
  if (typeof error !== 'object' || error === null) return false
  if ('status' in error && typeof error.status === 'number' && error.status > 0) return error.status < 500
  return 'code' in error && typeof error.code === 'string' && /^(PT4|P0001|42501|2[23]|PGRST116)/.test(error.code)
}

function textOf(error: unknown): string {
  if (error instanceof FunctionsHttpError) return `a function answered ${error.context.status}`
  if (typeof error === 'object' && error !== null && 'message' in error) {
    const code = 'code' in error ? `${error.code} ` : ''
    return `${code}${error.message}`
  }
  return String(error)
}
