/** Reviews by buyers after delivery, the averages they change, and private favourites. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { databases } from '../harness.ts'
import {
  type Actor,
  forbidden,
  openTestContext,
  refusal,
  type TestContext,
  type Values,
  writeReview,
} from './test-context.ts'

describe.each(databases)('reviews and favourites on %s', (kind) => {
  let context: TestContext
  let buyer: Actor
  let seller: Actor
  let shop: string
  let product: string
  beforeAll(async () => {
    context = await openTestContext(kind)
  })
  afterAll(() => context.close())
  beforeEach(async () => {
    buyer = await context.member('Buyer')
    seller = await context.member('Seller')
    shop = await context.shop(seller, { name: 'A shop' })
    product = await context.product(shop)
  })

  const review = async (rating: number, of = product, by = buyer) => {
    const { item } = await context.order(by, of)
    return writeReview(by, item, rating, { text: ' Good. ' })
  }
  const rated = async (table: string, id: string) => {
    const [row] = await context.visitor.rows(`select rating, review_count from ${table} where id = $1`, id)
    return [row?.rating, row?.review_count]
  }

  it('a buyer reviews what was delivered, in their own name', async () => {
    await review(4)
    expect(
      await context.visitor.rows('select r.author_name, r.* from reviews r where product_id = $1', product),
    ).toMatchObject([
      {
        author_name: 'Buyer',
        product_id: product,
        shop_id: shop,
        rating: 4,
        text: 'Good.',
        is_hidden: false,
        is_counted: true,
      },
    ])
  })

  it('visitors, sellers, other members and buyers before delivery cannot review', async () => {
    const { item } = await context.order(buyer, product)
    const early = await context.order(buyer, product, { status: 'shipped' })
    for (const actor of [seller, await context.member(), context.visitor])
      expect(await refusal(writeReview(actor, item, 5))).toMatchObject({ code: forbidden })
    for (const unseen of [early.item, randomUUID()])
      expect(await refusal(writeReview(buyer, unseen, 5))).toMatchObject({ code: forbidden, hint: 'not_received' })
  })

  it('only a function writes reviews, with stars, text and a picture', async () => {
    const mine = { product_id: product, shop_id: shop, rating: 5 }
    expect(await refusal(buyer.insert('reviews', mine))).toMatchObject({ code: forbidden })
    const id = await review(5)
    const claim = { review_id: id, author_id: seller.id }
    expect(await refusal(seller.send('review_authors', claim))).toMatchObject({ code: forbidden })
  })

  it('only its author sees which account and order a review comes from', async () => {
    await review(5)
    const [seen] = await context.visitor.rows('select * from reviews where product_id = $1', product)
    expect(Object.keys(seen ?? {}).sort()).toEqual([
      'created_at',
      'id',
      'is_counted',
      'is_hidden',
      'picture',
      'product_id',
      'rating',
      'replied_at',
      'reply',
      'shop_id',
      'text',
    ])
    expect(await refusal(context.visitor.rows('select * from review_authors'))).toMatchObject({ code: forbidden })
    expect([await seller.count('select from review_authors'), await buyer.count('select from review_authors')]).toEqual(
      [0, 1],
    )
  })

  it.each([
    [0, {}, '22023'],
    [6, {}, '22023'],
    [5, { text: 'x'.repeat(2001) }, '23514'],
  ])('a review with %s stars and the text %j is refused', async (rating, more, code) => {
    const { item } = await context.order(buyer, product)
    expect(await refusal(writeReview(buyer, item, rating, more))).toMatchObject({ code })
  })

  it('nobody changes or deletes a review, and only a function replies to it', async () => {
    const id = await review(2)
    for (const actor of [buyer, seller, context.visitor]) {
      expect(await refusal(actor.update('reviews', id, { rating: 5 }))).toMatchObject({ code: forbidden })
      expect(await refusal(actor.update('reviews', id, { reply: 'Sorry' }))).toMatchObject({ code: forbidden })
      expect(await refusal(actor.count('delete from reviews'))).toMatchObject({ code: forbidden })
    }
  })

  const reply = (actor: Actor, id: string, words: string | null) =>
    actor.rows('select public.reply_to_review($1, $2)', id, words)

  it('the shop replies once, and the author’s notification links to the reply', async () => {
    const id = await review(2)
    await reply(seller, id, '  Sorry! The next one is on me. ')
    const [stored] = await context.visitor.rows('select reply, replied_at from reviews where id = $1', id)
    expect(stored).toMatchObject({ reply: 'Sorry! The next one is on me.', replied_at: expect.any(String) })
    expect(await buyer.rows('select type, title, message, link from notifications')).toEqual([
      {
        type: 'message',
        title: 'A shop replied to your review',
        message: 'Sorry! The next one is on me.',
        link: `/product/${product}?tab=reviews`,
      },
    ])
    expect(await refusal(reply(seller, id, 'And another thing'))).toMatchObject({
      code: 'PT409',
      message: 'You have already replied to this review.',
    })
    expect(await buyer.count('select from notifications')).toBe(1)
  })

  it('two simultaneous replies leave one', async () => {
    const id = await review(2)
    const results = await Promise.allSettled([reply(seller, id, 'First'), reply(seller, id, 'Second')])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await buyer.count('select from notifications')).toBe(1)
  })

  it('only the reviewed shop can reply', async () => {
    const id = await review(2)
    const rival = await context.member('Rival')
    await context.shop(rival)
    for (const actor of [buyer, rival, await context.member()])
      expect(await refusal(reply(actor, id, 'Nonsense'))).toMatchObject({
        code: forbidden,
        message: 'Only the reviewed shop can reply.',
      })
    expect(await refusal(reply(context.visitor, id, 'Nonsense'))).toMatchObject({ code: forbidden })
    expect(await refusal(reply(context.service, id, 'Nonsense'))).toMatchObject({ code: forbidden })
  })

  it('an empty or overlong reply is refused, and so is one to a hidden or deleted review', async () => {
    const id = await review(2)
    for (const nothing of [null, '', ' \n\u00a0'])
      expect(await refusal(reply(seller, id, nothing))).toMatchObject({
        code: '22023',
        message: 'Please write a reply.',
      })
    expect(await refusal(reply(seller, id, 'x'.repeat(2001)))).toMatchObject({ code: '22023' })
    expect(await refusal(reply(seller, randomUUID(), 'Thanks'))).toMatchObject({ code: 'PT404' })
    await context.service.update('reviews', id, { is_hidden: true })
    expect(await refusal(reply(seller, id, 'Thanks'))).toMatchObject({ code: 'PT404' })
    await context.service.update('reviews', id, { is_hidden: false })
    await reply(seller, id, 'x'.repeat(2000))
  })

  it('the shop can reply after the author or the product is deleted', async () => {
    const id = await review(2)
    const other = await review(3, product, await context.member())
    await context.service.count('delete from products where id = $1', product)
    await reply(seller, id, 'Thank you')
    expect(await buyer.rows('select link from notifications')).toEqual([
      { link: `/shop/shop-${seller.id.slice(0, 18)}?tab=reviews` },
    ])
    await context.database.run({ text: 'delete from auth.users where id = $1', values: [buyer.id] })
    await reply(seller, other, 'Thank you')
  })

  it('reviews set the averages of product and shop, the shop’s weighted by count', async () => {
    const second = await context.product(shop)
    expect(await rated('products', product)).toEqual([null, 0])
    for (const rating of [5, 4, 4]) await review(rating, product, await context.member())
    await review(1, second)
    expect(await rated('products', product)).toEqual(['4.33', 3])
    expect(await rated('products', second)).toEqual(['1.00', 1])
    expect(await rated('shops', shop)).toEqual(['3.50', 4])
  })

  it('everyone sees the star counts of a product and of a shop', async () => {
    const second = await context.product(shop)
    await review(5)
    await review(5, product, await context.member())
    const hidden = await review(1, product, await context.member())
    await review(3, second)
    await context.service.update('reviews', hidden, { is_hidden: true })
    const stars = (actor: Actor, argument: string, id: string) =>
      actor.rows(`select * from public.review_stars(${argument} => $1)`, id)
    const twice = { rating: 5, reviews: '2' }
    expect(await stars(context.visitor, 'of_product', product)).toEqual([twice])
    expect(await stars(buyer, 'of_product', product)).toEqual([twice])
    expect(await stars(seller, 'of_shop', shop)).toEqual([twice, { rating: 3, reviews: '1' }])
    expect(await context.visitor.rows('select * from public.review_stars()')).toEqual([])
  })

  it('a hidden review does not count, and only its author still sees it', async () => {
    const id = await review(1)
    await review(5, product, await context.member())
    await context.service.update('reviews', id, { is_hidden: true })
    expect(await rated('products', product)).toEqual(['5.00', 1])
    const seen = (actor: Actor) => actor.count('select from reviews where id = $1', id)
    expect([await seen(context.visitor), await seen(seller), await seen(buyer)]).toEqual([0, 0, 1])
    await context.service.count('delete from reviews where product_id = $1', product)
    expect(await rated('products', product)).toEqual([null, 0])
    expect(await rated('shops', shop)).toEqual([null, 0])
  })

  it('reviews and stars are hidden while their product or shop is', async () => {
    await review(2)
    const seen = async () => [
      await context.visitor.count('select from reviews where shop_id = $1', shop),
      await context.visitor.count('select from public.review_stars(of_product => $1)', product),
      await context.visitor.count('select from public.review_stars(of_shop => $1)', shop),
    ]
    expect(await seen()).toEqual([1, 1, 1])
    const hiding: [table: string, id: string, hidden: Values, shown: Values][] = [
      ['products', product, { status: 'draft' }, { status: 'active' }],
      ['products', product, { status: 'hidden' }, { status: 'active' }],
      [
        'products',
        product,
        { taken_down_at: '2026-01-01', takedown_reason: 'Not food' },
        { taken_down_at: null, takedown_reason: null },
      ],
      ['shops', shop, { status: 'suspended' }, { status: 'active' }],
    ]
    for (const [table, id, hidden, shown] of hiding) {
      await context.service.update(table, id, hidden)
      expect(await seen(), JSON.stringify(hidden)).toEqual([0, 0, 0])
      expect(await buyer.count('select from reviews where shop_id = $1', shop)).toBe(1)
      await context.service.update(table, id, shown)
      expect(await seen()).toEqual([1, 1, 1])
    }
  })

  it('a review still counts for the shop after it deletes the product', async () => {
    await review(1)
    await seller.count('delete from products where id = $1', product)
    expect(await rated('shops', shop)).toEqual(['1.00', 1])
    expect(await context.visitor.rows('select product_id from reviews where shop_id = $1', shop)).toEqual([
      { product_id: null },
    ])
  })

  it('only its member sees, adds and removes a favourite', async () => {
    const favourite = await buyer.insert('favourites', { user_id: buyer.id, product_id: product })
    await buyer.insert('favourites', { user_id: buyer.id, shop_id: shop })
    expect(favourite).toMatchObject({ user_id: buyer.id, product_id: product, shop_id: null })
    expect(await buyer.count('select from favourites')).toBe(2)
    expect(await seller.count('select from favourites')).toBe(0)
    expect(await seller.count('delete from favourites')).toBe(0)
    expect(await refusal(seller.insert('favourites', { user_id: buyer.id, shop_id: shop }))).toMatchObject({
      code: forbidden,
    })
    expect(await refusal(context.visitor.rows('select * from favourites'))).toMatchObject({ code: forbidden })
    expect(await buyer.count('delete from favourites')).toBe(2)
  })

  it('a hidden product or shop cannot be a favourite, and the refusal does not reveal it', async () => {
    const draft = await context.product(shop, { status: 'draft' })
    const closed = await context.shop(await context.member(), { status: 'suspended' })
    const unseen: Values[] = [
      { product_id: draft },
      { product_id: randomUUID() },
      { shop_id: closed },
      { shop_id: randomUUID() },
    ]
    for (const one of unseen)
      expect(await refusal(buyer.insert('favourites', { user_id: buyer.id, ...one }))).toMatchObject({
        code: forbidden,
      })
    await seller.insert('favourites', { user_id: seller.id, product_id: draft })
    expect(await seller.count('delete from favourites')).toBe(1)
  })

  it('a product or shop is a member’s favourite once', async () => {
    await buyer.insert('favourites', { user_id: buyer.id, shop_id: shop })
    expect(await refusal(buyer.insert('favourites', { user_id: buyer.id, shop_id: shop }))).toMatchObject({
      constraint: 'favourites_shop_once',
    })
    const wrong: Values[] = [{}, { shop_id: shop, product_id: product }]
    for (const both of wrong)
      expect(await refusal(buyer.insert('favourites', { user_id: buyer.id, ...both }))).toMatchObject({
        constraint: 'favourites_product_or_shop',
      })
  })
})
