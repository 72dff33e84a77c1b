/** Kitchen facts: stated by the shop's owner alone, without contradictions, dated by the server. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withMilk } from '../declarations.ts'
import { databases } from '../harness.ts'
import { cases } from './case-count.ts'
import { address, call, delivered, forSale, order, place } from './order-fixtures.ts'
import { type Actor, forbidden, openTestContext, refusal, type TestContext, text, type Values } from './test-context.ts'

describe.each(databases)('kitchen facts on %s', (kind) => {
  let context: TestContext
  let owner: Actor
  let other: Actor
  let shop: string
  beforeAll(async () => {
    context = await openTestContext(kind)
    owner = await context.member('Owner')
    other = await context.member('Other')
    shop = await context.shop(owner)
    await context.shop(other)
    await owner.send('shop_kitchens', { shop_id: shop, handles: { milk: true, nuts: false, peanuts: false } })
  })
  afterAll(() => context.close())

  const change = (actor: Actor, set: string) => actor.count(`update shop_kitchens set ${set} where shop_id = $1`, shop)
  const seenBy = (actor: Actor) => actor.count('select from shop_kitchens where shop_id = $1', shop)

  it('are stated and changed by the owner alone, and seen by everyone while the shop is visible', async () => {
    expect(await refusal(other.send('shop_kitchens', { shop_id: shop, handles: {} }))).toMatchObject({
      code: forbidden,
    })
    expect(await change(other, `handles = '{}'`)).toBe(0)
    expect(await other.count('delete from shop_kitchens')).toBe(0)
    expect(await refusal(context.visitor.count('delete from shop_kitchens'))).toMatchObject({ code: forbidden })
    expect(await seenBy(context.visitor)).toBe(1)
    await context.service.update('shops', shop, { status: 'suspended' })
    expect([await seenBy(context.visitor), await seenBy(other), await seenBy(owner)]).toEqual([0, 0, 1])
    await context.service.update('shops', shop, { status: 'active' })
  })

  it('of an order are those of its day, whatever the seller states later', async () => {
    const seller = await context.member('Seller')
    const kitchen = await context.shop(seller)
    await seller.send('shop_kitchens', { shop_id: kitchen, handles: { milk: true, celery: true, nuts: false } })
    const buyer = await context.member('Buyer')
    const product = await context.product(kitchen, { ...forSale, price: 10, stock: 5 })
    const { orders } = await place(
      buyer,
      order([delivered(kitchen, { product })], { address_id: await address(buyer) }),
    )
    await seller.count(`update shop_kitchens set handles = handles || '{"celery": false, "nuts": true}'`)
    const [bought] = await buyer.rows('select kitchen_handles from orders where id = $1', orders[0]?.id ?? '')
    expect(bought?.kitchen_handles).toBe('{celery,milk}')
    expect(await refusal(buyer.count(`update orders set kitchen_handles = '{}'`))).toMatchObject({ code: forbidden })
  })

  it('that were changed since they were shown refuse the order, and are not asked of one that shows none', async () => {
    const seller = await context.member('Seller')
    const kitchen = await context.shop(seller)
    const buyer = await context.member('Buyer')
    const home = await address(buyer)
    const product = await context.product(kitchen, { ...forSale, price: 10, stock: 50 })
    const placing = (shown: object) =>
      place(buyer, order([{ ...delivered(kitchen, { product }), ...shown }], { address_id: home }))
    const handles = { nuts: false, milk: true }
    const statement = { handles, shares_equipment: null }
    const changed = { code: 'PT409', hint: 'kitchen_changed' }
    await placing({ kitchen: null })
    await seller.send('shop_kitchens', { shop_id: kitchen, handles })
    expect(await refusal(placing({ kitchen: null }))).toMatchObject(changed)
    await placing({ kitchen: statement })
    await placing({})
    await seller.count('update shop_kitchens set shares_equipment = true')
    expect(await refusal(placing({ kitchen: statement }))).toMatchObject(changed)
    await placing({ kitchen: { ...statement, shares_equipment: true } })
    await seller.count(`update shop_kitchens set handles = handles || '{"nuts": true}'`)
    for (const shown of [
      { ...statement, shares_equipment: true },
      null,
      'none',
      {},
      { handles: { ...handles, nuts: true } },
    ])
      expect(await refusal(placing({ kitchen: shown })), JSON.stringify(shown)).toMatchObject(changed)
    expect(await buyer.count('select from orders')).toBe(4)
  })

  it('can be asked for in a search, which follows what the seller states', async () => {
    const seller = await context.member('Seller')
    const kitchen = await context.shop(seller, { slug: 'a-shop-without' })
    await context.product(kitchen, { ...forSale, name: 'Seed bar' })
    const found = async (...avoid: string[]) =>
      (
        (await call(
          context.visitor,
          'search_products(avoid => $1::text[], shop => $2)',
          `{${avoid}}`,
          'a-shop-without',
        )) as { total: number }
      ).total
    expect([await found(), await found('kitchen:sesame')]).toEqual([1, 0])
    await seller.send('shop_kitchens', { shop_id: kitchen, handles: { sesame: false, celery: true } })
    expect([await found('kitchen:sesame'), await found('kitchen:sesame', 'kitchen:celery')]).toEqual([1, 0])
    await context.product(kitchen, { ...forSale, name: 'Oat bar' })
    expect(await found('kitchen:sesame')).toBe(2)
    await seller.count(`update shop_kitchens set handles = '{"celery": false}'`)
    expect([await found('kitchen:sesame'), await found('kitchen:celery')]).toEqual([0, 2])
    await seller.count('delete from shop_kitchens')
    expect(await found('kitchen:celery')).toBe(0)
    // Not stated, and no allergens of a kitchen.
    for (const unknown of ['kitchen:', 'kitchen:gravel', 'kitchen:contains:nuts']) expect(await found(unknown)).toBe(0)
  })

  it('cannot be moved to another shop', async () => {
    const [mine] = await other.rows('select id from shops where user_id = $1', other.id)
    expect(await refusal(owner.count('update shop_kitchens set shop_id = $1', text(mine, 'id')))).toMatchObject({
      code: forbidden,
    })
  })

  it.each<[string, string]>([
    [`is_nut_free = true, handles = '{"nuts": true, "peanuts": false}'`, 'shop_kitchens_nut_free_without_nuts'],
    [`is_nut_free = true, handles = '{"nuts": false, "peanuts": true}'`, 'shop_kitchens_nut_free_without_nuts'],
    [`is_nut_free = true, handles = '{"nuts": false}'`, 'shop_kitchens_nut_free_without_nuts'],
    [`is_nut_free = true, handles = '{}'`, 'shop_kitchens_nut_free_without_nuts'],
    [`handles = '{"milk": "yes"}'`, 'shop_kitchens_handles_form'],
    [`handles = '{"milk": 1}'`, 'shop_kitchens_handles_form'],
    [`handles = '{"milk": null}'`, 'shop_kitchens_handles_form'],
    [`handles = '{"milk": [true]}'`, 'shop_kitchens_handles_form'],
    [`handles = '{"gravel": true}'`, 'shop_kitchens_handles_form'],
    [`handles = '{"walnut": true}'`, 'shop_kitchens_handles_form'],
    [`handles = '[]'`, 'shop_kitchens_handles_form'],
    [`handles = 'true'`, 'shop_kitchens_handles_form'],
  ])('with %s are refused, even with the service key', async (set, constraint) => {
    for (const actor of [owner, context.service])
      expect(await refusal(change(actor, set))).toMatchObject({ code: '23514', constraint })
  })

  it('of a nut-free kitchen cannot gain nuts later', async () => {
    expect(await change(owner, 'is_nut_free = true')).toBe(1)
    expect(await refusal(change(owner, `handles = handles || '{"nuts": true}'`))).toMatchObject({ code: '23514' })
    expect(await refusal(change(owner, `handles = handles - 'nuts'`))).toMatchObject({ code: '23514' })
    expect(await change(owner, 'is_nut_free = null')).toBe(1)
  })

  it('are dated by the server when the owner confirms them, and by nobody else', async () => {
    const reviewed = async () =>
      text((await owner.rows('select reviewed_at::text as at from shop_kitchens where shop_id = $1', shop))[0], 'at')
    await context.service.count(`update shop_kitchens set reviewed_at = '2020-01-01' where shop_id = $1`, shop)
    expect(await reviewed()).toMatch(/^2020-01-01/)
    expect(await refusal(change(owner, `reviewed_at = '2030-01-01'`))).toMatchObject({ code: forbidden })
    await change(owner, 'handles = handles')
    const [row] = await owner.rows(`select reviewed_at > now() - interval '5 minutes' as fresh from shop_kitchens`)
    expect(row).toEqual({ fresh: true })
  })

  it('stay one row when the owner confirms them again and again', async () => {
    const insert: Values = { shop_id: shop, handles: {} }
    expect(await refusal(owner.send('shop_kitchens', insert))).toMatchObject({ code: '23505' })
    await owner.count(
      `do $$ begin for n in 1..${cases(3, 1_000)} loop
        update public.shop_kitchens set shares_equipment = n % 2 = 0 where shop_id = '${shop}';
      end loop; end $$`,
    )
    expect(await seenBy(owner)).toBe(1)
  })

  it('cannot deny what a product contains, and follow a product that is added or published later', async () => {
    const baker = await context.member('Baker')
    const bakery = await context.shop(baker)
    const facts = () => baker.rows('select handles, is_nut_free from shop_kitchens where shop_id = $1', bakery)
    const loaf: Values = { name: 'Walnut loaf', allergens: { walnut: 'contains', milk: 'may_contain' } }
    const id = await context.product(bakery, { ...loaf, status: 'draft' })
    const nutFree = { shop_id: bakery, handles: { nuts: false, peanuts: false }, is_nut_free: true }
    await baker.send('shop_kitchens', nutFree)
    await context.service.count(`update shop_kitchens set reviewed_at = '2020-01-01' where shop_id = $1`, bakery)
    await baker.update('products', id, { status: 'active' })
    expect(await facts()).toEqual([{ handles: { nuts: true, peanuts: false }, is_nut_free: false }])
    const [reviewed] = await baker.rows('select reviewed_at::text as at from shop_kitchens where shop_id = $1', bakery)
    expect(text(reviewed, 'at')).toMatch(/^2020-01-01/)
    expect(
      await refusal(baker.count(`update shop_kitchens set handles = '{"nuts": false}' where shop_id = $1`, bakery)),
    ).toMatchObject({
      hint: 'kitchen',
      message: 'Walnut loaf contains tree nuts, so your kitchen handles it.',
    })
    // What is left open is answered by the products.
    await baker.count(`update shop_kitchens set handles = '{}' where shop_id = $1`, bakery)
    expect(await facts()).toEqual([{ handles: { nuts: true }, is_nut_free: false }])
    await baker.insert('products', { shop_id: bakery, name: 'Bun', allergens: { wheat: 'contains' } })
    expect(await facts()).toEqual([{ handles: { nuts: true, gluten: true }, is_nut_free: false }])
  })

  it('of a nut-free kitchen are refused or withdrawn where anything made there may contain nuts', async () => {
    const traces = { nuts: 'may_contain', walnut: 'may_contain' }
    const nutFree = { handles: { nuts: false, peanuts: false }, is_nut_free: true }
    const bakery = async (values: Values) => {
      const baker = await context.member('Baker')
      const id = await context.shop(baker)
      return { baker, id, product: await context.product(id, { name: 'Bun', allergens: withMilk, ...values }) }
    }
    const seen = (baker: Actor, id: string) =>
      baker.rows('select is_nut_free from shop_kitchens where shop_id = $1', id)

    const declares = await bakery({ allergens: { ...withMilk, ...traces } })
    const refused = await refusal(declares.baker.send('shop_kitchens', { shop_id: declares.id, ...nutFree }))
    expect(refused).toMatchObject({
      hint: 'kitchen',
      message: 'Bun may contain nuts, so your kitchen is not kept free from them.',
    })
    await declares.baker.update('products', declares.product, { allergens: withMilk })
    await declares.baker.send('shop_kitchens', { shop_id: declares.id, ...nutFree })
    await declares.baker.update('products', declares.product, { allergens: { ...withMilk, peanuts: 'may_contain' } })
    expect(await seen(declares.baker, declares.id)).toEqual([{ is_nut_free: false }])

    const offers = await bakery({})
    await offers.baker.send('shop_kitchens', { shop_id: offers.id, ...nutFree })
    await context.service.insert('product_variations', {
      product_id: offers.product,
      name: 'Walnut',
      allergens: { nuts: 'may_contain', walnut: 'may_contain' },
    })
    expect(await seen(offers.baker, offers.id)).toEqual([{ is_nut_free: false }])

    const quotes = await bakery({ product_type: 'bespoke', price: 0 })
    await quotes.baker.send('shop_kitchens', { shop_id: quotes.id, ...nutFree })
    const opened = {
      seller_id: quotes.baker.id,
      product_id: quotes.product,
      brief: { allergens: [{ allergen: 'milk' }] },
    }
    const room = text(await other.insert('chat_rooms', opened), 'id')
    await quotes.baker.update('chat_rooms', room, {
      price_quote: 40,
      allergen_answers: [{ allergen: 'milk', answer: 'cannot' }],
      quote_declaration: { allergens: { ...withMilk, ...traces } },
    })
    expect(await seen(quotes.baker, quotes.id)).toEqual([{ is_nut_free: false }])
    const again = quotes.baker.count('update shop_kitchens set is_nut_free = true where shop_id = $1', quotes.id)
    expect(await refusal(again)).toMatchObject({ hint: 'kitchen' })
  })

  it('are deleted with the owner’s account', async () => {
    const leaving = await context.member('Leaving')
    const closed = await context.shop(leaving)
    await leaving.send('shop_kitchens', { shop_id: closed, handles: { nuts: true } })
    await context.database.run({ text: 'delete from auth.users where id = $1', values: [leaving.id] })
    expect(await context.service.count('select from shop_kitchens where shop_id = $1', closed)).toBe(0)
    expect(await context.service.count('select from shops where id = $1', closed)).toBe(1)
  })
})
