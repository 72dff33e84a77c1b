/** Saving, copying, importing and bulk pricing of products: by their shop's owner only, all or nothing. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases } from '../harness.ts'
import { type Actor, forbidden, openTestContext, refusal, type TestContext, text, type Values } from './test-context.ts'

describe.each(databases)('a seller’s products on %s', (kind) => {
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
  })
  afterAll(() => context.close())

  const save = async (actor: Actor, product: object, expected: string | null = null) => {
    const [row] = await actor.rows(
      `select saved ->> 'id' as id, saved ->> 'updated_at' as at from save_product($1::jsonb, $2::timestamptz) saved`,
      product,
      expected,
    )
    return { id: text(row, 'id'), at: text(row, 'at') }
  }
  const stored = async (id: string) => {
    const [row] = await context.service.rows(
      `select p.name, p.price, p.stock, p.status, p.product_type,
        (select coalesce(string_agg(v.name || ' ' || v.price_delta, ', ' order by v.position), '') from public.product_variations v where v.product_id = p.id) variations,
        (select coalesce(string_agg(i.image, ' ' order by i.position), '') from public.product_images i where i.product_id = p.id) images
      from public.products p where p.id = $1`,
      id,
    )
    return row
  }
  const cake = {
    name: 'Lemon cake',
    price: 18,
    stock: 4,
    images: ['https://x.test/1.png', 'https://x.test/2.png'],
    variations: [{ name: '8 inch' }, { name: '10 inch', price_delta: 9.5 }],
  }

  it('save_product saves a product with pictures and variations in the caller’s shop', async () => {
    const { id } = await save(owner, {
      ...cake,
      shop_id: text((await other.rows('select id from shops limit 1'))[0], 'id'),
    })
    expect(await stored(id)).toEqual({
      name: 'Lemon cake',
      price: '18.00',
      stock: 4,
      status: 'active',
      product_type: 'standardized',
      variations: '8 inch 0.00, 10 inch 9.50',
      images: 'https://x.test/1.png https://x.test/2.png',
    })
    expect(await owner.count('select from products where id = $1 and shop_id = $2', id, shop)).toBe(1)
  })

  it('save_product keeps what is omitted, and replaces pictures and variations that are given', async () => {
    const { id } = await save(owner, cake)
    await save(owner, { id, price: 20, variations: [{ name: '10 inch', price_delta: -1 }] })
    expect(await stored(id)).toMatchObject({
      name: 'Lemon cake',
      price: '20.00',
      stock: 4,
      variations: '10 inch -1.00',
      images: 'https://x.test/1.png https://x.test/2.png',
    })
    await save(owner, { id, images: [] })
    expect(await stored(id)).toMatchObject({ images: '' })
  })

  it.each<[string, object, string]>([
    ['a variation twice', { variations: [{ name: 'Vanilla' }, { name: 'vanilla' }] }, '23505'],
    ['a variation without a name', { variations: [{}] }, '23502'],
    ['an invalid picture', { images: ['javascript:alert(1)'] }, '23514'],
    ['a thirteenth picture', { images: Array(13).fill('https://x.test/1.png') }, '23514'],
    ['a negative price', { price: -1 }, '23514'],
    ['NaN as price', { price: 'NaN' }, '23514'],
    ['fractional stock', { stock: 1.5 }, '22P02'],
  ])('save_product changes nothing when a product has %s', async (_, wrong, code) => {
    const { id } = await save(owner, cake)
    const before = await stored(id)
    expect(await refusal(save(owner, { id, name: 'Half saved', variations: [], ...wrong }))).toMatchObject({ code })
    expect(await stored(id)).toEqual(before)
    const count = () => owner.count('select from products where shop_id = $1', shop)
    const products = await count()
    expect(await refusal(save(owner, { ...cake, ...wrong }))).toMatchObject({ code })
    expect(await count()).toBe(products)
  })

  it('other sellers, members without a shop and visitors are refused', async () => {
    const { id } = await save(owner, cake)
    expect(await refusal(save(other, { id, name: 'Mine now' }))).toMatchObject({ code: 'PT404' })
    const shopless = await context.member()
    expect(await refusal(save(shopless, cake))).toMatchObject({
      code: 'P0001',
      message: 'You need to create a shop first',
    })
    expect(await refusal(save(context.visitor, cake))).toMatchObject({ code: forbidden })
    expect(await refusal(other.rows('select duplicate_product($1)', id))).toMatchObject({ code: 'PT404' })
    expect(await refusal(context.visitor.rows('select duplicate_product($1)', id))).toMatchObject({ code: forbidden })
    expect(await refusal(other.rows('select import_products($1::jsonb)', [{ id, name: 'Mine' }]))).toMatchObject({
      code: 'PT404',
    })
    for (const call of [`import_products('[]')`, `save_prices_and_stock('[]')`, `unused_pictures('{}')`])
      expect(await refusal(context.visitor.rows(`select ${call}`)), call).toMatchObject({ code: forbidden })
    expect(await stored(id)).toMatchObject({ name: 'Lemon cake' })
  })

  it('an owner cannot write columns that the table protects', async () => {
    const { id } = await save(owner, {
      ...cake,
      rating: 5,
      review_count: 99,
      is_listed: false,
      created_at: '2020-01-01',
    })
    await save(owner, { id, rating: 5, review_count: 99 })
    expect(
      await owner.count(`select from products where id = $1 and rating is null and review_count = 0 and is_listed`, id),
    ).toBe(1)
  })

  it('the second of two tabs is refused when the product changed, and the first save stays', async () => {
    const { id, at } = await save(owner, cake)
    const first = await save(owner, { id, price: 21 }, at)
    expect(await refusal(save(owner, { id, price: 19 }, at))).toMatchObject({ code: 'PT409' })
    expect(await stored(id)).toMatchObject({ price: '21.00' })
    await save(owner, { id, price: 19 }, first.at)
    expect(await stored(id)).toMatchObject({ price: '19.00' })
  })

  it('bulk pricing updates many products and reports the result of each', async () => {
    const kept = await save(owner, cake)
    const wrong = await save(owner, cake)
    const stale = await save(owner, cake)
    await save(owner, { id: stale.id, stock: 1 })
    const foreign = await save(other, cake)
    const [row] = await owner.rows('select save_prices_and_stock($1::jsonb)::text as outcomes', [
      { id: kept.id, price: 22, name: 'Not this' },
      { id: wrong.id, price: -1 },
      { id: stale.id, stock: 9, expected_updated_at: stale.at },
      { id: foreign.id, price: 1 },
    ])
    expect(JSON.parse(text(row, 'outcomes'))).toEqual([
      { id: kept.id, updated_at: expect.any(String) },
      { id: wrong.id, error: expect.stringContaining('products_price_range') },
      { id: stale.id, error: 'This product has changed in the meantime.' },
      { id: foreign.id, error: 'This product no longer exists.' },
    ])
    expect(await stored(kept.id)).toMatchObject({ price: '22.00', stock: 4, name: 'Lemon cake' })
    expect(await stored(wrong.id)).toMatchObject({ price: '18.00' })
    expect(await stored(stale.id)).toMatchObject({ stock: 1 })
    expect(await stored(foreign.id)).toMatchObject({ price: '18.00' })
  })

  it('an import saves a whole file or nothing, and names the wrong line', async () => {
    const { id } = await save(owner, cake)
    const names = () => owner.count(`select from products where shop_id = $1 and name like 'Imported%'`, shop)
    const wrong = [
      { line: 2, name: 'Imported one' },
      { line: 7, name: 'x' },
    ]
    expect(await refusal(owner.rows('select import_products($1::jsonb)', wrong))).toMatchObject({
      code: '23514',
      hint: '',
      detail: '{"line": 7}',
    })
    expect(await names()).toBe(0)
    const [row] = await owner.rows('select import_products($1::jsonb)::text as outcome', [
      { line: 2, name: 'Imported one', status: 'draft', variations: [{ name: 'Small' }] },
      { line: 3, id, price: 30 },
    ])
    expect(JSON.parse(text(row, 'outcome'))).toEqual({ added: 1, changed: 1 })
    expect(await names()).toBe(1)
    expect(await stored(id)).toMatchObject({ price: '30.00', name: 'Lemon cake' })
    expect(
      await refusal(owner.rows('select import_products($1::jsonb)', Array(201).fill({ name: 'Imported' }))),
    ).toMatchObject({ code: '22023' })
  })

  it('search finds imported and priced products, and follows their later changes', async () => {
    const found = async (q: string, most = 1000) => {
      const [row] = await context.visitor.rows(
        'select search_products(q => $1, max_price => $2)::text as page',
        q,
        most,
      )
      const page: { items: { name: string; price: number }[] } = JSON.parse(text(row, 'page'))
      return page.items.map(({ name, price }) => `${name} ${price}`)
    }
    const { id } = await save(owner, { ...cake, name: 'Kumquat tart' })
    const rows = [
      { name: 'Kumquat jam', price: 5 },
      { name: 'Kumquat gin', status: 'draft' },
      { id, price: 30 },
    ]
    await owner.rows('select import_products($1::jsonb)', rows)
    expect((await found('kumquat')).sort()).toEqual(['Kumquat jam 5', 'Kumquat tart 30'])
    expect(await found('kumquat', 20)).toEqual(['Kumquat jam 5'])
    await owner.rows('select save_prices_and_stock($1::jsonb)', [{ id, price: 3 }])
    expect(await found('kumquat', 4)).toEqual(['Kumquat tart 3'])
    await save(owner, { id, name: 'Loquat tart' })
    expect(await found('loquat')).toEqual(['Loquat tart 3'])
    // A caller who defers indexing cannot index another seller's product.
    await refusal(other.rows(`select private.index_products(array[$1::uuid])`, id))
    await context.database.script(`update private.listings set name_text = 'stale' where product_id = '${id}'`)
    await other.rows('select private.index_own_products(array[$1::uuid])', id)
    expect(await context.service.count(`select from private.listings where name_text = 'stale'`)).toBe(1)
    await owner.rows('select private.index_own_products(array[$1::uuid])', id)
    expect(await context.service.count(`select from private.listings where name_text = 'stale'`)).toBe(0)
  })

  it('a copy is a draft with the pictures, variations and pickup windows', async () => {
    const { id } = await save(owner, { ...cake, is_bestseller: true, available_for_pickup: true })
    const window: Values = { product_id: id, day_of_week: 6, start_time: '09:00', end_time: '12:00' }
    await owner.insert('product_pickup_schedules', window)
    const [row] = await owner.rows('select duplicate_product($1) as id', id)
    const copy = text(row, 'id')
    expect(await stored(copy)).toEqual({ ...(await stored(id)), name: 'Lemon cake (copy)', status: 'draft' })
    expect(await owner.count('select from product_pickup_schedules where product_id = $1', copy)).toBe(1)
    expect(await context.visitor.count('select from products where id = $1', copy)).toBe(0)
    const longest = await save(owner, { ...cake, name: 'x'.repeat(150) })
    await owner.rows('select duplicate_product($1)', longest.id)
  })

  it('unused pictures are listed for the caller’s own folder only', async () => {
    const mine = (name: string) => `product_images/${owner.id}/${name}.webp`
    const { id } = await save(owner, { name: 'Cake', image: mine('first'), images: [mine('second')] })
    const { item } = await context.order(other, id)
    await context.service.update('order_items', item, { image: mine('bought') })
    const asked = ['first', 'second', 'bought', 'spare'].map(mine)
    const unused = async (actor: Actor, pictures: string[]) =>
      (await actor.rows('select unused_pictures($1::text[]) as picture', `{${pictures.join(',')}}`)).map((row) =>
        text(row, 'picture'),
      )
    expect(await unused(owner, [...asked, 'https://x.test/1.png'])).toEqual([mine('spare')])
    expect(await unused(other, asked)).toEqual([])
  })
})
