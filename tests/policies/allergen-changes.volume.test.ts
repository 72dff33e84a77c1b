/** Ten thousand changes of one declaration. */
import { describe, expect, it } from 'vitest'
import { withMilk } from '../declarations.ts'
import { databases } from '../harness.ts'
import { openTestContext, text } from './test-context.ts'

const withWalnut = { ...withMilk, nuts: 'may_contain', walnut: 'may_contain' }

describe.each(databases)('a declaration on %s', (kind) => {
  it('changed ten thousand times tells a buyer once, and later the last state', { timeout: 240_000 }, async () => {
    const context = await openTestContext(kind)
    const buyer = await context.member('Bea')
    const seller = await context.member('Ines')
    const product = await context.product(await context.shop(seller), { name: 'Lemon cake', allergens: withMilk })
    const { item } = await context.order(buyer, product, { status: 'processing' })
    await context.service.count(
      `update order_items set name = 'Lemon cake', allergens = $2 where id = $1`,
      item,
      withMilk,
    )
    const [[command] = []] = (
      await context.database.run({
        text: `select command from cron.job where jobname = 'notify-allergen-changes'`,
        values: [],
      })
    ).rows
    const runJob = () => context.database.script(String(command))
    const flap = `do $$ begin perform set_config('market.defer_indexing', 'on', true); for n in 1..251 loop
        update public.products set allergens = case when n % 2 = 1 then '${JSON.stringify(withWalnut)}'::jsonb else '${JSON.stringify(withMilk)}'::jsonb end
        where id = '${product}';
      end loop; end $$`
    for (let minute = 0; minute < 40; minute += 1) {
      await seller.count(flap)
      await runJob()
    }
    const notifications = () =>
      buyer.rows(`select message from notifications where type = 'safety' order by created_at`)
    expect(await notifications()).toHaveLength(1)
    expect(await context.service.count(`select from outbox where template = 'allergens-changed'`)).toBe(1)
    await seller.update('products', product, { allergens: { ...withMilk, eggs: 'contains' } })
    await context.database.script(`update private.allergen_alerts set next_at = next_at - interval '6 minutes'`)
    await runJob()
    expect(text((await notifications()).at(-1), 'message')).toContain(
      'Lemon cake now contains eggs. Lemon cake no longer lists walnut.',
    )
    await context.close()
  })
})
