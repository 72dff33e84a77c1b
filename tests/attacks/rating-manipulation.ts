/** Manipulates a rating: reviews of free products, many reviews of one product, and direct writes. */
import { newBuyer, openShop, orderOf, receive, serviceOf, unwrap, visitorOf } from '../payments/market-fixtures.ts'
import { type Attack, createAttempts, newNetwork, withoutSample } from './attack.ts'

export const ratingManipulation: Attack = {
  name: 'rating manipulation',
  tried: 'free products, a hundred equal lines, repeated reviews, reviews of refunded orders',
  environment: withoutSample,
  async run(server) {
    const attempts = createAttempts()
    const shop = await openShop(server, 'Crumbs')
    const { owner, productId } = shop
    const accomplice = await newBuyer(server, newNetwork())
    const review = (item: string) => accomplice.client.rpc('write_review', { order_item_id: item, rating: 5 })
    const reviewsOf = async (product: string) =>
      unwrap(await visitorOf(server).from('products').select('review_count').eq('id', product).single()).review_count

    for (const price_delta of [-99_999, -10.01, -10]) {
      const variation = { product_id: productId, name: 'Free', price_delta }
      attempts.expectRefusal(
        `a variation of ${price_delta}`,
        await owner.from('product_variations').insert(variation),
        '23514 price_delta',
      )
      const product = { id: productId, variations: [{ name: 'Free', price_delta }] }
      attempts.expectRefusal(
        `a saved variation of ${price_delta}`,
        await owner.rpc('save_product', { product }),
        '23514 price_delta',
      )
    }

    const line = { product_id: productId, quantity: 1 }
    const orderOfLines = (lines: number) => ({
      address_id: accomplice.addressId,
      allergens_acknowledged: true,
      shops: [{ shop_id: shop.id, fulfilment: 'delivery', items: Array.from({ length: lines }, () => line) }],
    })
    attempts.expectRefusal(
      'an order of a hundred lines',
      await accomplice.client.rpc('place_order', { order: orderOfLines(100), idempotency_key: crypto.randomUUID() }),
      '22023 quantity',
    )
    const bought = await receive(accomplice, shop, orderOfLines(99))
    const responses = await Promise.all(Array.from({ length: 99 }, (_, n) => review(bought.items[n] ?? bought.id)))
    const accepted = responses.filter(({ error }) => error === null).length
    attempts.record(`${accepted} reviews of 99 equal lines`, bought.items.length === 1 && accepted === 1)
    const again = await receive(accomplice, shop)
    attempts.expectRefusal(
      'a review of the same product in another order',
      await review(again.items[0] ?? ''),
      'PT409 reviewed',
    )
    attempts.record('a product reviewed more than once', (await reviewsOf(productId)) === 1)

    const { data: free } = await owner
      .from('products')
      .insert({
        ...unwrap(await owner.from('products').select('shop_id, category, allergens').eq('id', productId).single()),
        name: 'Free crumbs',
        price: 0,
        stock: 10,
      })
      .select('id')
      .single()
    if (free) {
      const gift = await receive(accomplice, shop, orderOf(accomplice, [[{ ...shop, productId: free.id }, 1]]))
      attempts.expectRefusal('a review of a free product', await review(gift.items[0] ?? ''), '42501 not_paid')
      attempts.record('a rating of a free product', (await reviewsOf(free.id)) === 0)
    }

    // Paid by an accomplice and refunded by the shop after the review.
    const refunding = { reason: 'Thanks', idempotency_key: crypto.randomUUID() }
    const whole = unwrap(await owner.from('orders').select('total_amount').eq('id', bought.id).single()).total_amount
    unwrap(await owner.rpc('refund_order', { order_id: bought.id, amount: whole, ...refunding }))
    attempts.record('a rating from a refunded order', (await reviewsOf(productId)) === 0)

    const made = { product_id: productId, shop_id: shop.id, rating: 5 }
    for (const [who, client] of [
      ['a visitor', visitorOf(server, newNetwork())],
      ['the accomplice', accomplice.client],
      ['the seller', owner],
    ] as const) {
      attempts.expectRefusal(`a review inserted by ${who}`, await client.from('reviews').insert(made), '42501')
      attempts.expectRefusal(
        `a rating set by ${who}`,
        await client.from('products').update({ rating: 5, review_count: 900 }).eq('id', productId),
        '42501',
      )
    }
    const lines = unwrap(await serviceOf(server).from('order_items').select('id').eq('product_id', productId))
    attempts.expectRefusal(
      'a review by the seller',
      await owner.rpc('write_review', { order_item_id: lines[0]?.id ?? '', rating: 5 }),
      '42501',
    )
    return attempts.result()
  },
}
