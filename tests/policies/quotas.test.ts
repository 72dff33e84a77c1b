/** Row quotas of a member, by single rows, in bulk and concurrently. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases } from '../harness.ts'
import { cases } from './case-count.ts'
import { prefill } from './prefill.ts'
import { type Actor, openTestContext, refusal, type TestContext } from './test-context.ts'

describe.each(databases)('quotas of a member on %s', (kind) => {
  let context: TestContext
  let seller: Actor
  let buyer: Actor
  let shop: string
  let product: string
  beforeAll(async () => {
    context = await openTestContext(kind)
    seller = await context.member('Seller')
    buyer = await context.member('Buyer')
    shop = await context.shop(seller)
    product = await context.product(shop)
    // Products for favourites and conversations, and members to block.
    const other = await context.shop(await context.member())
    await prefill(
      context,
      `insert into auth.users (id, email) select gen_random_uuid(), 'm' || n || '@example.test' from generate_series(1, 1005) n;
      insert into profiles (id, name) select id, 'M' from auth.users where email like 'm%@example.test';
      insert into products (shop_id, name, price, is_listed) select '${other}', 'Bun ' || n, 1, true from generate_series(1, 1005) n`,
    )
  })
  afterAll(() => context.close())

  /** A member's rows by number, inserted by `insert into ... select ... from generate_series(first, last) n`. */
  const quotas: [what: string, most: number, who: () => Actor, rows: (range: string) => string][] = [
    [
      'addresses',
      50,
      () => buyer,
      (range) => `insert into user_addresses (full_name, address_line1, city, postal_code)
        select 'A', 'B ' || n, 'C', 'SE1 9SG' from ${range} n`,
    ],
    [
      'saved replies',
      30,
      () => seller,
      (range) => `insert into saved_replies (title, content) select 'T', 'C' from ${range} n`,
    ],
    [
      'favourites',
      1000,
      () => buyer,
      (range) => `insert into favourites (product_id)
        select id from (select id, row_number() over (order by id) as at from products where name like 'Bun%') p
        where at in (select n from ${range} n)`,
    ],
    [
      'lines in a basket',
      100,
      () => buyer,
      (range) =>
        `insert into basket_lines (product_id, quantity, snapshot) select gen_random_uuid(), 1, '{}' from ${range} n`,
    ],
    [
      'people in a household',
      20,
      () => buyer,
      (range) => `insert into household_people (name) select 'Person ' || n from ${range} n`,
    ],
    [
      'devices with notifications',
      10,
      () => buyer,
      (range) =>
        `select public.save_push_subscription('https://push.test/' || n, 'B' || repeat('A', 86), repeat('A', 22)) from ${range} n`,
    ],
    [
      'blocks',
      1000,
      () => buyer,
      (range) => `insert into blocks (blocked_id)
        select id from (select id, row_number() over (order by id) as at from others) p where at in (select n from ${range} n)`,
    ],
    [
      'closures',
      200,
      () => seller,
      (range) => `insert into shop_closures (shop_id, from_date, to_date)
        select '${shop}', date '2027-01-01' + n, date '2027-01-01' + n from ${range} n`,
    ],
    [
      'discount codes',
      200,
      () => seller,
      (range) =>
        `insert into discount_codes (shop_id, code, kind, percent) select '${shop}', 'CODE' || n, 'percent', 10 from ${range} n`,
    ],
    [
      'ingredients',
      500,
      () => seller,
      (range) =>
        `insert into shop_ingredients (shop_id, name, unit, pack_size, pack_price) select '${shop}', 'Flour ' || n, 'g', 1000, 1 from ${range} n`,
    ],
    [
      'limits a day',
      100,
      () => seller,
      (range) => `insert into shop_day_limits (shop_id, on_date, max_orders)
        select '${shop}', date '2027-01-01' + n, 12 from ${range} n`,
    ],
    [
      'pickup windows of a shop',
      100,
      () => seller,
      (range) => `insert into shop_pickup_schedules (shop_id, day_of_week, start_time, end_time)
        select '${shop}', n % 7, time '00:00' + n / 7 * interval '10 minutes', time '00:10' + n / 7 * interval '10 minutes' from ${range} n`,
    ],
    [
      'pickup windows of a product',
      100,
      () => seller,
      (range) => `insert into product_pickup_schedules (product_id, day_of_week, start_time, end_time)
        select '${product}', n % 7, time '00:00' + n / 7 * interval '10 minutes', time '00:10' + n / 7 * interval '10 minutes' from ${range} n`,
    ],
    [
      'products',
      4999,
      () => seller,
      (range) => `insert into products (shop_id, name, status) select '${shop}', 'Cake ' || n, 'draft' from ${range} n`,
    ],
  ]

  it.each(quotas)(
    'limit %s to %i, in one statement or in many',
    async (what, most, who, rows) => {
      if (what === 'blocks')
        await context.database.script(`
        create view public.others as select id from auth.users where email like 'm%@example.test';
        grant select on public.others to authenticated`)
      const full = { code: 'PT409', hint: 'quota' }
      if (most <= cases(200, 5_000)) {
        expect(await refusal(who().count(rows(`generate_series(1, ${most + 1})`)))).toMatchObject(full)
        expect(await who().count(rows(`generate_series(1, ${most - 1})`))).toBe(most - 1)
      } else {
        await prefill(context, rows(`generate_series(1, ${most - 1})`), who())
        expect(await refusal(who().count(rows(`generate_series(${most}, ${most + 1})`)))).toMatchObject(full)
      }
      if (kind === 'postgres') {
        const ends = await Promise.allSettled(
          [most, most + 1, most + 2].map((n) => who().count(rows(`generate_series(${n}, ${n})`))),
        )
        expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      } else await who().count(rows(`generate_series(${most}, ${most})`))
      expect(await refusal(who().count(rows(`generate_series(${most + 3}, ${most + 3})`)))).toMatchObject(full)
    },
    120_000,
  )

  it('name another way out where members cannot remove rows', async () => {
    const sender = await context.member('Sender')
    await prefill(
      context,
      `insert into contact_messages (sender_id, subject, message, created_at)
        select '${sender.id}', 'Question', 'Do you come to Leeds?', now() - interval '1 day' from generate_series(1, 2000)`,
    )
    const enquiry = { subject: 'Question', message: 'Do you come to Leeds?' }
    expect(await refusal(sender.send('contact_messages', enquiry))).toMatchObject({
      hint: 'quota',
      message: 'You can have at most 2,000 enquiries. Please contact us by email.',
    })
  })

  it('leave other members’ rows alone and do not reveal their counts', async () => {
    const stranger = await context.member('Stranger')
    const theirs = { user_id: seller.id, title: 'T', content: 'C' }
    expect(await refusal(stranger.insert('saved_replies', theirs))).toMatchObject({ code: '42501' })
    await stranger.insert('saved_replies', { title: 'T', content: 'C' })
  })

  it('limit files to 20,000', async () => {
    await prefill(
      context,
      `insert into storage.objects (bucket_id, name) select 'product_images', '${seller.id}/' || n || '.png' from generate_series(1, 19999) n`,
    )
    const upload = (name: string) =>
      seller.count(
        `insert into storage.objects (bucket_id, name) values ('product_images', $1)`,
        `${seller.id}/${name}`,
      )
    expect(await upload('last.png')).toBe(1)
    expect(await refusal(upload('more.png'))).toMatchObject({ code: '42501' })
  })

  it('limit files to 2 GB', async () => {
    const baker = await context.member('Baker')
    const store = (bytes: number) =>
      baker.count(
        `insert into storage.objects (bucket_id, name, metadata) values ('product_images', $1, $2)`,
        `${baker.id}/${crypto.randomUUID()}.png`,
        { size: bytes },
      )
    await store(1_999_999_999)
    const replace = (bytes: number) =>
      baker.count(
        `update storage.objects set metadata = $2 where id = (select id from storage.objects where name like $1 || '/%' limit 1)`,
        baker.id,
        { size: bytes },
      )
    expect(await replace(1_999_999_999)).toBe(1)
    await store(1)
    expect(await refusal(store(1))).toMatchObject({ code: '42501' })
    expect(await refusal(replace(1_999_999_999))).toMatchObject({ code: '42501' })
  })
})
