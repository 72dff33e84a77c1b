/** Shops, their closures and pickup places: public while active, changed by their owners only. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sellerTermsVersion } from '#domain/selling/seller-terms'
import { agreement } from '#web/features/sell/settings/agreement.ts'
import { shopForm } from '#web/features/sell/settings/shop-form.ts'
import { databases } from '../harness.ts'
import { type Actor, forbidden, openTestContext, refusal, type TestContext, text, type Values } from './test-context.ts'

/** The columns that the product's client sends. */
const shopOf = (owner: Actor, more: Values = {}): Values => ({
  user_id: owner.id,
  name: 'Honey & Crumb',
  slug: `honey-${owner.id.slice(0, 8)}`,
  description: 'Cakes from a sunny kitchen.',
  category: 'Cakes',
  logo: '',
  banner_image: null,
  ...more,
})

describe.each(databases)('shops on %s', (kind) => {
  let context: TestContext
  let owner: Actor
  let other: Actor
  let shop: string
  beforeAll(async () => {
    context = await openTestContext(kind)
    owner = await context.member('Owner')
    other = await context.member('Other')
    shop = String((await owner.insert('shops', shopOf(owner))).id)
    await accept(owner)
    await context.shop(other)
  })
  afterAll(() => context.close())

  const accept = (actor: Actor, version = sellerTermsVersion) =>
    actor.rows('select public.accept_seller_terms($1) as at', version)

  it('a shop made with the client’s columns is active and unrated', async () => {
    const [row] = await owner.rows('select * from shops where id = $1', shop)
    expect(row).toMatchObject({ status: 'active', rating: null, review_count: 0, logo: null })
  })

  it('a member has one shop', async () => {
    expect(await refusal(owner.insert('shops', shopOf(owner, { slug: 'another' })))).toMatchObject({
      code: '23505',
      constraint: 'shops_one_per_user',
    })
  })

  it('a shop has a unique slug', async () => {
    const late = await context.member()
    const [own] = await owner.rows('select slug from shops where id = $1', shop)
    const taken = text(own, 'slug')
    expect(await refusal(context.service.insert('shops', shopOf(late, { slug: taken })))).toMatchObject({
      code: '23505',
      constraint: 'shops_slug_unique',
    })
  })

  it('a shop’s slug follows its name, whatever its owner sends', async () => {
    const slugs: unknown[] = []
    const names = ['Mary’s  Cakes & Co', 'Marys Cakes Co', 'MARYS CAKES CO', '蛋糕']
    const wishes = ['marys-cakes-co', 'marys-cakes-co', 'the-honest-crumb', 'admin']
    for (const [n, name] of names.entries()) {
      const member = await context.member()
      const saved = await member.insert('shops', shopOf(member, { name, slug: wishes[n] ?? '' }))
      slugs.push(saved.slug)
      for (const slug of ['honey', 'Honey', 'a/../b', '']) await member.update('shops', text(saved, 'id'), { slug })
      expect((await member.rows('select slug from shops where id = $1', text(saved, 'id')))[0]?.slug).toBe(saved.slug)
    }
    expect(slugs).toEqual(['marys-cakes-co', 'marys-cakes-co-2', 'marys-cakes-co-3', 'shop'])
  })

  it('a renamed shop keeps its slug, and takes the new one on request', async () => {
    const member = await context.member()
    const id = text(await member.insert('shops', shopOf(member, { name: 'Old Oven', slug: 'old-oven' })), 'id')
    const renamed = async (change: Values) => {
      await member.update('shops', id, change)
      return (await member.rows('select slug from shops where id = $1', id))[0]?.slug
    }
    expect(await renamed({ name: 'New Oven' })).toBe('old-oven')
    expect(await renamed({ name: 'New Oven', slug: 'new-oven' })).toBe('new-oven')
  })

  it('a shop is neither listed nor on sale until its owner accepts the current terms', async () => {
    const member = await context.member()
    const id = text(await member.insert('shops', shopOf(member, { name: 'Not yet', slug: 'not-yet' })), 'id')
    await member.insert('products', { shop_id: id, name: 'Too early', price: 3, stock: 3 })
    const seen = async () => [
      await context.visitor.count('select from shops where id = $1', id),
      await context.visitor.count('select from products where shop_id = $1', id),
      await member.count('select from shops where id = $1', id),
    ]
    expect(await seen()).toEqual([0, 0, 1])
    await context.service.update('shops', id, { status: 'active' })
    await context.service.count('update products set is_listed = true where shop_id = $1', id)
    expect(await seen()).toEqual([0, 0, 1])
    expect(await refusal(member.update('shops', id, { status: 'active' }))).toMatchObject({ code: forbidden })
    const forged = `update shop_records set terms_version = '${sellerTermsVersion}', terms_accepted_at = now()`
    expect(await refusal(member.count(forged))).toMatchObject({ code: forbidden })
    expect(await refusal(accept(member, '2020-01-01'))).toMatchObject({ code: 'PT409', hint: 'terms' })
    expect(await refusal(accept(await context.member()))).toMatchObject({ code: 'PT404' })
    expect(await seen()).toEqual([0, 0, 1])
    const [first] = await accept(member)
    expect(await seen()).toEqual([1, 1, 1])
    expect(await accept(member)).toEqual([first])
  })

  it('a shop with older terms waits until its owner accepts the current ones', async () => {
    const member = await context.member()
    const id = await context.shop(member)
    await context.service.count("update shop_records set terms_version = '2025-01-01' where shop_id = $1", id)
    await context.service.update('shops', id, { status: 'suspended' })
    await context.service.update('shops', id, { status: 'active' })
    expect(await member.rows('select status from shops where id = $1', id)).toEqual([{ status: 'pending' }])
  })

  it('a shop records the terms version that its page shows', () => {
    expect(agreement.date).toBe(sellerTermsVersion)
  })

  it('only its owner sees a shop’s private record', async () => {
    const mine = (actor: Actor) => actor.count('select from shop_records where shop_id = $1', shop)
    expect([await mine(owner), await mine(other)]).toEqual([1, 0])
    expect(await refusal(mine(context.visitor))).toMatchObject({ code: forbidden })
    expect(await owner.count("update shop_records set food_registration = 'SWK/1', label_name = 'Ann Baker'")).toBe(1)
    for (const label of ["label_name = ''", "label_name = E'A\\nB'", `label_address = '${'x'.repeat(201)}'`])
      expect(await refusal(owner.count(`update shop_records set ${label}`))).toMatchObject({
        constraint: 'shop_records_label_form',
      })
    expect(await other.count("update shop_records set food_registration = 'X' where shop_id = $1", shop)).toBe(0)
    expect(await refusal(owner.count("update shop_records set food_registration = ' '"))).toMatchObject({
      constraint: 'shop_records_food_registration_form',
    })
    const [seen] = await context.visitor.rows('select * from shops where id = $1', shop)
    for (const column of ['food_registration', 'label_address', 'terms_accepted_at', 'suspension_reason'])
      expect(seen).not.toHaveProperty(column)
  })

  it('a visitor cannot open a shop, nor a member in another’s name', async () => {
    expect(await refusal(context.visitor.insert('shops', shopOf(owner)))).toMatchObject({ code: forbidden })
    const member = await context.member()
    expect(await refusal(member.insert('shops', shopOf(await context.member())))).toMatchObject({ code: forbidden })
    expect(await refusal(member.insert('shops', shopOf(member, { user_id: null })))).toMatchObject({ code: forbidden })
  })

  it('the client’s upsert with id and owner saves a shop', async () => {
    const upsert = `insert into shops (id, user_id, name, slug, description, category, logo, banner_image)
      values ($1, $2, 'New Name', $3, 'Another description.', 'Bread', null, null)
      on conflict (id) do update set id = excluded.id, user_id = excluded.user_id, name = excluded.name, slug = excluded.slug,
        description = excluded.description, category = excluded.category, logo = excluded.logo, banner_image = excluded.banner_image
      returning name`
    const slug = shopOf(owner).slug ?? ''
    expect(await owner.rows(upsert, shop, owner.id, slug)).toEqual([{ name: 'New Name' }])
    expect(await refusal(other.rows(upsert, shop, other.id, 'elsewhere'))).toMatchObject({ code: forbidden })
    expect(await refusal(other.rows(upsert, shop, owner.id, 'elsewhere'))).toMatchObject({ code: forbidden })
  })

  it('a shop’s owner and id never change', async () => {
    const buyer = await context.member()
    expect(await refusal(owner.update('shops', shop, { user_id: buyer.id }))).toMatchObject({ code: forbidden })
    expect(await refusal(owner.update('shops', shop, { user_id: null }))).toMatchObject({ code: forbidden })
    expect(await refusal(owner.update('shops', shop, { id: buyer.id }))).toMatchObject({ code: forbidden })
    expect(await refusal(context.service.update('shops', shop, { user_id: buyer.id }))).toMatchObject({
      code: forbidden,
    })
  })

  it.each(['status', 'rating', 'review_count', 'created_at', 'updated_at'])(
    'an owner cannot write %s',
    async (column) => {
      expect(await refusal(owner.count(`update shops set ${column} = ${column} where id = $1`, shop))).toMatchObject({
        code: forbidden,
      })
      const member = await context.member()
      expect(await refusal(member.insert('shops', shopOf(member, { [column]: null })))).toMatchObject({
        code: forbidden,
      })
    },
  )

  it('only its owner changes a shop, and nobody deletes it', async () => {
    expect(await other.update('shops', shop, { name: 'Mine now' })).toBe(0)
    expect(await refusal(context.visitor.update('shops', shop, { name: 'Mine now' }))).toMatchObject({
      code: forbidden,
    })
    expect(await refusal(owner.count('delete from shops where id = $1', shop))).toMatchObject({ code: forbidden })
  })

  it.each([
    ['x', 'shops_name_length'],
    [' x \u00a0', 'shops_name_length'],
    ['x'.repeat(51), 'shops_name_length'],
    ['two\nlines', 'shops_name_form'],
    ['\u2800\u2066\u2800', 'shops_name_length'],
  ])('the name %j is refused', async (name, constraint) => {
    expect(await refusal(owner.update('shops', shop, { name }))).toMatchObject({ code: '23514', constraint })
  })

  it.each([
    [{ description: 'Too short' }, 'shops_description_length'],
    [{ description: `${' '.repeat(20)}x` }, 'shops_description_length'],
    [{ description: 'x'.repeat(501) }, 'shops_description_length'],
    [{ category: 'Pies' }, 'shops_category_known'],
    [{ logo: 'javascript:alert(1)' }, 'shops_logo_form'],
    [{ logo: 'data:image/png;base64,AAAA' }, 'shops_logo_form'],
    [{ logo: 'shop_images/../secrets.png' }, 'shops_logo_form'],
    [{ logo: 'chat_pictures/a/b.png' }, 'shops_logo_form'],
    [{ banner_image: 'shop_images/a b.png' }, 'shops_banner_image_form'],
    [{ hygiene_rating: '6' }, 'shops_hygiene_rating_known'],
    [{ delivery_radius_miles: 0 }, 'shops_delivery_radius'],
    [{ lat: 51.5, lon: null }, 'shops_place'],
    [{ lat: 51.5, lon: 181 }, 'shops_place'],
  ])('a shop with %j is refused', async (change, constraint) => {
    expect(await refusal(owner.update('shops', shop, change))).toMatchObject({ code: '23514', constraint })
  })

  it('the table accepts and refuses the same names and descriptions as the form', async () => {
    const valid = { shopName: 'Honey & Crumb', description: 'Cakes from a sunny kitchen.', category: 'Cakes' }
    const pieces = [
      '',
      'x',
      ' \t',
      '\u00a0\u200b',
      '\u0085\ufeff',
      '\u2800\u202e',
      '\ufe0f',
      '🍰',
      'é'.repeat(9),
      '🍰'.repeat(49),
      'x'.repeat(499),
    ]
    const columns = [
      ['name', 'shopName'],
      ['description', 'description'],
    ] as const
    const wrong: string[] = []
    for (const [column, field] of columns)
      for (const typed of pieces.flatMap((one) => pieces.map((other) => one + other))) {
        const form = shopForm.safeParse({ ...valid, [field]: typed })
        const change = { [column]: form.data?.[field] ?? typed }
        const isTaken = await owner.update('shops', shop, change).then(Boolean, () => false)
        if (isTaken !== form.success) wrong.push(`${column} ${JSON.stringify(typed)}`)
      }
    expect(wrong).toEqual([])
  })

  it.each<Values>([
    { name: 'xx', description: '0123456789' },
    { name: 'x'.repeat(50), description: 'x'.repeat(500), logo: 'https://cdn.example/logo.png?size=2' },
    { logo: 'shop_images/0f0f/logo.webp', hygiene_rating: 'pass', delivery_radius_miles: 7.5 },
  ])('a shop with %j is accepted', async (change) => {
    expect(await owner.update('shops', shop, change)).toBe(1)
  })

  it('a shop’s coordinates are stored approximately', async () => {
    await owner.update('shops', shop, { lat: 51.470132, lon: -0.069987, town: 'Peckham' })
    expect(await owner.rows('select lat, lon from shops where id = $1', shop)).toEqual([{ lat: 51.47, lon: -0.07 }])
  })

  it('the service key can set a slug, in a valid form', async () => {
    for (const slug of ['Honey', 'a--b', '-a', 'a/../b', ''])
      expect(await refusal(context.service.update('shops', shop, { slug })), slug).toMatchObject({
        constraint: 'shops_slug_form',
      })
  })

  it('everyone sees an active shop, and only its owner sees a suspended or closed one', async () => {
    const seen = (actor: Actor) => actor.count('select from shops where id = $1', shop)
    expect([await seen(context.visitor), await seen(other), await seen(owner)]).toEqual([1, 1, 1])
    for (const status of ['suspended', 'closed']) {
      await context.service.update('shops', shop, { status })
      expect([await seen(context.visitor), await seen(other), await seen(owner)], status).toEqual([0, 0, 1])
    }
    await context.service.update('shops', shop, { status: 'active' })
  })

  it('only its owner announces closures, which everyone sees', async () => {
    const days = { from_date: '2026-12-20', to_date: '2027-01-02', note: 'Back on 3 January' }
    const closure = await owner.insert('shop_closures', { shop_id: shop, ...days })
    expect(await context.visitor.count('select from shop_closures where shop_id = $1', shop)).toBe(1)
    expect(await refusal(other.insert('shop_closures', { shop_id: shop, ...days }))).toMatchObject({ code: forbidden })
    expect(await other.update('shop_closures', String(closure.id), { note: 'Hm' })).toBe(0)
    expect(await owner.update('shop_closures', String(closure.id), { note: 'Back on 4 January' })).toBe(1)
    expect(await refusal(owner.count('update shop_closures set shop_id = $1', shop))).toMatchObject({ code: forbidden })
    expect(await other.count('delete from shop_closures where shop_id = $1', shop)).toBe(0)
    expect(
      await refusal(owner.insert('shop_closures', { shop_id: shop, from_date: '2026-12-20', to_date: '2026-12-19' })),
    ).toMatchObject({
      constraint: 'shop_closures_dates_in_order',
    })
    await context.service.update('shops', shop, { status: 'suspended' })
    expect(await context.visitor.count('select from shop_closures where shop_id = $1', shop)).toBe(0)
    await context.service.update('shops', shop, { status: 'active' })
    expect(await owner.count('delete from shop_closures where shop_id = $1', shop)).toBe(1)
  })

  it('only its owner sees where orders are picked up', async () => {
    const place = { shop_id: shop, address_line1: '1 Mews', city: 'London', postal_code: 'SE15 5DE' }
    await owner.insert('shop_pickup_places', place)
    expect(await other.count('select from shop_pickup_places')).toBe(0)
    expect(await refusal(context.visitor.rows('select * from shop_pickup_places'))).toMatchObject({ code: forbidden })
    expect(await refusal(other.insert('shop_pickup_places', place))).toMatchObject({ code: forbidden })
    expect(await other.count(`update shop_pickup_places set city = 'X'`)).toBe(0)
    expect(await owner.count(`update shop_pickup_places set city = 'Peckham' where shop_id = $1`, shop)).toBe(1)
    expect(await owner.count('delete from shop_pickup_places where shop_id = $1', shop)).toBe(1)
  })
})
