/** What people do, as requests of a browser and of the web app's Supabase client. */
import { randomUUID } from 'node:crypto'
import { createClient, FunctionsHttpError, type SupabaseClient } from '@supabase/supabase-js'
import sharp from 'sharp'
import { WebSocket } from 'ws'
import { z } from 'zod'
import { productCategories } from '#domain/catalogue/categories'
import type { Database } from '#domain/database.generated'
import type { Random } from '../../tests/crash/random.ts'
import type { Listeners } from './listeners.ts'
import type { TrafficBuyer, TrafficMarket, TrafficSeller } from './market.ts'
import type { Transport } from './transport.ts'

// supabase-js requires a WebSocket implementation, which Node 20 lacks.
Reflect.set(globalThis, 'WebSocket', WebSocket)

export interface People {
  readonly market: TrafficMarket
  readonly transport: Transport
  readonly listeners: Listeners
  readonly random: Random
}

const words = [
  'cake',
  'sourdough',
  'chocolate',
  'brownie',
  'vegan cake',
  'birthday',
  'choclate',
  'bread',
  'gluten free',
]
const placedSchema = z.object({ checkout_id: z.string() })
const urlSchema = z.object({ url: z.string() })
/** The path of a stored picture, at the width that phones choose. */
export const renditionPath = (picture: string) => `/storage/v1/render/image/public/${picture}?width=640&quality=75`

/** Some places in London, so that searches differ. */
const placeNear = (random: Random) => ({ lat: 51.45 + random.next() / 10, lon: -0.15 + random.next() / 10 })

