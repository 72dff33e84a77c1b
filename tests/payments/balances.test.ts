/** Deposit and balance of a quote with the test provider, through the functions the web app calls. */
import { beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import type { RunningServer } from '../harness.ts'
import { sharedServer } from '../shared-server.ts'
import {
  type Buyer,
  callFunction,
  newBuyer,
  openShop,
  pay,
  placeQuote,
  type Shop,
  serviceOf,
  unwrap,
} from './market-fixtures.ts'

let server: RunningServer
let shop: Shop
let buyer: Buyer
let stranger: Buyer

beforeAll(async () => {
  server = await sharedServer()
  shop = await openShop(server, 'towers')
  buyer = await newBuyer(server)
  stranger = await newBuyer(server)
})

const pageSchema = z.object({ url: z.string().startsWith('/pay/') })

/** The payment page of a balance. */
async function balancePage(orderId: string, { client }: Buyer = buyer): Promise<string> {
  const { data, error } = await client.functions.invoke('checkout', { body: { balance_of: orderId } })
  if (error) throw error
  return pageSchema.parse(data).url.slice('/pay/'.length)
}

const send = async (session: string, body: object = {}) =>
  unwrap(await buyer.client.functions.invoke('test-payment', { body: { session, ...body } }))

async function quotedOrder(): Promise<string> {
  const { checkoutId, total } = await placeQuote(buyer, shop)
  expect(total).toBe(30)
  await pay(buyer, checkoutId)
  return unwrap(await buyer.client.from('orders').select('id').eq('checkout_id', checkoutId).single()).id
}

it('a deposit is paid, then the balance on a page of its own, and a refund returns both', async () => {
  const order = await quotedOrder()
  await expect(balancePage(order, stranger)).rejects.toMatchObject({ context: { status: 404 } })
  const session = await balancePage(order)
  expect(await balancePage(order)).toBe(session)
  expect(await send(session)).toMatchObject({ amount: 70, status: 'open', return_path: `/order/${order}` })
  expect(await send(session, { card: 'declined' })).toEqual({ result: 'declined' })
  expect(await send(session, { card: 'good' })).toEqual({ result: 'paid' })
  expect(await send(session, { card: 'good' })).toEqual({ result: 'paid' })
  const columns = 'status, received_amount, balance_paid_at, refunded_amount'
  const read = async () => unwrap(await buyer.client.from('orders').select(columns).eq('id', order).single())
  expect(await read()).toMatchObject({
    status: 'processing',
    received_amount: 100,
    balance_paid_at: expect.any(String),
  })
  const paid = unwrap(await buyer.client.functions.invoke('checkout', { body: { balance_of: order } }))
  expect(paid).toEqual({ url: `/order/${order}?payment=done` })
  unwrap(await buyer.client.rpc('cancel_order', { order_id: order }))
  expect(await callFunction(server, 'settle-payments')).toBe(200)
  expect(await read()).toMatchObject({ status: 'cancelled', refunded_amount: 100 })
  const refunds = serviceOf(server).from('refunds').select('amount, status').eq('order_id', order).order('amount')
  expect(unwrap(await refunds)).toEqual([
    { amount: 30, status: 'succeeded' },
    { amount: 70, status: 'succeeded' },
  ])
})
