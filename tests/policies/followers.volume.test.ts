/** A member who follows a thousand shops, a shop with 5,000 followers, and ten thousand announcements. */
import { describe, expect, it } from 'vitest'
import { databases } from '../harness.ts'
import { openTestContext, refusal, text } from './test-context.ts'

describe.each(databases)('followers on %s', (kind) => {
  it('follow at most 1,000 shops, and the same one ten thousand times once', async () => {
    const context = await openTestContext(kind)
    const fan = await context.member()
    await context.database.script(`
      insert into auth.users (id, email, raw_user_meta_data)
      select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 's' || n || '@example.test', '{"name": "S"}' from generate_series(1, 1001) n;
      insert into public.shops (user_id, name, slug, description, category, status)
      select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'Shop ' || n, 'shop-' || n, 'Good things, made at home.', 'Cakes', 'active'
      from generate_series(1, 1001) n;
      update public.shop_records set terms_version = private.seller_terms_version(), terms_accepted_at = now()`)
    await context.database.script(
      `update public.shops set status = 'active' where status = 'pending' and name like 'Shop %'`,
    )
    const many = (most: number) =>
      fan.count(
        `insert into shop_followers (shop_id) select id from shops where name like 'Shop %' order by slug limit ${most}`,
      )
    expect(await refusal(many(1001))).toMatchObject({ code: 'PT409', hint: 'quota' })
    expect(await many(1000)).toBe(1000)
    const again = `insert into shop_followers (shop_id) select $1 from generate_series(1, 10000) on conflict do nothing`
    const [one] = await fan.rows('select shop_id from shop_followers limit 1')
    expect(await fan.count(again, text(one, 'shop_id'))).toBe(0)
    expect(await fan.count('select from shop_followers')).toBe(1000)
    await context.close()
  })

  it('5,000 of them are told in batches, each a transaction of its own, and ten thousand announcements are refused', async () => {
    const context = await openTestContext(kind)
    const admin = (sql: string) => context.database.run({ text: sql, values: [] })
    const baker = await context.member('Baker')
    const big = await context.shop(baker, { name: 'Big', slug: 'big' })
    await context.database.script(`
      insert into auth.users (id, email, raw_user_meta_data)
      select gen_random_uuid(), 'f' || n || '@example.test', '{"name": "F"}' from generate_series(1, 5000) n;
      insert into public.shop_followers (user_id, shop_id, wants_emails)
      select u.id, '${big}', true from auth.users u where u.email ~ '^f[0-9]+@example'`)
    await context.service.count('delete from outbox')
    await baker.rows(`select announce('Saturday menu', 'Sourdough and buns from ten o’clock.')`)
    const durations: number[] = []
    for (let n = 0; n < 11; n += 1) {
      const startMs = performance.now()
      await admin('select private.deliver_announcements()')
      durations.push(Math.round(performance.now() - startMs))
    }
    console.info(`${kind}: 5,000 followers in batches of 500, ms each: ${durations.join(' ')}`)
    expect(
      await baker.rows('select notified, emailed, finished_at is not null as is_finished from announcement_deliveries'),
    ).toEqual([{ notified: 5000, emailed: 5000, is_finished: true }])
    expect(await context.service.count(`select from outbox where template = 'announcement'`)).toBe(5000)
    // A receipt does not wait behind them.
    await context.service.send('outbox', { recipient: 'ann@example.test', template: 'receipt' })
    expect(await context.service.rows('select template from claim_emails(5)')).toContainEqual({ template: 'receipt' })
    const tenThousand = `select announce('Menu ' || n, 'Sourdough and buns from ten.') from generate_series(1, 10000) n`
    expect(await refusal(baker.rows(tenThousand))).toMatchObject({ code: 'PT429' })
    await context.close()
  })
})
