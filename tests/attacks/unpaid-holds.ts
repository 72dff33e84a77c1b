/** Holds a product's whole stock without paying, with unpaid orders of several new accounts behind forged addresses. */
import { randomUUID } from 'node:crypto'
import { type Buyer, newBuyer, openShop, orderOf, serviceOf, tokenOf, unwrap } from '../payments/market-fixtures.ts'
import { type Attack, createAttempts, newNetwork, send, withoutSample } from './attack.ts'

const stock = 40
const forged = ['203.0.113.9', '2001:db8::1', '203.0.113.10', 'unknown']

export const unpaidHolds: Attack = {
  name: 'stock held without paying',
  tried: 'unpaid orders of one account, and of new accounts in one network behind forged addresses',
  environment: withoutSample,
  async run(server) {
    const attempts = createAttempts()
    const shop = await openShop(server, 'Crumbs', stock)
    const left = async () =>
      unwrap(await serviceOf(server).from('products').select('stock').eq('id', shop.productId).single()).stock
    const from = newNetwork()

    const take = async (buyer: Buyer, network: string, headers: Record<string, string> = {}) => {
      const order = orderOf(buyer, [[shop, 10]])
      const { status, text } = await send(server, '/rest/v1/rpc/place_order', {
        from: network,
        token: await tokenOf(buyer.client),
        method: 'POST',
        body: JSON.stringify({ order, idempotency_key: randomUUID() }),
        headers: { 'content-type': 'application/json', ...headers },
      })
      return status === 200 ? { error: null } : { error: JSON.parse(text) }
    }

    const first = await newBuyer(server, from)
    await take(first, from)
    await take(first, from)
    const half = await left()
    if (half !== stock / 2) throw new Error(`The first half was not held: ${half} are left`)
    attempts.expectRefusal('a third unpaid order', await take(first, from), 'PT429 stock_held')
    for (const claimed of forged) {
      const puppet = await newBuyer(server, `${claimed}, ${from}`)
      attempts.expectRefusal(
        `a new account that claims ${claimed}`,
        await take(puppet, `${claimed}, ${from}`, { 'cf-connecting-ip': claimed, 'x-real-ip': claimed }),
        'PT429 stock_held',
      )
    }
    const puppets = await Promise.all(Array.from({ length: 6 }, () => newBuyer(server, from)))
    for (const response of await Promise.all(puppets.map((puppet) => take(puppet, from))))
      attempts.expectRefusal('one of six new accounts at once', response, 'PT429 stock_held')
    attempts.record(`${await left()} of ${stock} are left`, (await left()) === half)
    const elsewhere = newNetwork()
    attempts.record(
      'nothing left for others',
      (await take(await newBuyer(server, elsewhere), elsewhere)).error === null,
    )
    return attempts.result()
  },
}
