/** Orders placed and paid through the API, for tests that are about what comes after. */
import type { APIRequestContext } from '@playwright/test'
import type { Kitchen } from './kitchen.ts'
import { run } from './kitchen.ts'
import type { Member } from './members.ts'
import { expect } from './visitor.ts'

interface Wanted {
  readonly kitchen: Kitchen
  readonly items: readonly {
    readonly product_id: string
    readonly variation: string
    readonly quantity?: number
    readonly personalization?: string
    readonly custom_request_details?: string
  }[]
  readonly note?: string
}

export interface Placed {
  readonly checkoutId: string
  /** An order a shop, in the order they were asked for. */
  readonly orders: readonly { readonly id: string; readonly path: string; readonly pickupDate: string }[]
}

/** As a member calls a function of the database. */
export async function callAs(request: APIRequestContext, member: Member, name: string, data: object): Promise<unknown> {
  const answer = await request.post(`/rest/v1/rpc/${name}`, { headers: member.headers, data })
  expect(answer.ok(), await answer.text()).toBe(true)
  return answer.json()
}

/** Delivered to the address, else for pickup in the last slot offered, of shops that hand over; not paid yet. */
export async function place(
  request: APIRequestContext,
  buyer: Member,
  wanted: readonly Wanted[],
  addressId?: string,
): Promise<Placed> {
  const shops = []
  for (const { kitchen, items: asked, note = null } of wanted) {
    const items = asked.map((item) => ({ quantity: 1, ...item }))
    if (addressId !== undefined) {
      shops.push({ shop_id: kitchen.shop.id, fulfilment: 'delivery', note, items })
      continue
    }
    const products = { shop_id: kitchen.shop.id, product_ids: items.map(({ product_id: id }) => id) }
    const slots = await callAs(request, buyer, 'pickup_slots', products)
    const slot = Array.isArray(slots) ? slots.at(-1) : undefined
    shops.push({
      shop_id: kitchen.shop.id,
      fulfilment: 'pickup',
      pickup: { date: slot.date, start_time: slot.start_time, end_time: slot.end_time },
      note,
      items,
    })
  }
  const answer = await callAs(request, buyer, 'place_order', {
    idempotency_key: crypto.randomUUID(),
    order: { allergens_acknowledged: true, shops, ...(addressId !== undefined && { address_id: addressId }) },
  })
  return readPlaced(answer, shops)
}

export async function placeAndPay(
  request: APIRequestContext,
  buyer: Member,
  wanted: readonly Wanted[],
  addressId?: string,
): Promise<Placed> {
  const placed = await place(request, buyer, wanted, addressId)
  await pay(buyer, placed.checkoutId)
  return placed
}

async function pay(buyer: Member, checkoutId: string): Promise<void> {
  const begun = await run('begin_payment', { checkout_id: checkoutId, buyer_id: buyer.id, provider: 'test' })
  const { payment_id, details } = readFields(begun)
  const answer = await run('record_payment', {
    provider: 'test',
    event_id: crypto.randomUUID(),
    outcome: 'succeeded',
    payment_id,
    provider_payment_id: `capture-${checkoutId}`,
    amount: readFields(details).total,
  })
  expect(answer).toMatchObject({ result: 'paid' })
}

interface Asked {
  readonly shop_id: string
  readonly pickup?: { readonly date: string }
}

function readPlaced(answer: unknown, shops: readonly Asked[]): Placed {
  const { checkout_id: checkoutId, orders } = readFields(answer)
  const placed = Array.isArray(orders) ? orders.map(readFields) : []
  return {
    checkoutId: String(checkoutId),
    orders: shops.map(({ shop_id: shopId, pickup }) => {
      const id = String(placed.find((order) => order.shop_id === shopId)?.id)
      return { id, path: `/order/${id}`, pickupDate: pickup?.date ?? '' }
    }),
  }
}

function readFields(answer: unknown): Record<string, unknown> {
  if (typeof answer !== 'object' || answer === null) throw new Error(`no fields in ${JSON.stringify(answer)}`)
  return Object.fromEntries(Object.entries(answer))
}
