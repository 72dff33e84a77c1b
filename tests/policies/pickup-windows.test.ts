/** Weekly pickup windows of shops and products: public, written by their owners only, without overlaps. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases } from '../harness.ts'
import { type Actor, forbidden, openTestContext, refusal, type TestContext, text, type Values } from './test-context.ts'

describe.each(databases)('pickup windows on %s', (kind) => {
  let context: TestContext
  let owner: Actor
  let other: Actor
  const parents: Record<string, string> = {}
  beforeAll(async () => {
    context = await openTestContext(kind)
    owner = await context.member('Owner')
    other = await context.member('Other')
    parents.shop_id = await context.shop(owner)
    parents.product_id = await context.product(parents.shop_id)
    await context.shop(other)
  })
  afterAll(() => context.close())

  describe.each([
    ['shop_pickup_schedules', 'shop_id', 'shops'],
    ['product_pickup_schedules', 'product_id', 'products'],
  ])('in %s', (table, parent, parentTable) => {
    const window = (more: Values = {}): Values => ({
      [parent]: parents[parent] ?? '',
      day_of_week: 1,
      start_time: '09:00',
      end_time: '12:00',
      max_orders: null,
      ...more,
    })
    const clear = () => context.service.count(`delete from ${table}`)

    it('an owner adds, changes and deletes windows, and everyone reads them', async () => {
      const id = text(await owner.insert(table, window({ max_orders: 3 })), 'id')
      expect(
        await context.visitor.rows(`select day_of_week, start_time::text, end_time::text, max_orders from ${table}`),
      ).toEqual([{ day_of_week: 1, start_time: '09:00:00', end_time: '12:00:00', max_orders: 3 }])
      expect(await owner.update(table, id, { end_time: '13:00' })).toBe(1)
      expect(await owner.count(`delete from ${table} where id = $1`, id)).toBe(1)
    })

    it('nobody else can write windows', async () => {
      const id = text(await owner.insert(table, window()), 'id')
      expect(await refusal(other.insert(table, window({ day_of_week: 2 })))).toMatchObject({ code: forbidden })
      expect(await refusal(context.visitor.insert(table, window({ day_of_week: 2 })))).toMatchObject({
        code: forbidden,
      })
      expect(await other.update(table, id, { max_orders: 1 })).toBe(0)
      expect(await other.count(`delete from ${table} where id = $1`, id)).toBe(0)
      expect(await refusal(context.visitor.count(`delete from ${table}`))).toMatchObject({ code: forbidden })
      expect(await refusal(owner.update(table, id, { [parent]: other.id }))).toMatchObject({ code: forbidden })
      await clear()
    })

    it('a refusal does not reveal another seller’s windows', async () => {
      await owner.insert(table, window())
      for (const start_time of ['09:00', '18:00']) {
        const probe = window({ start_time, end_time: '23:00' })
        const results = await Promise.all([
          refusal(other.insert(table, probe)),
          refusal(context.visitor.insert(table, probe)),
        ])
        expect(results.map(({ code }) => code)).toEqual([forbidden, forbidden])
      }
      expect(await refusal(owner.insert(table, window()))).toMatchObject({ code: '23P01' })
      await clear()
    })

    it.each<[Values, string]>([
      [{ day_of_week: 7 }, 'weekday'],
      [{ day_of_week: -1 }, 'weekday'],
      [{ start_time: '12:00' }, 'end_after_start'],
      [{ start_time: '13:00' }, 'end_after_start'],
      [{ max_orders: 0 }, 'max_orders'],
    ])('a window with %j is refused', async (change, constraint) => {
      expect(await refusal(owner.insert(table, window(change)))).toMatchObject({
        code: '23514',
        constraint: `${table}_${constraint}`,
      })
    })

    it.each(['day_of_week', 'start_time', 'end_time'])('a window needs a %s', async (column) => {
      expect(await refusal(owner.insert(table, window({ [column]: null })))).toMatchObject({ code: '23502' })
    })

    it.each([
      ['an equal window', '09:00', '12:00'],
      ['a window that begins inside another', '11:59', '14:00'],
      ['a window that ends inside another', '08:00', '09:01'],
      ['a window inside another', '10:00', '11:00'],
      ['a window around another', '08:00', '13:00'],
    ])('%s on a day that has windows is refused with a sentence', async (_, start_time, end_time) => {
      await owner.insert(table, window())
      expect(await refusal(owner.insert(table, window({ start_time, end_time })))).toEqual({
        code: '23P01',
        message: 'This overlaps another pickup window on Monday (09:00 to 12:00).',
        hint: 'overlap',
        constraint: undefined,
      })
      await clear()
    })

    it('windows may touch, and may repeat on another day', async () => {
      await owner.insert(table, window())
      await owner.insert(table, window({ start_time: '12:00', end_time: '14:00' }))
      await owner.insert(table, window({ day_of_week: 2 }))
      expect(await owner.count(`select from ${table}`)).toBe(3)
      await clear()
    })

    it('an overlap by an update or within one statement is refused', async () => {
      await owner.insert(table, window())
      const later = text(await owner.insert(table, window({ start_time: '13:00', end_time: '15:00' })), 'id')
      expect(await refusal(owner.update(table, later, { start_time: '11:00' }))).toMatchObject({ code: '23P01' })
      expect(await owner.update(table, later, { end_time: '16:00' })).toBe(1)
      await clear()
      const two = `insert into ${table} (${parent}, day_of_week, start_time, end_time) values ($1, 3, '09:00', '12:00'), ($1, 3, '10:00', '13:00')`
      expect(await refusal(owner.count(two, parents[parent] ?? ''))).toMatchObject({ code: '23P01' })
      expect(await owner.count(`select from ${table}`)).toBe(0)
    })

    it('a long window around others is refused, in either order', async () => {
      const hours = [
        ['08:00', '18:00'],
        ['09:00', '10:00'],
        ['11:00', '12:00'],
      ]
      for (const first of hours) {
        const [start_time = '', end_time = ''] = first
        await owner.insert(table, window({ day_of_week: 3, start_time, end_time }))
        const others = hours.filter((each) => each !== first).map(([start, end]) => `($1, 3, '${start}', '${end}')`)
        for (const rows of [others, others.toReversed()]) {
          const both = `insert into ${table} (${parent}, day_of_week, start_time, end_time) values ${rows.join()}`
          expect(await refusal(owner.count(both, parents[parent] ?? ''))).toMatchObject({ code: '23P01' })
        }
        await clear()
      }
    })

    it('a window is visible only while its shop or product is', async () => {
      await owner.insert(table, window())
      const [shown, hidden] = parentTable === 'shops' ? ['active', 'suspended'] : ['active', 'hidden']
      await context.service.update(parentTable, parents[parent] ?? '', { status: hidden })
      expect([await context.visitor.count(`select from ${table}`), await owner.count(`select from ${table}`)]).toEqual([
        0, 1,
      ])
      await context.service.update(parentTable, parents[parent] ?? '', { status: shown })
      await clear()
    })
  })
})