/** Each function does one thing once. @throws Error whose message is the reason, from a small set */
export async function createActions({ market, transport, listeners, random }: People) {
  const clients = new Map<string, SupabaseClient<Database>>()
  const clientOf = (token: string) => {
    const known = clients.get(token)
    if (known) return known
    const client = createClient<Database>(market.url, market.anonKey, {
      accessToken: async () => token,
      global: { fetch: transport.fetch },
    })
    clients.set(token, client)
    return client
  }
  const visitor = clientOf(market.anonKey)
  const photo = await newPhoto()
  /** Each seller moves one order at a time. */
  const advancing = new Set<string>()

  const page = async (path: string) => {
    const { status } = await transport.send(path, { headers: { accept: 'text/html', 'accept-encoding': 'br' } })
    if (status !== 200) throw new Error(String(status))
  }
  const file = async (path: string) => {
    const { status, body } = await transport.send(path, { headers: { accept: 'image/avif,image/webp,*/*' } })
    if (status !== 200 || body.length === 0) throw new Error(String(status))
  }
  const asBuyer =
    (act: (client: SupabaseClient<Database>, buyer: TrafficBuyer) => Promise<void>) => (): Promise<void> => {
      const buyer = random.pick(market.buyers)
      return act(clientOf(buyer.token), buyer)
    }
  const asSeller =
    (act: (client: SupabaseClient<Database>, seller: TrafficSeller) => Promise<void>) => (): Promise<void> => {
      const seller = random.pick(market.sellers)
      return act(clientOf(seller.token), seller)
    }

  return {
    home: () => page('/'),
    category: () => page(`/category/${encodeURIComponent(random.pick(productCategories))}`),
    product: () => page(`/product/${random.pick(market.products)}`),
    shop: () => page(`/shop/${random.pick(market.shopSlugs)}`),
    searchPage: () => page(`/search?q=${encodeURIComponent(random.pick(words))}`),
    picture: () => file(renditionPath(random.pick(market.pictures))),

    search: async () => {
      const request = { q: random.pick(words), ...placeNear(random), radius_miles: 10, page_size: 24 }
      unwrap(await visitor.rpc('search_products', request))
    },
    suggest: async () => {
      const word = random.pick(words)
      const q = word.slice(0, 2 + random.below(word.length - 2))
      unwrap(await visitor.rpc('suggest_products', { q, ...placeNear(random), radius_miles: 10 }))
    },

    signIn: async () => {
      const headers = { apikey: market.anonKey, 'content-type': 'application/json' }
      const body = JSON.stringify(random.pick(market.signIns))
      const { status } = await transport.send('/auth/v1/token?grant_type=password', { method: 'POST', headers, body })
      if (status !== 200) throw new Error(String(status))
    },
    readBasket: asBuyer(async (client, { id }) => {
      unwrap(await client.from('basket_lines').select().eq('user_id', id).order('created_at').order('id'))
    }),
    readOrders: asBuyer(async (client, { id }) => {
      const orders = client
        .from('orders')
        .select(
          `id, status, shop_id, shop_name, fulfilment, pickup_date, pickup_start, pickup_end,
          delivery_date, delivery_start, delivery_end, agreed_on, total_amount, created_at,
          items:order_items(id, product_id, name, image, price, quantity, variation, options, allergens)`,
        )
        .eq('buyer_id', id)
      unwrap(await orders.order('created_at', { ascending: false }).order('id').range(0, 19))
    }),
    readUnread: asBuyer(async (client) => {
      unwrap(await client.from('notifications').select('link').eq('is_read', false).order('type').limit(100))
    }),
    readConversations: asBuyer(async (client) => {
      unwrap(await client.rpc('my_conversations', { page_size: 40 }))
    }),
    readConversation: asBuyer(async (client, { conversationId }) => {
      const columns = 'id, sender_id, content, type, picture, read_at, created_at'
      const newest = client.from('chat_messages').select(columns).eq('chat_room_id', conversationId)
      unwrap(await newest.order('created_at', { ascending: false }).order('id', { ascending: false }).limit(50))
    }),
    sendMessage: asBuyer(async (client, { id: sender_id, conversationId: chat_room_id }) => {
      const id = randomUUID()
      const received = listeners.received(id)
      const message = { id, chat_room_id, sender_id, content: `Message ${id}`, type: 'message' }
      const insert = async () => unwrapOptional(await client.from('chat_messages').insert(message))
      await Promise.all([insert(), received])
    }),
    order: asBuyer(async (client, { addressId, shopId, productId }) => {
      const items = [{ product_id: productId, quantity: 1 }]
      const shops = [{ shop_id: shopId, fulfilment: 'delivery', items }]
      const order = { address_id: addressId, allergens_acknowledged: true, shops }
      const placed = unwrap(await client.rpc('place_order', { order, idempotency_key: randomUUID() }))
      const { checkout_id } = placedSchema.parse(placed)
      const opened = unwrap(await client.functions.invoke('checkout', { body: { checkout_id } }))
      const session = urlSchema.parse(opened).url.replace(/^\/pay\//, '')
      const { error } = await client.functions.invoke('test-payment', { body: { session, card: 'good' } })
      if (error) throw new Error(reasonOf(error))
    }),

    sellerOverview: asSeller(async (client) => {
      unwrap(await client.rpc('seller_overview'))
    }),
    sellerInbox: asSeller(async (client) => {
      unwrap(await client.rpc('seller_inbox', { only_status: 'processing' }))
    }),
    advanceOrder: asSeller(async (client, { shopId }) => {
      if (advancing.has(shopId)) return
      advancing.add(shopId)
      try {
        const paid = client.from('orders').select('id').eq('shop_id', shopId).eq('status', 'processing')
        const [oldest] = unwrap(await paid.order('created_at').limit(1))
        if (oldest) unwrap(await client.rpc('advance_order', { order_id: oldest.id, status: 'shipped' }))
      } finally {
        advancing.delete(shopId)
      }
    }),
    upload: asSeller(async (client, { id }) => {
      const path = `${id}/${randomUUID()}.jpg`
      const bucket = client.storage.from('product_images')
      const { token } = unwrap(await bucket.createSignedUploadUrl(path))
      unwrap(await bucket.uploadToSignedUrl(path, token, new File([photo], 'photo.jpg', { type: 'image/jpeg' })))
      await file(renditionPath(`product_images/${path}`))
    }),
  }
}

export type ActionName = keyof Awaited<ReturnType<typeof createActions>>

function unwrap<Data>({ data, error }: { data: Data; error: unknown }): NonNullable<Data> {
  if (error || data === null || data === undefined) throw new Error(reasonOf(error))
  return data
}

function unwrapOptional({ error }: { error: unknown }): void {
  if (error) throw new Error(reasonOf(error))
}

/** A status or a code where there is one, so that equal failures have equal reasons. */
function reasonOf(error: unknown): string {
  if (error instanceof FunctionsHttpError) return `a function answered ${error.context.status}`
  if (typeof error !== 'object' || error === null) return 'no data'
  if ('code' in error && typeof error.code === 'string' && error.code !== '') return error.code
  if ('status' in error && typeof error.status === 'number') return String(error.status)
  return 'message' in error ? String(error.message).slice(0, 60) : 'unknown'
}

/** As large as the web app makes pictures before it uploads them: some 300 kB. */
async function newPhoto(): Promise<Buffer<ArrayBuffer>> {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  const picture = sharp({ create: { width: 1600, height: 1200, channels: 3, background: '#a86', noise } })
  return Buffer.from(await picture.blur(1.2).jpeg({ quality: 80 }).toBuffer())
}
