/** Changed declarations: their date, and what buyers of open orders are told and when. */
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { changeSentences } from '#domain/food/allergen-changes'
import type { AllergenDeclaration } from '#domain/food/allergens'
import { anyDeclaration } from '#domain/food/random-declarations'
import { addDays, londonTime } from '#domain/values/calendar'
import { renderEmail } from '../../supabase/functions/_shared/emails/index.ts'
import { allFree, withMilk } from '../declarations.ts'
import { databases } from '../harness.ts'
import { cases } from './case-count.ts'
import { type Actor, forbidden, openTestContext, refusal, type TestContext, text, type Values } from './test-context.ts'

const emailContext = {
  name: 'Tuckbox',
  siteUrl: 'https://tuckbox.test',
  pictureUrl: 'https://tuckbox.test',
  supportEmail: undefined,
  now: new Date('2026-11-21T12:00:00Z'),
}
const withWalnut = { ...withMilk, nuts: 'may_contain', walnut: 'may_contain' }

describe.each(databases)('changed declarations on %s', (kind) => {
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
    buyer = await context.member('Bea')
    seller = await context.member('Ines')
    shop = await context.shop(seller, { name: 'Crumb' })
    product = await context.product(shop, { name: 'Lemon cake', allergens: withMilk })
  })

  const asSystem = (sql: string, ...values: string[]) => context.database.run({ text: sql, values })
  const declare = (declaration: object | null) => seller.update('products', product, { allergens: declaration })
  const changedAt = async () =>
    text((await seller.rows('select allergens_changed_at::text as at from products where id = $1', product))[0], 'at')
  /** A paid order of the product, in which the snapshot is `bought`. */
  async function order(values: Values = {}, bought: object = withMilk) {
    const made = await context.order(buyer, product, { status: 'processing', shop_name: 'Crumb', ...values })
    await context.service.count(
      'update order_items set name = $2, allergens = $3 where id = $1',
      made.item,
      'Lemon cake',
      bought,
    )
    return made
  }
  async function runJob(): Promise<void> {
    const [[command] = []] = (await asSystem(`select command from cron.job where jobname = 'notify-allergen-changes'`))
      .rows
    await asSystem(String(command))
  }
  const notifications = (actor = buyer) =>
    actor.rows(`select title, message, link from notifications where type = 'safety' order by created_at, id`)
  const emails = () =>
    context.service.rows(
      `select data::text from outbox where template = 'allergens-changed' and user_id = $1 order by created_at`,
      buyer.id,
    )
  const itemNow = async (actor: Actor) => actor.rows('select allergens::text, is_pending from order_item_allergens')

  it('are what the prep sheet shows of orders that were placed before', async () => {
    const day = addDays(londonTime(new Date()).date, 20)
    const window = { pickup_date: day, pickup_start: '09:00', pickup_end: '12:00' }
    await order({ fulfilment: 'pickup', delivery_address: null, ...window })
    const shown = async () => {
      const [row] = await seller.rows('select prep_sheet($1) as sheet', day)
      const sheet = row?.sheet as { orders: { items: { allergens: object }[] }[] } | undefined
      return sheet?.orders[0]?.items[0]?.allergens
    }
    expect(await shown()).toEqual(withMilk)
    await declare(withWalnut)
    await runJob()
    expect(await shown()).toEqual(withWalnut)
  })

  it('are dated only when they state something else', async () => {
    const first = await changedAt()
    await declare({ ...withMilk })
    await declare({ ...withMilk, almond: 'free' })
    await seller.update('products', product, { stock: 3 })
    expect(await changedAt()).toBe(first)
    await declare(withWalnut)
    const second = await changedAt()
    expect(second > first).toBe(true)
    await declare({ ...withWalnut, nuts: 'free' })
    expect(await changedAt()).toBe(second)
    await context.service.update('products', product, { allergens_changed_at: '2020-01-01' })
    expect(await changedAt()).toBe(second)
    expect(await refusal(seller.update('products', product, { allergens_changed_at: '2020-01-01' }))).toMatchObject({
      code: forbidden,
    })
    const undeclared = await context.product(shop)
    expect(await seller.rows('select allergens_changed_at as at from products where id = $1', undeclared)).toEqual([
      { at: null },
    ])
  })

  it('are told to the buyer of an open order, with an email and the old declaration kept', async () => {
    const { order: id, item } = await order()
    await declare(withWalnut)
    await runJob()
    expect(await notifications()).toEqual([
      {
        title: 'Allergens in your order have changed',
        message: expect.stringMatching(
          /^[A-Z]+-\d+: Crumb changed the allergen information of your order\. Lemon cake may now contain walnut\.$/,
        ),
        link: `/order/${id}`,
      },
    ])
    const [email, ...more] = await emails()
    expect(more).toEqual([])
    const rendered = renderEmail('allergens-changed', JSON.parse(text(email, 'data')), emailContext)
    expect(rendered.text).toContain('Lemon cake may now contain walnut.')
    expect(await buyer.rows('select allergens::text from order_items where id = $1', item)).toEqual([
      { allergens: expect.not.stringContaining('walnut') },
    ])
    expect(await itemNow(buyer)).toEqual([{ allergens: expect.stringContaining('walnut'), is_pending: false }])
    expect(await notifications(seller)).toEqual([])
    await runJob()
    expect(await notifications()).toHaveLength(1)
  })

  it('are in every later email about the order, and in the reminder that was enqueued before', async () => {
    const inAWeek = addDays(londonTime(new Date()).date, 7)
    const { order: id } = await order({ status: 'pending payment', agreed_on: inAWeek })
    const pay = { status: 'processing', paid_at: new Date().toISOString() }
    await context.service.update('orders', id, pay)
    await declare({ ...allFree, nuts: 'contains', walnut: 'contains' })
    await runJob()
    for (const status of ['shipped', 'delivered']) await context.service.update('orders', id, { status })
    const sent = await context.service.rows(
      `select template, data::text from outbox where user_id = $1 and template in ('delivery-reminder', 'order-shipped', 'order-delivered')
      order by template`,
      buyer.id,
    )
    expect(sent.map(({ template }) => template)).toEqual(['delivery-reminder', 'order-delivered', 'order-shipped'])
    for (const email of sent) {
      const rendered = renderEmail(text(email, 'template'), JSON.parse(text(email, 'data')), emailContext)
      expect(rendered.text).toContain('Contains walnut.')
      expect(rendered.text).not.toContain('milk')
    }
  })

  it('that only remove allergens are told without an email', async () => {
    await order()
    await declare(allFree)
    await runJob()
    expect(await notifications()).toMatchObject([
      {
        title: 'Allergen information of your order was updated',
        message: expect.stringContaining('Lemon cake no longer lists milk.'),
      },
    ])
    expect(await emails()).toEqual([])
  })

  it('are seen by the two sides of the order alone', async () => {
    await order()
    await declare(withWalnut)
    await runJob()
    const stranger = await context.member('Stranger')
    await context.shop(stranger)
    expect([await itemNow(buyer), await itemNow(seller)].map((rows) => rows.length)).toEqual([1, 1])
    expect(await itemNow(stranger)).toEqual([])
    expect(await refusal(context.visitor.rows('select from order_item_allergens'))).toMatchObject({ code: forbidden })
    for (const actor of [buyer, seller])
      expect(await refusal(actor.count('update order_item_allergens set told = allergens'))).toMatchObject({
        code: forbidden,
      })
  })

  it('concern neither finished nor unpaid orders, nor those placed after the change', async () => {
    const over: Values[] = [
      { status: 'delivered' },
      { status: 'cancelled', cancelled_at: '2026-01-02' },
      { status: 'pending payment' },
    ]
    for (const values of over) await order(values)
    await declare(withWalnut)
    await order({}, withWalnut)
    await runJob()
    expect(await notifications()).toEqual([])
    expect(await itemNow(buyer)).toEqual([])
  })

  it('are told when an order was paid after the change, and when it was handed over before the job ran', async () => {
    const unpaid = await order({ status: 'pending payment' })
    const sent = await order({ status: 'shipped' })
    await declare(withWalnut)
    await context.service.update('orders', sent.order, { status: 'delivered' })
    await runJob()
    expect(await notifications()).toMatchObject([{ link: `/order/${sent.order}` }])
    await context.service.update('orders', unpaid.order, { status: 'processing', paid_at: '2026-01-01T10:00:00Z' })
    await runJob()
    expect((await notifications()).map(({ link }) => link)).toEqual([`/order/${sent.order}`, `/order/${unpaid.order}`])
  })

  it('of ingredients are told once, with both lists, also when the declaration stays the same', async () => {
    await seller.update('products', product, { ingredients: 'Sugar, milk' })
    const { order: id, item } = await order()
    await context.service.update('order_items', item, { ingredients: 'Sugar, milk' })
    const makeOf = (ingredients: string) => seller.update('products', product, { ingredients })
    await makeOf('Sugar, milk, kiwi')
    await makeOf('Sugar, milk')
    await runJob()
    expect(await notifications()).toEqual([])
    await makeOf('Sugar, milk, kiwi')
    for (let run = 0; run < 2; run += 1) await runJob()
    expect(await notifications()).toEqual([
      {
        title: 'Ingredients of your order have changed',
        message: expect.stringMatching(
          /: Crumb changed the ingredients of your order\. The ingredients of Lemon cake have changed\.$/,
        ),
        link: `/order/${id}`,
      },
    ])
    const [email, ...more] = await emails()
    expect(more).toEqual([])
    const rendered = renderEmail('allergens-changed', JSON.parse(text(email, 'data')), emailContext)
    expect(rendered.subject).toBe('Ingredients have changed: Lemon cake')
    expect(rendered.text.replace(/\s+/g, ' ')).toMatch(/before:? Sugar, milk .*now:? Sugar, milk, kiwi /i)
    expect(await buyer.rows('select ingredients, is_pending from order_item_allergens')).toEqual([
      { ingredients: 'Sugar, milk, kiwi', is_pending: false },
    ])
    // Together with allergens, both are said.
    await makeOf('Sugar, milk, eggs')
    await declare({ ...withMilk, eggs: 'contains' })
    await asSystem(`update private.allergen_alerts set next_at = now()`)
    await runJob()
    expect((await notifications()).at(-1)).toMatchObject({
      title: 'Allergens in your order have changed',
      message: expect.stringMatching(/Lemon cake now contains eggs\. The ingredients of Lemon cake have changed\.$/),
    })
  })

  it('are told when the product is deleted before the job ran', async () => {
    const { order: id } = await order()
    await declare(withWalnut)
    expect(await seller.count('delete from products where id = $1', product)).toBe(1)
    await runJob()
    expect(await notifications()).toMatchObject([
      { message: expect.stringContaining('Lemon cake may now contain walnut.'), link: `/order/${id}` },
    ])
    expect(await emails()).toHaveLength(1)
    // One that was told, and one without a change, are deleted in silence.
    const bun = await context.product(shop, { name: 'Bun', allergens: withMilk })
    await context.order(buyer, bun, { status: 'processing' })
    await seller.count('delete from products where id = $1', bun)
    await runJob()
    expect(await notifications()).toHaveLength(1)
  })

  it('of several products of an order are one notification', async () => {
    const { order: id } = await order()
    const bun = await context.product(shop, { name: 'Bun', allergens: allFree })
    for (const variation of ['Small', 'Large'])
      await context.service.send('order_items', {
        order_id: id,
        product_id: bun,
        name: 'Bun',
        price: 1,
        allergens: allFree,
        variation,
      })
    await declare(withWalnut)
    await seller.update('products', bun, { allergens: { ...allFree, eggs: 'contains' } })
    await runJob()
    expect(await notifications()).toMatchObject([
      { message: expect.stringMatching(/order\. Bun now contains eggs\. Lemon cake may now contain walnut\.$/) },
    ])
    expect(await emails()).toHaveLength(1)
  })

  it('that are undone before the job runs are not told', async () => {
    await order()
    await declare(withWalnut)
    await declare(withMilk)
    await runJob()
    expect(await notifications()).toEqual([])
  })

  it('made again and again tell a buyer a few times, and always the last state', async () => {
    await order()
    const flap = (times: number) =>
      seller.count(
        `do $$ begin perform set_config('market.defer_indexing', 'on', true); for n in 1..${times} loop
          update public.products set allergens = case when n % 2 = 1 then '${JSON.stringify(withWalnut)}'::jsonb else '${JSON.stringify(withMilk)}'::jsonb end
          where id = '${product}';
        end loop; end $$`,
      )
    for (let minute = 0; minute < 4; minute += 1) {
      await flap(5)
      await runJob()
    }
    expect(await notifications()).toHaveLength(1)
    expect(await emails()).toHaveLength(1)
    await declare({ ...withMilk, eggs: 'contains' })
    await runJob()
    // The order page shows it at once. The notification waits.
    expect(await itemNow(buyer)).toEqual([
      { allergens: expect.stringContaining('"eggs": "contains"'), is_pending: true },
    ])
    const later = (interval: string) =>
      asSystem(`update private.allergen_alerts set next_at = next_at - $1::interval`, interval)
    await later('6 minutes')
    await runJob()
    expect((await notifications()).at(-1)).toMatchObject({
      message: expect.stringContaining('Lemon cake now contains eggs. Lemon cake no longer lists walnut.'),
    })
    // The second pause is longer than the first.
    await declare(withWalnut)
    await later('6 minutes')
    await runJob()
    expect(await notifications()).toHaveLength(2)
    await later('5 minutes')
    await runJob()
    expect(await notifications()).toHaveLength(3)
  })

  it('are described in the same words by the database and the domain', async () => {
    const pairs = fc.sample(fc.tuple(anyDeclaration, anyDeclaration), { numRuns: cases(100, 400) })
    const near = pairs.map(([before, after]): [AllergenDeclaration, AllergenDeclaration] => [
      before,
      { ...before, ...Object.fromEntries(Object.entries(after).slice(0, 2)) },
    ])
    const all = [...pairs, ...near]
    const { rows } = await asSystem(
      `select private.allergen_change_text('It', e.pair -> 0, e.pair -> 1), private.stated_allergens(e.pair -> 0) = private.stated_allergens(e.pair -> 1)
      from jsonb_array_elements($1::jsonb) with ordinality e (pair, number) order by number`,
      JSON.stringify(all),
    )
    const expected = all.map(([before, after]) => changeSentences('It', before, after).join(' '))
    for (const [n, words] of expected.entries())
      expect([rows[n]?.[0] ?? '', rows[n]?.[1] === 't'], JSON.stringify(all[n])).toEqual([words, words === ''])
  })
})
