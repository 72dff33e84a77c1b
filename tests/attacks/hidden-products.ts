/** Reads the reviews and other rows of hidden products and shops. */
import { newBuyer, openShop, receive, serviceOf, unwrap } from '../payments/market-fixtures.ts'
import { type Attack, createAttempts, newNetwork, post, send, withoutSample } from './attack.ts'

export const hiddenProducts: Attack = {
  name: 'hidden products and their reviews',
  tried: 'reading reviews, stars, pictures, variations and pickup hours by id, and searching',
  environment: withoutSample,
  async run(server) {
    const attempts = createAttempts()
    const service = serviceOf(server)
    const shop = await openShop(server, 'Crumbs')
    const { owner, id: shop_id, productId: product_id } = shop
    const buyer = await newBuyer(server, newNetwork())
    const { items } = await receive(buyer, shop)
    unwrap(await buyer.client.rpc('write_review', { order_item_id: items[0] ?? '', rating: 5, text: 'Very good.' }))
    unwrap(await owner.from('product_variations').insert({ product_id, name: 'Vanilla' }).select('id'))
    unwrap(await owner.from('product_images').insert({ product_id, image: 'product_images/a/b.png' }).select('id'))
    const hours = { day_of_week: 1, start_time: '09:00', end_time: '12:00' }
    unwrap(
      await owner
        .from('product_pickup_schedules')
        .insert({ product_id, ...hours })
        .select('id'),
    )

    const from = newNetwork()
    const read = (path: string) => send(server, `/rest/v1/${path}`, { from })
    const call = (name: string, body: object) => post(server, `/rest/v1/rpc/${name}`, body, from)
    const readers: Readonly<Record<string, () => Promise<{ text: string }>>> = {
      'reviews of the product': () => read(`reviews?product_id=eq.${product_id}`),
      'reviews of the shop': () => read(`reviews?shop_id=eq.${shop_id}`),
      'all reviews': () => read('reviews?select=text,author_name'),
      'stars of the product': () => call('review_stars', { of_product: product_id }),
      'stars of the shop': () => call('review_stars', { of_shop: shop_id }),
      'the product': () => read(`products?id=eq.${product_id}`),
      'its pictures': () => read(`product_images?product_id=eq.${product_id}`),
      'its variations': () => read(`product_variations?product_id=eq.${product_id}`),
      'its pickup hours': () => read(`product_pickup_schedules?product_id=eq.${product_id}`),
      'search results': async () => {
        const { items } = JSON.parse((await call('search_products', { q: 'cake' })).text)
        return { text: JSON.stringify(items) }
      },
    }
    const isNothing = (text: string) => text === '[]'
    for (const [what, readRows] of Object.entries(readers))
      if (!(await readRows()).text.startsWith('[{')) throw new Error(`${what}: not visible before it is hidden`)

    const idIn = { products: product_id, shops: shop_id }
    const shown = { status: 'active', taken_down_at: null, takedown_reason: null }
    const takenDown = { taken_down_at: new Date().toISOString(), takedown_reason: 'Not food.' }
    for (const [state, table, change, back] of [
      ['a draft', 'products', { status: 'draft' }, shown],
      ['hidden', 'products', { status: 'hidden' }, shown],
      ['taken down', 'products', takenDown, shown],
      ['suspended', 'shops', { status: 'suspended' }, { status: 'active' }],
    ] as const) {
      unwrap(await service.from(table).update(change).eq('id', idIn[table]).select('id'))
      for (const [what, readRows] of Object.entries(readers)) {
        const { text } = await readRows()
        attempts.record(`${what} while ${state}: ${text.slice(0, 80)}`, isNothing(text))
      }
      unwrap(await service.from(table).update(back).eq('id', idIn[table]).select('id'))
    }
    return attempts.result()
  },
}
