/** Products, their pictures and variations: public on sale, private as drafts, written by their owner only. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AllergenDeclaration, allergenGroups } from '#domain/food/allergens'
import { allFree } from '../declarations.ts'
import { everyDatabase } from '../harness.ts'
import { type Actor, forbidden, openTestContext, refusal, type TestContext, text, type Values } from './test-context.ts'

describe.each(everyDatabase)('products on %s', (kind) => {
  let context: TestContext
  let owner: Actor
  let other: Actor
  let shop: string
  let product: string
  beforeAll(async () => {
    context = await openTestContext(kind)
    owner = await context.member('Owner')
    other = await context.member('Other')
    shop = await context.shop(owner, { name: 'Crumb & Co' })
    await context.shop(other)
    // The columns that the product's client sends.
    const sent = { description: '', price: 12.5, image: '', category: 'Cakes', stock: 3, is_bestseller: false }
    const row = await owner.insert('products', {
      name: ' Crème Brûlée Cake ',
      ...sent,
      shop_id: shop,
      available_for_delivery: true,
      available_for_pickup: true,
    })
    product = text(row, 'id')
  })
  afterAll(() => context.close())

  const seenBy = async (...actors: Actor[]) =>
    Promise.all(actors.map((actor) => actor.count('select from products where id = $1', product)))

  it('a product made with the client’s columns is on sale, without declared allergens', async () => {
    const [row] = await owner.rows('select * from products where id = $1', product)
    expect(row).toMatchObject({
      name: 'Crème Brûlée Cake',
      price: '12.50',
      image: null,
      product_type: 'standardized',
      status: 'active',
      is_listed: true,
      allergens: null,
      allergens_declared: false,
      rating: null,
      review_count: 0,
    })
  })

  it('only the shop’s owner adds products', async () => {
    for (const actor of [other, await context.member(), context.visitor])
      expect(await refusal(actor.insert('products', { shop_id: shop, name: 'Mine' }))).toMatchObject({
        code: forbidden,
      })
  })

  it('only the shop’s owner changes and deletes products', async () => {
    expect(await other.update('products', product, { price: 0.01 })).toBe(0)
    expect(await other.count('delete from products where id = $1', product)).toBe(0)
    expect(await refusal(context.visitor.update('products', product, { price: 0.01 }))).toMatchObject({
      code: forbidden,
    })
    expect(await refusal(context.visitor.count('delete from products'))).toMatchObject({ code: forbidden })
    const changes = {
      name: 'Cake',
      price: 14,
      stock: 2,
      category: 'Pies',
      description: 'Good.',
      available_for_delivery: false,
      available_for_pickup: true,
    }
    expect(await owner.update('products', product, changes)).toBe(1)
    const spare = await context.product(shop)
    expect(await owner.count('delete from products where id = $1', spare)).toBe(1)
  })

  it('a product cannot move to another shop', async () => {
    const [mine] = await other.rows('select id from shops where user_id = $1', other.id)
    expect(await refusal(owner.update('products', product, { shop_id: text(mine, 'id') }))).toMatchObject({
      code: forbidden,
    })
    expect(await owner.update('products', product, { shop_id: shop })).toBe(1)
  })

  it.each(['rating', 'review_count', 'is_listed', 'created_at', 'updated_at'])(
    'an owner cannot write %s',
    async (column) => {
      expect(
        await refusal(owner.count(`update products set ${column} = default where id = $1`, product)),
      ).toMatchObject({ code: forbidden })
      expect(await refusal(owner.insert('products', { shop_id: shop, name: 'Cake', [column]: null }))).toMatchObject({
        code: forbidden,
      })
    },
  )

  it('everyone sees an active product, and only its owner sees a draft or hidden one', async () => {
    expect(await seenBy(context.visitor, other, owner)).toEqual([1, 1, 1])
    for (const status of ['draft', 'hidden']) {
      await owner.update('products', product, { status })
      expect(await seenBy(context.visitor, other, owner), status).toEqual([0, 0, 1])
    }
    await owner.update('products', product, { status: 'active' })
    expect(await seenBy(context.visitor)).toEqual([1])
  })

  it('a product disappears while its shop is suspended, even one added meanwhile', async () => {
    await context.service.update('shops', shop, { status: 'suspended' })
    const meanwhile = await context.product(shop)
    expect(await seenBy(context.visitor, other, owner)).toEqual([0, 0, 1])
    expect(await context.visitor.count('select from products where id = $1', meanwhile)).toBe(0)
    await context.service.update('shops', shop, { status: 'active' })
    expect(await seenBy(context.visitor)).toEqual([1])
    expect(await context.visitor.count('select from products where id = $1', meanwhile)).toBe(1)
  })

  it('the states of product and shop decide whether it is listed, even against the service key', async () => {
    await context.service.update('products', product, { is_listed: false })
    expect(await seenBy(context.visitor)).toEqual([1])
  })

  it('a second tab is refused when a product changed meanwhile, but not when its rating did', async () => {
    const stamp = async () =>
      text((await owner.rows('select updated_at::text as at from products where id = $1', product))[0], 'at')
    const before = await stamp()
    await context.service.update('products', product, { rating: 4, review_count: 1 })
    expect(await stamp()).toBe(before)
    await owner.update('products', product, { stock: 1 })
    expect(await stamp()).not.toBe(before)
  })

  it.each<[Values, string]>([
    [{ name: 'x' }, 'products_name_length'],
    [{ name: ' x ' }, 'products_name_length'],
    [{ name: 'x'.repeat(151) }, 'products_name_length'],
    [{ name: 'a\nb' }, 'products_name_form'],
    [{ name: '\u200b\u2060\u3164\u00ad' }, 'products_name_length'],
    [{ name: '\u200d\ufe0f\u200d' }, 'products_name_length'],
    [{ price: -0.01 }, 'products_price_range'],
    [{ price: 'NaN' }, 'products_price_range'],
    [{ stock: -1 }, 'products_stock_range'],
    [{ image: 'javascript:alert(1)' }, 'products_image_form'],
    [{ image: 'data:image/png;base64,AAAA' }, 'products_image_form'],
    [{ product_type: 'magic', price: 0 }, 'products_type_known'],
    [{ status: 'sold' }, 'products_status_known'],
    [{ requires_consultation: true }, 'products_quote_fields_bespoke_only'],
    [{ min_price: 5 }, 'products_quote_fields_bespoke_only'],
    [{ product_type: 'bespoke', min_price: 20, max_price: 10 }, 'products_quote_price_range'],
    [{ product_type: 'bespoke', min_price: -1 }, 'products_quote_price_range'],
    [{ lead_time_days: -1 }, 'products_lead_time_range'],
    [{ net_quantity: '' }, 'products_net_quantity_form'],
    [{ net_quantity: '4\n50 g' }, 'products_net_quantity_form'],
    [{ shelf_life_days: -1 }, 'products_shelf_life_range'],
    [{ shelf_life_days: 1826 }, 'products_shelf_life_range'],
    [{ storage_advice: 'x'.repeat(121) }, 'products_storage_advice_form'],
    [{ allergens: { milk: 'yes' } }, 'products_allergens_form'],
    [{ allergens: { milk: 1 } }, 'products_allergens_form'],
    [{ allergens: { milk: null } }, 'products_allergens_form'],
    [{ allergens: { milk: ['contains'] } }, 'products_allergens_form'],
    [{ allergens: { milk: [] } }, 'products_allergens_form'],
    [{ allergens: { gravel: 'contains' } }, 'products_allergens_form'],
    [{ allergens: ['milk'] }, 'products_allergens_form'],
    [{ allergens: 'null' }, 'products_allergens_form'],
    [{ category: 'x'.repeat(51) }, 'products_category_form'],
    [{ occasions: '{funeral}' }, 'products_occasions_known'],
    [{ occasions: '{birthday,null}' }, 'products_occasions_known'],
  ])('a product with %j is refused', async (change, constraint) => {
    expect(await refusal(owner.update('products', product, change))).toMatchObject({ code: '23514', constraint })
  })

  it.each([
    ['\u202egninrom\u202c cake', 'gninrom cake'],
    ['\u2067Lemon\u2069 ca\u00adke\u200b', 'Lemon cake'],
    ['Two\u2028lines', 'Two lines'],
    ['👩‍🍳 🏴󠁧󠁢󠁥󠁮󠁧󠁿 ❤️ نان‌خامه‌ای', '👩‍🍳 🏴󠁧󠁢󠁥󠁮󠁧󠁿 ❤️ نان‌خامه‌ای'],
  ])('a product name loses invisible characters: %j is saved as %j', async (name, kept) => {
    await owner.update('products', product, { name, category: name })
    expect(await owner.rows('select name, category from products where id = $1', product)).toEqual([
      { name: kept, category: kept },
    ])
  })

  it.each([
    [{ stock: 1.5 }, '22P02'],
    [{ price: 'abc' }, '22P02'],
  ])('a product with %j, a value of the wrong type, is refused', async (change, code) => {
    expect(await refusal(owner.update('products', product, change))).toMatchObject({ code })
  })

  it('a custom product always has the price 0', async () => {
    const bespoke = await owner.insert('products', {
      shop_id: shop,
      name: 'Yours',
      product_type: 'bespoke',
      price: 40,
      min_price: 28,
      max_price: 35,
      requires_consultation: true,
    })
    expect(bespoke).toMatchObject({ price: '0.00', min_price: '28.00', max_price: '35.00' })
    await owner.update('products', text(bespoke, 'id'), { price: 12 })
    expect(await owner.rows('select price from products where id = $1', text(bespoke, 'id'))).toEqual([
      { price: '0.00' },
    ])
  })

  it.each<[string, AllergenDeclaration]>([
    ['all fourteen', allFree],
    ['thirteen', { ...allFree, milk: undefined }],
    ['a cereal instead of gluten', { ...allFree, gluten: undefined, wheat: 'contains' }],
    ['a nut in traces instead of nuts', { ...allFree, nuts: undefined, almond: 'may_contain' }],
    ['a cereal it is free of instead of gluten', { ...allFree, gluten: undefined, wheat: 'free' }],
    ['a nut instead of gluten', { ...allFree, gluten: undefined, almond: 'contains' }],
    ['nothing', {}],
  ])('the database declares allergens by the domain’s rules: %s', async (_, declaration) => {
    await owner.update('products', product, { allergens: declaration })
    expect(await owner.rows('select allergens_declared from products where id = $1', product)).toEqual([
      { allergens_declared: allergenGroups(declaration).undeclared.length === 0 },
    ])
  })

  it('everyone who sees a product sees its pictures and variations, and only its owner writes them', async () => {
    const picture = { product_id: product, image: 'https://cdn.example/a.png', position: 0 }
    const variation = { product_id: product, name: '8 inch', price_delta: 9, position: 0 }
    for (const [table, row] of [
      ['product_images', picture],
      ['product_variations', variation],
    ] as const) {
      const id = text(await owner.insert(table, row), 'id')
      const seen = (actor: Actor) => actor.count(`select from ${table} where id = $1`, id)
      expect(await seen(context.visitor), table).toBe(1)
      expect(await refusal(other.insert(table, { ...row, position: 1 })), table).toMatchObject({ code: forbidden })
      expect(await refusal(context.visitor.insert(table, row)), table).toMatchObject({ code: forbidden })
      expect(await other.update(table, id, { position: 2 }), table).toBe(0)
      expect(await other.count(`delete from ${table} where id = $1`, id), table).toBe(0)
      await owner.update('products', product, { status: 'draft' })
      expect([await seen(context.visitor), await seen(other), await seen(owner)], table).toEqual([0, 0, 1])
      await owner.update('products', product, { status: 'active' })
      expect(await refusal(owner.update(table, id, { product_id: await context.product(shop) })), table).toMatchObject({
        code: forbidden,
      })
      expect(await owner.count(`delete from ${table} where id = $1`, id), table).toBe(1)
    }
  })

  it('one statement can swap picture positions, and no two pictures share one', async () => {
    const album = await context.product(shop)
    for (const position of [0, 1])
      await owner.insert('product_images', { product_id: album, image: `https://x.test/${position}.png`, position })
    expect(await owner.count('update product_images set position = 1 - position where product_id = $1', album)).toBe(2)
    expect(
      await refusal(owner.insert('product_images', { product_id: album, image: 'https://x.test/2.png', position: 1 })),
    ).toMatchObject({ code: '23505' })
    expect(
      await refusal(owner.insert('product_images', { product_id: album, image: 'https://x.test/2.png', position: 12 })),
    ).toMatchObject({ code: '23514' })
  })

  it('a variation name is unique within its product', async () => {
    await owner.insert('product_variations', { product_id: product, name: 'Vanilla', position: 3 })
    expect(
      await refusal(owner.insert('product_variations', { product_id: product, name: 'VANILLA', position: 4 })),
    ).toMatchObject({
      constraint: 'product_variations_one_per_name',
    })
  })
})
