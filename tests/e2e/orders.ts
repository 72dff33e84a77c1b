/** Places and pays orders through the API, for tests of what follows. */
import type { APIRequestContext } from '@playwright/test'
import { dayOfWeek } from '#domain/values/calendar'
import { parseCsv } from '#domain/values/csv'
import { formatPence, toPence } from '#domain/values/money'
import { expect } from './fixtures.ts'
import type { Member } from './members.ts'
import type { ShopFixture } from './shop-fixtures.ts'
import { callRpc, selectRows } from './shop-fixtures.ts'

interface ShopItems {
  readonly kitchen: ShopFixture
  readonly items: readonly {
    readonly product_id: string
    readonly variation?: string
    readonly options?: readonly object[]
    readonly quantity?: number
    readonly personalization?: string
    readonly custom_request_details?: string
  }[]
  readonly note?: string
  /** The pickup's day of the week, 0 for Sunday; by default that of the last offered slot. */
  readonly weekday?: number
}

export interface PlacedOrders {
  readonly checkoutId: string
  /** One order per shop, in the sequence of the request. */
  readonly orders: readonly { readonly id: string; readonly path: string; readonly pickupDate: string }[]
}

/** The number of an order: 'HC-1042'. */
export async function orderNumber(id: string): Promise<string> {
  const [order] = (await selectRows('orders', `id=eq.${id}&select=number`)) as [{ number: string }]
  return order.number
}

/** Calls a database function as a member. */
export async function callRpcAs(
  request: APIRequestContext,
  member: Member,
  name: string,
  data: object,
): Promise<unknown> {
  const response = await request.post(`/rest/v1/rpc/${name}`, { headers: member.headers, data })
  expect(response.ok(), await response.text()).toBe(true)
  return response.json()
}

interface PickupSlot {
  readonly date: string
  readonly start_time: string
  readonly end_time: string
  readonly remaining: number | null
}

/** The slots in which these products of a shop can be picked up together. */
export async function pickupSlots(
  request: APIRequestContext,
  member: Member,
  shopId: string,
  productIds: readonly string[],
): Promise<readonly PickupSlot[]> {
  const asked = { shop_id: shopId, product_ids: productIds, fulfilment: 'pickup' }
  const days = (await callRpcAs(request, member, 'hand_over_slots', asked)) as (PickupSlot & {
    reason: string | null
  })[]
  return days.filter(({ reason }) => reason === null)
}

/** Places an unpaid order: for delivery with an address, otherwise for pickup in the last offered slot. */
export async function placeOrder(
  request: APIRequestContext,
  buyer: Member,
  wanted: readonly ShopItems[],
  addressId?: string,
): Promise<PlacedOrders> {
  const shops = []
  for (const { kitchen, items: requested, note = null, weekday } of wanted) {
    const items = requested.map((item) => ({ quantity: 1, ...item }))
    if (addressId !== undefined) {
      shops.push({ shop_id: kitchen.shop.id, fulfilment: 'delivery', note, items })
      continue
    }
    const products = items.map(({ product_id: id }) => id)
    const offered = await pickupSlots(request, buyer, kitchen.shop.id, products)
    const slot = offered.findLast(({ date }) => weekday === undefined || dayOfWeek(date) === weekday)
    if (!slot) throw new Error('No slot is offered')
    shops.push({
      shop_id: kitchen.shop.id,
      fulfilment: 'pickup',
      pickup: { date: slot.date, start_time: slot.start_time, end_time: slot.end_time },
      note,
      items,
    })
  }
  const response = await callRpcAs(request, buyer, 'place_order', {
    idempotency_key: crypto.randomUUID(),
    order: { allergens_acknowledged: true, shops, ...(addressId !== undefined && { address_id: addressId }) },
  })
  return readPlaced(response, shops)
}

export async function placePaidOrder(
  request: APIRequestContext,
  buyer: Member,
  wanted: readonly ShopItems[],
  addressId?: string,
): Promise<PlacedOrders> {
  const placed = await placeOrder(request, buyer, wanted, addressId)
  await pay(buyer, placed.checkoutId)
  return placed
}

/** @param route transfers: the shop's share is sent to its payment account */
export async function pay(
  buyer: Member,
  checkoutId: string,
  route: 'platform' | 'transfers' = 'platform',
): Promise<void> {
  const payment = { checkout_id: checkoutId, buyer_id: buyer.id, provider: 'test', route }
  const begun = await callRpc('begin_payment', payment)
  const { payment_id, details } = readFields(begun)
  const response = await callRpc('record_payment', {
    provider: 'test',
    event_id: crypto.randomUUID(),
    outcome: 'succeeded',
    payment_id,
    provider_payment_id: `capture-${checkoutId}`,
    amount: readFields(details).total,
  })
  expect(response).toMatchObject({ result: 'paid' })
}

interface RequestedPart {
  readonly shop_id: string
  readonly pickup?: { readonly date: string }
}

function readPlaced(response: unknown, shops: readonly RequestedPart[]): PlacedOrders {
  const { checkout_id: checkoutId, orders } = readFields(response)
  const placed = Array.isArray(orders) ? orders.map(readFields) : []
  return {
    checkoutId: String(checkoutId),
    orders: shops.map(({ shop_id: shopId, pickup }) => {
      const id = String(placed.find((order) => order.shop_id === shopId)?.id)
      return { id, path: `/order/${id}`, pickupDate: pickup?.date ?? '' }
    }),
  }
}

function readFields(response: unknown): Record<string, unknown> {
  if (typeof response !== 'object' || response === null) throw new Error(`no fields in ${JSON.stringify(response)}`)
  return Object.fromEntries(Object.entries(response))
}

/** The columns of an export of orders that the page adds up, in its order. */
export const summedColumns = ['Subtotal', 'Delivery', 'Total', 'Refunded', 'Fee', 'Net after fee']

/** The sum of a column in pounds, such as '21.75'. */
export function sumOfColumn(csv: string, column: string): string {
  const [head, ...lines] = parseCsv(csv)
  const index = head?.cells.indexOf(column) ?? -1
  expect(index, column).toBeGreaterThanOrEqual(0)
  return formatPence(lines.reduce((sum, { cells }) => sum + toPence(cells[index] ?? ''), 0)).replace('£', '')
}
