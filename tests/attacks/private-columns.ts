/** Reads columns that no page shows, from every table, with the public key only. */
import { newBuyer, openShop, receive, serviceOf, unwrap } from '../payments/market-fixtures.ts'
import { publicProductColumns, tables, visitors } from '../policies/access-matrix.ts'
import { type Attack, createAttempts, newNetwork, send, withoutSample } from './attack.ts'

const shown: Readonly<Record<string, readonly string[]>> = {
  shops:
    'id user_id name slug description category logo banner_image town lat lon delivery_radius_miles cancel_hours_before cancel_refund_percent status hygiene_rating hygiene_verified_at rating review_count created_at updated_at'.split(
      ' ',
    ),
  products: publicProductColumns.split(', '),
  reviews: 'id product_id shop_id rating text picture reply replied_at is_hidden is_counted created_at'.split(' '),
  people: ['id', 'name', 'avatar_url'],
}
/** The same columns through embeds, filters and sorting. */
const indirectPaths = [
  'shops?select=*,shop_records(*)',
  'shops?select=*,shop_pickup_places(*)',
  'shops?select=*,payment_accounts(*)',
  'shops?select=*,profiles!shops_user_id_fkey(*)',
  'shops?select=*,shop_followers(*)',
  'shops?select=suspension_reason',
  'shops?select=id&order=suspension_reason',
  'shops?select=id&food_registration=not.is.null',
  'shops?select=id,shop_records!inner(shop_id)&shop_records.terms_version=not.is.null',
  'reviews?select=*,review_authors(*)',
  'reviews?select=id,review_authors!inner(author_id)',
  'products?select=*,favourites(*)',
  'products?select=*,order_items(*)',
  'products?select=*,product_views(*)',
]

export const privateColumns: Attack = {
  name: 'private columns',
  tried: 'select=* on every table as a visitor, and embeds, sorting and filters by private columns',
  environment: withoutSample,
  async run(server) {
    const attempts = createAttempts()
    const service = serviceOf(server)
    const shop = await openShop(server, 'Crumbs')
    const closed = await openShop(server, 'Closed')
    const records = service.from('shop_records')
    unwrap(await records.update({ food_registration: 'SWK/FB/1' }).eq('shop_id', shop.id).select('shop_id'))
    unwrap(await records.update({ suspension_reason: 'Mice' }).eq('shop_id', closed.id).select('shop_id'))
    unwrap(await service.from('shops').update({ status: 'suspended' }).eq('id', closed.id).select('id'))
    const buyer = await newBuyer(server, newNetwork())
    const { items } = await receive(buyer, shop)
    unwrap(await buyer.client.rpc('write_review', { order_item_id: items[0] ?? '', rating: 4 }))

    const read = (path: string) => send(server, `/rest/v1/${path}`, { from: newNetwork() })
    for (const [table, columns] of Object.entries(shown)) {
      const { text } = await read(`${table}?select=*`)
      const rows: readonly Record<string, unknown>[] = JSON.parse(text)
      if (rows.length === 0 && table !== 'people') throw new Error(`${table} is empty, so nothing was tested`)
      const more = rows.flatMap((row) => Object.keys(row).filter((column) => !columns.includes(column)))
      attempts.record(`${table} with ${[...new Set(more)].join(', ')}`, more.length === 0)
      attempts.record(`${table} reveals the suspended shop`, !/Mice|Closed|SWK/.test(text) && !text.includes(closed.id))
    }
    for (const row of JSON.parse((await read('products?select=*')).text))
      attempts.record(
        `the product ${row.id}`,
        row.is_listed && row.taken_down_at === null && row.takedown_reason === null,
      )
    for (const table of Object.keys(tables).filter((name) => !visitors[name]?.select)) {
      const { status, text } = await read(`${table}?select=*`)
      attempts.record(`${table}: ${status} ${text.slice(0, 60)}`, status === 401 && text.includes('"42501"'))
    }
    for (const path of indirectPaths) {
      const { status, text } = await read(path)
      attempts.record(`${path}: ${status} ${text.slice(0, 60)}`, status >= 400 && status < 500)
    }
    return attempts.result()
  },
}
