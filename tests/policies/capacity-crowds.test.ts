/** Random crowds of buyers at once, some of whom cancel: no stock, choice, window, day or category is ever exceeded. */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DatabaseError } from '#backend/database/errors'
import { databases } from '../harness.ts'
import { cases } from './case-count.ts'
import { clear } from './clear.ts'
import { addDailyPickupWindows, address, call, deliveredOn, forSale, order, pickedUp, place } from './order-fixtures.ts'
import { type Actor, openTestContext, type TestContext, text } from './test-context.ts'

const crowds = Number(process.env.CROWDS ?? cases(6, 12))
/** More than each capacity. */
const buyers = cases(16, 64)
const most = { pickup: 7, delivery: 6, day: 11, bread: 9, cake: 6, walnut: 3 }

interface Wish {
  /** The cake is the first, then other breads and pies: buyers of one product wait for each other, whatever its limits. */
  readonly product: number
  readonly withWalnut: boolean
  readonly isPickup: boolean
  readonly quantity: number
  readonly cancels: boolean
}

const wish: fc.Arbitrary<Wish> = fc.record({
  product: fc.oneof({ weight: 1, arbitrary: fc.constant(0) }, { weight: 4, arbitrary: fc.nat({ max: 15 }) }),
  withWalnut: fc.boolean(),
  isPickup: fc.boolean(),
  quantity: fc.constantFrom(1, 1, 1, 2),
  cancels: fc.constantFrom(true, false, false),
})

describe.each(databases)('crowds on %s', (kind) => {
  let context: TestContext
  let shop: string
  let cake: string
  let others: string[]
  let group: string
  let walnut: string
  let cherry: string
  let slot: { date: string; start_time: string; end_time: string }
  let guests: { member: Actor; home: string }[]

  beforeAll(async () => {
    context = await openTestContext(kind)
    shop = await context.shop(await context.member('Seller'))
    cake = await context.product(shop, { ...forSale, price: 3, category: 'Bread', stock: 0 })
    const toOrder = { ...forSale, price: 3, is_made_to_order: true, stock: 0 }
    others = await Promise.all(
      Array.from({ length: 15 }, (_, n) =>
        context.product(shop, { ...toOrder, category: n % 2 === 0 ? 'Bread' : 'Cakes' }),
      ),
    )
    group = text(await context.service.insert('product_option_groups', { product_id: cake, name: 'Topping' }), 'id')
    const choices = ['Walnut', 'Cherry'].map((name, position) =>
      context.service.insert('product_option_choices', { group_id: group, product_id: cake, name, position }),
    )
    ;[walnut = '', cherry = ''] = (await Promise.all(choices)).map((row) => text(row, 'id'))
    slot = await addDailyPickupWindows(context, shop, most.pickup)
    await context.service.rows(
      `insert into shop_pickup_schedules (shop_id, day_of_week, start_time, end_time, max_orders, fulfilment)
        select $1, day, '09:00', '17:00', $2, 'delivery' from generate_series(0, 6) day`,
      shop,
      most.delivery,
    )
    await context.service.insert('shop_day_limits', { shop_id: shop, max_orders: most.day })
    await context.service.insert('shop_day_limits', { shop_id: shop, category: 'Bread', max_orders: most.bread })
    guests = await Promise.all(
      Array.from({ length: buyers }, async () => {
        const member = await context.member()
        return { member, home: await address(member) }
      }),
    )
  })
  afterAll(() => context.close())

  async function visit({ member, home }: { member: Actor; home: string }, wanted: Wish) {
    const { product, withWalnut, isPickup, quantity, cancels } = wanted
    const options = [{ group_id: group, choice_ids: [withWalnut ? walnut : cherry] }]
    const other = others[product - 1]
    const line = other ? { product: other, quantity } : { product: cake, quantity, options }
    const part = isPickup ? pickedUp(shop, slot, line) : deliveredOn(shop, slot, line)
    const { checkout_id: id } = await place(member, order([part], isPickup ? {} : { address_id: home }))
    if (cancels) await call(member, 'cancel_checkout($1)', id)
  }

  async function expectWithinCapacity(): Promise<void> {
    const [sold] = await context.service.rows(
      `select count(distinct o.id) filter (where o.fulfilment = 'pickup')::integer as pickup,
        count(distinct o.id) filter (where o.fulfilment = 'delivery')::integer as delivery, count(distinct o.id)::integer as day,
        coalesce(sum(i.quantity) filter (where i.product_id = $1), 0)::integer as cake,
        coalesce(sum(i.quantity) filter (where p.category = 'Bread'), 0)::integer as bread,
        coalesce(sum(i.quantity) filter (where i.options_text like '%Walnut%'), 0)::integer as walnut
        from orders o join order_items i on i.order_id = o.id join products p on p.id = i.product_id where o.status <> 'cancelled'`,
      cake,
    )
    const [left] = await context.service.rows(
      `select (select p.stock from products p where p.id = $1) as cake, (select c.stock from product_option_choices c where c.id = $2) as walnut,
        (select s.remaining from hand_over_slots($3, array[$4::uuid], 'pickup') s where s.date = $5::date) as pickup,
        (select s.remaining from hand_over_slots($3, array[$4::uuid], 'delivery') s where s.date = $5::date) as delivery`,
      cake,
      walnut,
      shop,
      others[1] ?? '',
      slot.date,
    )
    for (const what of ['pickup', 'delivery', 'day', 'bread', 'cake', 'walnut'] as const)
      expect(sold?.[what], what).toBeLessThanOrEqual(most[what])
    const kept = (what: keyof typeof most) => most[what] - Number(sold?.[what])
    expect(left, 'what is left for others').toEqual({
      cake: kept('cake'),
      walnut: kept('walnut'),
      pickup: Math.min(kept('pickup'), kept('day')),
      delivery: Math.min(kept('delivery'), kept('day')),
    })
  }

  it(`of ${buyers} never exceed a capacity, in ${crowds} of them`, { timeout: 3_600_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(wish, { minLength: buyers, maxLength: buyers }), async (wishes) => {
        await clear(context, 'public.checkouts', 'public.payment_events')
        await context.service.update('products', cake, { stock: most.cake })
        await context.service.update('product_option_choices', walnut, { stock: most.walnut })
        const visits = guests.map((guest, n) => {
          const wanted = wishes[n]
          return wanted ? visit(guest, wanted) : Promise.resolve()
        })
        const ends = await Promise.allSettled(visits)
        for (const end of ends) {
          if (end.status === 'fulfilled') continue
          if (!(end.reason instanceof DatabaseError)) throw end.reason
          expect(['sold_out', 'slot_full', 'day_full'], end.reason.message).toContain(end.reason.hint)
        }
        expect(ends.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0)
        await expectWithinCapacity()
      }),
      // A smaller crowd would be another interleaving.
      { numRuns: crowds, endOnFailure: true },
    )
  })
})
