/** An address for each route of the site, from the sample catalogue and from what only a sweep needs. */
import { randomUUID } from 'node:crypto'
import { type APIRequestContext, expect } from '@playwright/test'
import { z } from 'zod'
import { listPages } from '../../web/app/list-pages.ts'
import { pathOfPage } from '../../web/app/page-paths.ts'
import { type Member, password, signInMember } from '../e2e/members.ts'
import { callRpcAs } from '../e2e/orders.ts'
import { createAdministrator, insertRow, selectRows } from '../e2e/shop-fixtures.ts'

export const routePaths: readonly string[] = listPages()
  .filter((file) => file.endsWith('.page.tsx'))
  .map(pathOfPage)

export const roles = ['visitor', 'buyer', 'seller', 'administrator'] as const

const member = z.object({
  id: z.string(),
  email: z.string(),
  session: z.string(),
  headers: z.record(z.string(), z.string()),
})
export const placesSchema = z.object({
  /** None for the visitor. */
  members: z.partialRecord(z.enum(roles), member),
  /** The values of the routes' parameters. */
  values: z.record(z.string(), z.string()),
})
export type Places = z.infer<typeof placesSchema>

/** @param path a route such as `/order/:orderId` @throws Error if a parameter has no value here */
export function addressOf(path: string, { values }: Places): string {
  return path.replace(/:(\w+)/g, (parameter) => {
    const value = values[parameter]
    if (value === undefined) throw new Error(`The sweep has no value for ${parameter} of ${path}`)
    return value
  })
}

export async function createPlaces(request: APIRequestContext): Promise<Places> {
  const buyer = await signInMember(request, 'buyer@tuckbox.test')
  const seller = await signInMember(request, 'seller@tuckbox.test')
  const administrator = await signInMember(request, (await createAdministrator()).email, password)
  const shop = await first('shops', `user_id=eq.${seller.id}&select=id,slug`)
  const product = await first('products', `shop_id=eq.${shop.id}&is_listed=is.true&order=id&select=id&limit=1`)
  const order = await first('orders', `buyer_id=eq.${buyer.id}&shop_id=eq.${shop.id}&select=id,checkout_id&limit=1`)
  const soon = new Date(Date.now() + 3 * 24 * 3_600_000).toISOString()
  const drop = await insertRow('drops', {
    shop_id: shop.id ?? '',
    title: 'Saturday bakes',
    is_published: true,
    opens_at: new Date(Date.now() + 24 * 3_600_000).toISOString(),
    cut_off: soon,
  })
  const token = await paymentLink(request, seller)
  return {
    members: { buyer, seller, administrator },
    values: {
      ':category': 'cakes',
      ':checkoutId': order.checkout_id ?? '',
      ':dropId': drop,
      ':memberId': buyer.id,
      ':occasion': 'birthday',
      ':orderId': order.id ?? '',
      ':productId': product.id ?? '',
      ':session': await paymentSession(request, buyer, { link: token }),
      ':shopName': shop.slug ?? '',
      ':token': token,
      ':voucherId': await boughtVoucher(request, buyer, shop.id ?? ''),
    },
  }
}

async function first(table: Parameters<typeof selectRows>[0], query: string): Promise<Record<string, string>> {
  const [row] = await selectRows(table, query)
  expect(row, `${table} of the sample`).toBeDefined()
  return row as Record<string, string>
}

/** @returns the token of the page where a customer pays a seller's manual order */
async function paymentLink(request: APIRequestContext, seller: Member): Promise<string> {
  const order = {
    name: 'Mrs Ames',
    custom_lines: [{ name: 'Gift wrap', quantity: 1, price: 2.5, is_food: false }],
    hand_over: { kind: 'now' },
    payment: 'link',
  }
  const placed = await callRpcAs(request, seller, 'place_manual_order', { order, idempotency_key: randomUUID() })
  return (placed as { token: string }).token
}

/** @returns the last part of the payment page's address */
async function paymentSession(request: APIRequestContext, payer: Member, data: object): Promise<string> {
  const response = await request.post('/functions/v1/checkout', { headers: payer.headers, data })
  expect(response.ok(), await response.text()).toBe(true)
  const { url } = (await response.json()) as { url: string }
  return url.split('/').at(-1) ?? ''
}

/** @returns the id of a voucher that is bought, paid and issued */
async function boughtVoucher(request: APIRequestContext, buyer: Member, shop: string): Promise<string> {
  const voucher = { shop_id: shop, amount: 20, recipient_name: 'Nan', message: 'Happy birthday!' }
  const bought = await callRpcAs(request, buyer, 'buy_voucher', { voucher, idempotency_key: randomUUID() })
  const { voucher_id, checkout_id } = bought as { voucher_id: string; checkout_id: string }
  const session = await paymentSession(request, buyer, { checkout_id })
  const paid = await request.post('/functions/v1/test-payment', {
    headers: buyer.headers,
    data: { session, outcome: 'succeeded' },
  })
  expect(paid.ok(), await paid.text()).toBe(true)
  return voucher_id
}
