/** Fills the database: ten thousand rows in one call, then up to the quota, then concurrent inserts. */
import { newBuyer, openShop, serviceOf, tokenOf, unwrap } from '../payments/market-fixtures.ts'
import { type Attack, createAttempts, newNetwork, post, send, withoutSample } from './attack.ts'

const many = 10_000
/** Products of another shop, for favourites. */
const others = 1_100

const time = (minutes: number) =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')
const day = (n: number) => new Date(Date.UTC(2027, 0, 1 + n)).toISOString().slice(0, 10)
const pickupHours = (n: number) => ({
  day_of_week: n % 7,
  start_time: time((n - (n % 7)) / 7),
  end_time: time((n - (n % 7)) / 7 + 1),
})

interface Kind {
  readonly table: string
  readonly most: number
  readonly token: string
  readonly row: (n: number) => object
  /** The number of rows in the first call. */
  readonly rows?: number
  /** A filter for the caller's own rows. */
  readonly own?: string
}

export const rowQuotas: Attack = {
  name: 'row quotas',
  tried:
    'ten thousand addresses, basket lines, people of a household, favourites, products, saved replies, closures and pickup windows',
  // This attack is about quotas: on a busy machine ten thousand rows must not meet the deadline of statements instead.
  environment: { ...withoutSample, STATEMENT_TIMEOUT_MS: '120000' },
  async run(server) {
    const attempts = createAttempts()
    const service = serviceOf(server)
    const shop = await openShop(server, 'Crumbs')
    const other = await openShop(server, 'Buns')
    const buyer = await newBuyer(server, newNetwork())
    const buns = Array.from({ length: others }, (_, n) => ({ shop_id: other.id, name: `Bun ${n}`, price: 1 }))
    unwrap(await service.from('products').insert(buns).select('id'))
    const favourites = [0, 1_000].map((start) =>
      service
        .from('products')
        .select('id')
        .eq('shop_id', other.id)
        .order('id')
        .range(start, start + 999),
    )
    const bunIds = (await Promise.all(favourites)).flatMap((page) => unwrap(page).map(({ id }) => id))
    const asBuyer = await tokenOf(buyer.client)
    const asSeller = await tokenOf(shop.owner)
    const { id: shop_id, productId: product_id } = shop
    const home = { full_name: 'A', city: 'C', postal_code: 'SE1 9SG' }

    const mine = `shop_id=eq.${shop_id}`
    const kinds: readonly Kind[] = [
      { table: 'user_addresses', most: 50, token: asBuyer, row: (n) => ({ ...home, address_line1: `${n} Street` }) },
      {
        table: 'basket_lines',
        most: 100,
        token: asBuyer,
        row: () => ({ product_id: crypto.randomUUID(), quantity: 1, snapshot: {} }),
      },
      { table: 'household_people', most: 20, token: asBuyer, row: (n) => ({ name: `Person ${n}` }) },
      {
        table: 'favourites',
        most: 1_000,
        token: asBuyer,
        row: (n) => ({ product_id: bunIds[n] }),
        rows: bunIds.length,
      },
      { table: 'saved_replies', most: 30, token: asSeller, row: () => ({ title: 'T', content: 'C' }) },
      {
        table: 'shop_closures',
        most: 200,
        token: asSeller,
        row: (n) => ({ shop_id, from_date: day(n), to_date: day(n) }),
      },
      {
        table: 'shop_day_limits',
        most: 100,
        token: asSeller,
        row: (n) => ({ shop_id, on_date: day(n), max_orders: 9 }),
      },
      { table: 'shop_pickup_schedules', most: 100, token: asSeller, row: (n) => ({ shop_id, ...pickupHours(n) }) },
      {
        table: 'product_pickup_schedules',
        most: 100,
        token: asSeller,
        row: (n) => ({ product_id, ...pickupHours(n) }),
      },
      {
        table: 'products',
        most: 5_000,
        token: asSeller,
        own: mine,
        row: (n) => ({ shop_id, name: `Cake ${n}`, status: 'draft' }),
      },
    ]
    for (const { table, most, token, own = '', row, rows = many } of kinds) {
      let next = 0
      // From another network each time, because this attack does not test the rate limit of a network.
      const insert = async (batch: object) => {
        const { status, text } = await post(server, `/rest/v1/${table}`, batch, newNetwork(), token)
        return { error: status === 201 ? null : JSON.parse(text) }
      }
      const batchOf = (count: number) => Array.from({ length: count }, (_, n) => row(next + n))
      attempts.expectRefusal(`${rows} ${table} in one call`, await insert(batchOf(rows)), 'PT409 quota')
      for (let step = most; step >= 1 && next <= most; ) {
        const { error } = await insert(batchOf(step))
        if (error) step = Math.floor(step / 2)
        else next += step
      }
      for (const response of await Promise.all(batchOf(8).map(insert)))
        attempts.expectRefusal(`one more of ${table}`, response, 'PT409 quota')
      const counted = await send(server, `/rest/v1/${table}?${own}`, {
        from: newNetwork(),
        token,
        method: 'HEAD',
        headers: { prefer: 'count=exact' },
      })
      const kept = Number(counted.headers.get('content-range')?.split('/')[1])
      attempts.record(`${kept} of ${table}`, kept === most)
    }
    return attempts.result()
  },
}
