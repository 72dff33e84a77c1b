/** Pickup slots: from a product's own windows or its shop's, after the lead time, on open days. SQL and TypeScript agree. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deliveryPence } from '#domain/delivery/delivery'
import { nextPickup } from '#domain/pickup/pickup'
import { addDays, dayOfWeek, londonTime } from '#domain/values/calendar'
import { everyDatabase } from '../harness.ts'
import { forSale } from './order-fixtures.ts'
import { openTestContext, refusal, type TestContext } from './test-context.ts'

describe.each(everyDatabase)('pickup slots on %s', (kind) => {
  let context: TestContext
  let shop: string
  let bread: string
  let pie: string
  const today = londonTime(new Date()).date
  const day = (ahead: number) => addDays(today, ahead)
  const window = (ahead: number, start_time: string, end_time: string, max_orders: number | null = null) => ({
    day_of_week: dayOfWeek(day(ahead)),
    start_time,
    end_time,
    max_orders,
  })

  beforeAll(async () => {
    context = await openTestContext(kind)
    shop = await context.shop(await context.member('Baker'))
    bread = await context.product(shop, { ...forSale, name: 'Bread' })
    pie = await context.product(shop, { ...forSale, name: 'Pie', lead_time_days: 2 })
    const own = (ahead: number, start: string, end: string, most: number | null) =>
      context.service.insert('product_pickup_schedules', { product_id: pie, ...window(ahead, start, end, most) })
    const common = (ahead: number, start: string, end: string, most: number | null) =>
      context.service.insert('shop_pickup_schedules', { shop_id: shop, ...window(ahead, start, end, most) })
    await common(1, '09:00', '12:00', null)
    await common(3, '09:00', '12:00', 8)
    await common(3, '13:00', '17:00', null)
    await common(4, '09:00', '12:00', null)
    await own(1, '10:00', '14:00', 2)
    await own(3, '11:00', '14:00', 2)
    await own(5, '11:00', '14:00', null)
    await context.service.insert('shop_closures', { shop_id: shop, from_date: day(4), to_date: day(4) })
  })
  afterAll(() => context.close())

  const slots = async (products: readonly string[], from: string | null = day(1), days = 7) => {
    const rows = await context.visitor.rows(
      `select date::text, to_char(start_time, 'HH24:MI') as starts, to_char(end_time, 'HH24:MI') as ends, remaining
        from hand_over_slots($1, $2::uuid[], 'pickup', $3::date, $4::int) where reason is null`,
      shop,
      `{${products.join()}}`,
      from,
      days,
    )
    return rows.map(({ date, starts, ends, remaining }) => [date, starts, ends, remaining])
  }

  it('a shop’s windows give slots, except on the days of a closure', async () => {
    expect(await slots([bread])).toEqual([
      [day(1), '09:00', '12:00', null],
      [day(3), '09:00', '12:00', 8],
      [day(3), '13:00', '17:00', null],
    ])
    const first = nextPickup(
      {
        schedules: [window(1, '09:00', '12:00'), window(3, '09:00', '12:00')],
        closures: [],
        leadTimeDays: 0,
      },
      new Date(),
    )
    expect(first).toEqual({ date: day(1), start: '09:00', end: '12:00' })
  })

  it('a product’s own windows give slots after its lead time', async () => {
    expect(await slots([pie])).toEqual([
      [day(3), '11:00', '14:00', 2],
      [day(5), '11:00', '14:00', null],
    ])
    expect(await slots([pie], null, 9)).toContainEqual([day(8), '10:00', '14:00', 2])
  })

  it('several products share the slots in which all can be picked up, with the tightest limit', async () => {
    expect(await slots([bread, pie])).toEqual([
      [day(3), '11:00', '12:00', 2],
      [day(3), '13:00', '14:00', 2],
    ])
  })

  it('today’s slots are those not yet over, and none lie in the past or more than a year ahead', async () => {
    const corner = await context.shop(await context.member())
    const bun = await context.product(corner, forSale)
    await context.service.rows(
      `insert into shop_pickup_schedules (shop_id, day_of_week, start_time, end_time)
        select $1, $2::int, local::time - interval '1 minute', local::time from (select greatest(now() at time zone 'Europe/London', $3::timestamp) as local) t`,
      corner,
      dayOfWeek(today),
      `${today} 00:02`,
    )
    const found = await context.visitor.rows(
      `select date::text from hand_over_slots($1, $2::uuid[], 'pickup', $3::date, 60) where reason is null`,
      corner,
      `{${bun}}`,
      day(-7),
    )
    expect(found[0]).toEqual({ date: day(7) })
    const far = `select from hand_over_slots($1, $2::uuid[], 'pickup', $3::date, 60) where reason is null`
    expect(await context.visitor.count(far, corner, `{${bun}}`, day(367))).toBe(0)
    expect(await context.visitor.count(far, corner, `{${bun}}`, 'infinity')).toBe(0)
  })

  it('slots are shown only for products on sale, and for a limited number of days', async () => {
    const hidden = await context.product(shop, { ...forSale, status: 'hidden' })
    const elsewhere = await context.product(await context.shop(await context.member()), forSale)
    const never = await context.product(shop, { ...forSale, available_for_pickup: false })
    for (const other of [hidden, elsewhere, never]) expect(await slots([bread, other])).toEqual([])
    for (const days of [0, 367]) expect(await refusal(slots([bread], null, days))).toMatchObject({ code: '22023' })
    expect(await refusal(slots([]))).toMatchObject({ code: '22023' })
  })

  it('the common delivery fee is the same in SQL as on the pages', async () => {
    const database = async (expression: string) => {
      const { rows } = await context.database.run({ text: `select ${expression}`, values: [] })
      return rows[0]?.[0]
    }
    for (const pence of [0, 1, 4999, 5000, 5001, 99_000])
      expect(await database(`(private.delivery_fee(${pence / 100}) * 100)::int`), `${pence}`).toBe(
        `${deliveryPence(pence)}`,
      )
  })
})
