/** The marketplace of a crash test: shops with limited places, drops, buyers, and conversations between them. */
import { randomUUID } from 'node:crypto'
import type { Json } from '#domain/database.generated'
import { addDays, londonTime } from '#domain/values/calendar'
import type { TestServer } from '../harness.ts'
import {
  type Buyer,
  memberIdOf,
  newBuyer,
  openShop,
  type Shop,
  serviceOf,
  unwrap,
} from '../payments/market-fixtures.ts'

export interface Conversation {
  readonly id: string
  readonly buyer: Buyer
  readonly seller: Shop
  readonly sellerId: string
}

interface OpenDrop {
  readonly id: string
  readonly productId: string
  readonly shop: Shop
}

export interface Market {
  /** It delivers, and has much stock. */
  readonly bakery: Shop
  /** For pickup only, with little stock and few places. */
  readonly kitchen: Shop
  readonly buyers: readonly Buyer[]
  readonly conversations: readonly Conversation[]
  /** Stock of each product before any sale. */
  readonly stock: Map<string, number>
  /** Drops that may take orders, the newest last. */
  readonly drops: OpenDrop[]
  /** The order of each buyer that was sent and not answered. */
  readonly unanswered: Map<string, { readonly details: Json; readonly key: string }>
  /** Paid checkouts of each buyer that nobody has cancelled. */
  readonly paid: Map<string, string[]>
}

export const pickupHours = { start_time: '10:00', end_time: '12:00' }
/** A day on which drops are handed over, and the first of those on which the kitchen has a pickup window. */
export const handOverDay = () => addDays(londonTime(new Date()).date, 3)

const stockOfBakery = 100_000
const stockOfKitchen = 300
const buyersInAll = 6

export async function createMarket(server: TestServer): Promise<Market> {
  const service = serviceOf(server)
  const bakery = await openShop(server, 'Bakery', stockOfBakery)
  const kitchen = await openShop(server, 'Kitchen', stockOfKitchen)
  unwrap(await service.from('products').update({ available_for_pickup: true }).eq('id', kitchen.productId).select('id'))
  const windows = Array.from({ length: 7 }, (_, day_of_week) => ({
    shop_id: kitchen.id,
    day_of_week,
    ...pickupHours,
    max_orders: 4,
  }))
  unwrap(await service.from('shop_pickup_schedules').insert(windows).select('id'))
  unwrap(await service.from('shop_day_limits').insert({ shop_id: kitchen.id, max_orders: 5 }).select('id'))
  const buyers: Buyer[] = []
  for (let n = 0; n < buyersInAll; n += 1) buyers.push(await newBuyer(server))
  const conversations: Conversation[] = []
  const sellerId = await memberIdOf(bakery.owner)
  for (const buyer of buyers) {
    const conversation = { id: randomUUID(), buyer_id: buyer.id, seller_id: sellerId, product_id: bakery.productId }
    unwrap(await service.from('chat_rooms').insert(conversation).select('id'))
    conversations.push({ id: conversation.id, buyer, seller: bakery, sellerId })
  }
  const stock = new Map([
    [bakery.productId, stockOfBakery],
    [kitchen.productId, stockOfKitchen],
  ])
  return {
    bakery,
    kitchen,
    buyers,
    conversations,
    stock,
    drops: [],
    unanswered: new Map(),
    paid: new Map(buyers.map(({ id }) => [id, []])),
  }
}
