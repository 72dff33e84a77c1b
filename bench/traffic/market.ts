/** The marketplace that a load is put on: the sample catalogue, with shops, buyers and conversations of its own. */
import { randomUUID } from 'node:crypto'
import { decodeJwt } from 'jose'
import { z } from 'zod'
import { createTokens } from '#backend/tokens'
import { buyers as sampleBuyers, samplePassword } from '../../supabase/sample/people.ts'
import { jwtSecret, type TestServer } from '../../tests/harness.ts'
import {
  type Client,
  memberIdOf,
  openShop,
  serviceOf,
  tokenOf,
  unwrap,
  visitorOf,
} from '../../tests/payments/market-fixtures.ts'
import { newBuyers } from '../order-shop.ts'

const seller = z.object({ id: z.string(), token: z.string(), shopId: z.string(), productId: z.string() })
const buyer = z.object({
  id: z.string(),
  token: z.string(),
  addressId: z.string(),
  /** Their conversation, with the seller of their orders. */
  conversationId: z.string(),
  shopId: z.string(),
  productId: z.string(),
})

/** Everything that the generator knows of the server. */
export const marketSchema = z.object({
  url: z.string(),
  anonKey: z.string(),
  products: z.array(z.string()),
  shopSlugs: z.array(z.string()),
  /** Stored pictures of products: bucket and path. */
  pictures: z.array(z.string()),
  sellers: z.array(seller),
  buyers: z.array(buyer),
  /** Accounts with a password. */
  signIns: z.array(z.object({ email: z.string(), password: z.string() })),
})
export type TrafficMarket = z.infer<typeof marketSchema>
export type TrafficBuyer = z.infer<typeof buyer>
export type TrafficSeller = z.infer<typeof seller>

export interface MarketSize {
  readonly sellers: number
  readonly buyers: number
}

/** The limits for one member, such as 400 messages in ten minutes, are beyond what each of so many does. */
export const usualSize: MarketSize = { sellers: 10, buyers: 300 }
/** No order of a run is refused because it is sold out. */
const stock = 100_000
const tokenSeconds = 24 * 3600

/** @param server with the sample catalogue */
export async function createMarket(server: TestServer, size: MarketSize): Promise<TrafficMarket> {
  const service = serviceOf(server)
  const products = unwrap(await service.from('products').select('id, image').eq('status', 'active').order('id'))
  const shops = unwrap(await service.from('shops').select('slug').order('slug'))
  const sellers: TrafficSeller[] = []
  for (let n = 0; n < size.sellers; n += 1) {
    const shop = await openShop(server, `Kitchen ${n}`.replace(' ', '-'), stock)
    const id = await memberIdOf(shop.owner)
    sellers.push({ id, token: await prolonged(await tokenOf(shop.owner)), shopId: shop.id, productId: shop.productId })
  }
  const buyers: TrafficBuyer[] = []
  for (const [n, { id, addressId }] of (await newBuyers(server, size.buyers)).entries()) {
    const { shopId, productId } = sellers[n % sellers.length] ?? { shopId: '', productId: '' }
    const token = await prolonged(await signInByLink(server, service, `${id}@example.test`))
    buyers.push({ id, token, addressId, conversationId: randomUUID(), shopId, productId })
  }
  const conversations = buyers.map(({ id, conversationId, productId }, n) => ({
    id: conversationId,
    buyer_id: id,
    seller_id: sellers[n % sellers.length]?.id ?? '',
    product_id: productId,
  }))
  unwrap(await service.from('chat_rooms').insert(conversations).select('id'))
  return {
    url: server.url,
    anonKey: server.anonKey,
    products: products.map(({ id }) => id),
    shopSlugs: shops.map(({ slug }) => slug),
    pictures: products.flatMap(({ image }) => (image && !image.startsWith('http') ? image : [])),
    sellers,
    buyers,
    signIns: Object.values(sampleBuyers).map(({ email }) => ({ email, password: samplePassword })),
  }
}

/** With a session, which functions require, and without a password, which would take most of the time. */
async function signInByLink(server: TestServer, service: Client, email: string): Promise<string> {
  const { data: link, error } = await service.auth.admin.generateLink({ type: 'magiclink', email })
  if (error) throw error
  const { hashed_token: token_hash } = link.properties
  const { session } = unwrap(await visitorOf(server).auth.verifyOtp({ type: 'magiclink', token_hash }))
  if (!session) throw new Error('The link gave no session')
  return session.access_token
}

/** The token of the same session for a day, so that none ends during a run. */
function prolonged(token: string): Promise<string> {
  return createTokens(jwtSecret).sign({ ...decodeJwt(token), exp: Math.floor(Date.now() / 1000) + tokenSeconds })
}
