/** Searches for a day, the earliest days and the hours of a day, compared with the slots that checkout offers. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, dayOfWeek, londonTime } from '#domain/values/calendar'
import { isInPart, partsOfDay } from '#domain/values/part-of-day'
import { databases } from '../harness.ts'
import { londonTime as londonMoment } from './drop-fixtures.ts'
import { address, call, deliveredOn, forSale, order, pickedUp, place } from './order-fixtures.ts'
import { insertRows } from './prefill.ts'
import { search } from './search-calls.ts'
import { randomNumbers } from './search-oracle.ts'
import { type Actor, openTestContext, refusal, type TestContext, text, type Values } from './test-context.ts'

interface Product {
  readonly id: string
  readonly shop: string
  readonly leadDays: number
  readonly isSoldOut: boolean
  readonly hasPickup: boolean
  readonly hasDelivery: boolean
  /** Deliveries have no windows: they are sent after the lead time. */
  readonly isUndated: boolean
  readonly closed: readonly [string, string]
  /** The drop that sells it. */
  drop?: 'announced' | 'open' | 'sold out'
}

/** '09:00-11:00', or '' without hours. */
function windowOf(hours: string) {
  const [start_time = null, end_time = null] = hours === '' ? [] : hours.split('-')
  return { start_time, end_time, is_posted: false }
}

const ways = ['pickup', 'delivery'] as const
const daysAhead = 60

describe.each(databases)('searches for a day on %s', (kind) => {
  let context: TestContext
  const products: Product[] = []
  const today = londonTime(new Date()).date
  const day = (ahead: number) => addDays(today, ahead)
  const random = randomNumbers(23)
  const chance = (share: number) => random() < share
  const below = (end: number) => Math.floor(random() * end)
  const hours = [
    ['08:00', '11:00'],
    ['11:00', '14:30'],
    ['16:30', '17:00'],
    ['18:00', '23:30'],
  ] as const

  const windows = (owner: Values, fulfilment: string, share: number): Values[] => {
    const weekly = Array.from({ length: 7 }, (_, weekday) => ({ day_of_week: weekday, on_date: null }))
    const dated = Array.from({ length: 2 }, () => day(below(40))).map((on_date) => ({
      day_of_week: dayOfWeek(on_date),
      on_date,
    }))
    return [...weekly, ...new Map(dated.map((one) => [one.on_date, one])).values()].flatMap((when) =>
      hours.flatMap(([start_time, end_time]) =>
        chance(share)
          ? [{ ...owner, fulfilment, ...when, start_time, end_time, max_orders: chance(0.5) ? 1 : null }]
          : [],
      ),
    )
  }

  const slotsOf = (product: Product, way: string) =>
    context.visitor.rows(
      `select date::text as day, to_char(start_time, 'HH24:MI') as starts, to_char(end_time, 'HH24:MI') as ends
        from hand_over_slots($1, array[$2]::uuid[], $3, null, ${daysAhead}) where reason is null and coalesce(remaining, 1) > 0`,
      product.shop,
      product.id,
      way,
    )

  /** Adds a drop with some of a shop's products, announced, open, or past. */
  async function addDrop(owner: Actor, items: readonly Product[]) {
    const { service } = context
    const isOpen = chance(0.7)
    // Each item is offered in one of these ways.
    const offeredWays = items.every(({ hasPickup }) => hasPickup) && chance(0.5) ? (['pickup'] as const) : ways
    const slots = offeredWays.flatMap((fulfilment) =>
      [1, 2, 3].map((n) => {
        const [start_time, end_time] = hours[below(hours.length)] ?? hours[0]
        return {
          fulfilment,
          on_date: day(n === 1 ? 2 : 2 + n * below(12)),
          start_time,
          end_time,
          max_orders: chance(0.5) ? 1 : null,
        }
      }),
    )
    const stock = chance(0.3) ? 1 : 20
    const id = String(
      await call(owner, 'save_drop($1)', {
        title: 'Saturday bakes',
        opens_at: await londonMoment(context, isOpen ? '-1 minute' : '10 minutes'),
        cut_off: await londonMoment(context, '1 hour'),
        max_per_buyer: 9,
        is_published: true,
        items: items.map((product) => ({ product_id: product.id, stock })),
        slots: [...new Map(slots.map((slot) => [Object.values(slot).slice(0, 3).join(), slot])).values()],
      }),
    )
    const [start_time, end_time] = hours[below(hours.length)] ?? hours[0]
    await service.insert('drop_slots', { drop_id: id, fulfilment: 'pickup', on_date: today, start_time, end_time })
    // Its time may be over already. A saved drop writes the search index.
    const isPast = chance(0.15)
    await service.count(
      `update drops set cut_off = case when $2 then now() else cut_off end, opens_at = opens_at - interval '1 minute' where id = $1`,
      id,
      isPast,
    )
    if (!isPast) for (const product of items) product.drop = isOpen ? 'open' : 'announced'
    return stock
  }

  beforeAll(async () => {
    context = await openTestContext(kind)
    const { service } = context
    const soleUnits = new Set<Product>()
    for (let n = 0; n < 12; n += 1) {
      const owner = await context.member()
      const shop = await context.shop(owner)
      const isUndated = n % 3 === 0
      const closed = [day(below(8)), day(8 + below(4))] as const
      if (n % 2) await service.insert('shop_closures', { shop_id: shop, from_date: closed[0], to_date: closed[1] })
      if (n % 4)
        await service.insert('shop_booking_rules', {
          shop_id: shop,
          horizon_days: 14 + below(40),
          pickup_cutoff_hours: chance(0.6) ? below(100) : null,
          delivery_cutoff_hours: chance(0.6) ? below(100) : null,
        })
      const added: Product[] = []
      for (let m = 0; m < 4; m += 1) {
        const isSoldOut = chance(0.1)
        const [hasPickup, hasDelivery] = [chance(0.8), chance(0.8)]
        const lead_time_days = chance(0.2) ? 20 : below(4)
        const id = await context.product(shop, {
          ...forSale,
          category: m % 2 ? 'Cakes' : 'Meals',
          stock: isSoldOut ? 0 : 90,
          lead_time_days,
          available_for_pickup: hasPickup,
          available_for_delivery: hasDelivery || !hasPickup,
        })
        added.push({
          id,
          shop,
          leadDays: lead_time_days,
          isSoldOut,
          hasPickup,
          hasDelivery: hasDelivery || !hasPickup,
          isUndated,
          closed: n % 2 ? closed : ['', ''],
        })
      }
      for (const way of ways) {
        if (way === 'delivery' && isUndated) continue
        await insertRows(service, 'shop_pickup_schedules', windows({ shop_id: shop }, way, 0.3))
        const own = added.filter(() => chance(0.3)).flatMap(({ id }) => windows({ product_id: id }, way, 0.2))
        await insertRows(service, 'product_pickup_schedules', own)
      }
      if (!isUndated) {
        await service.insert('shop_day_limits', { shop_id: shop, day_of_week: below(7), max_orders: 1 })
        await service.insert('shop_day_limits', { shop_id: shop, category: 'Cakes', max_orders: 1 })
        await service.insert('shop_day_limits', { shop_id: shop, product_id: added[0]?.id ?? '', max_orders: 1 })
      }
      products.push(...added)
      if (n % 3) {
        const items = added.filter(() => chance(0.5))
        if (items.length > 0 && (await addDrop(owner, items)) === 1) for (const product of items) soleUnits.add(product)
      }
    }
    // Orders that fill windows and days.
    for (const product of products.filter(isOrderable))
      for (const way of ways) {
        if (!isOrderable(product)) continue
        const [slot] = product[way === 'pickup' ? 'hasPickup' : 'hasDelivery'] ? await slotsOf(product, way) : []
        if (!slot) continue
        const chosen = { date: text(slot, 'day'), start_time: text(slot, 'starts'), end_time: text(slot, 'ends') }
        const buyer = await context.member('Buyer')
        const to = way === 'pickup' ? {} : { address_id: await address(buyer) }
        const wanted = way === 'pickup' ? pickedUp : deliveredOn
        await place(buyer, order([wanted(product.shop, chosen, { product: product.id })], to))
        if (product.drop && soleUnits.has(product)) product.drop = 'sold out'
      }
    const inDrops = new Set(products.map(({ drop }) => drop))
    expect(inDrops).toEqual(new Set([undefined, 'announced', 'open', 'sold out']))
  })
  afterAll(() => context.close())

  const isOrderable = ({ drop, isSoldOut }: Product) => (drop ? drop === 'open' : !isSoldOut)

  /** The hours of each product, way and day that checkout offers. A delivery without windows has the hours ''. */
  async function offered(isOffered = isOrderable) {
    const offers: { product: string; way: string; day: string; hours: string }[] = []
    for (const product of products.filter(isOffered))
      for (const way of ways) {
        if (way === 'pickup' ? !product.hasPickup : !product.hasDelivery) continue
        if (way === 'delivery' && product.isUndated && !product.drop) {
          for (let ahead = product.leadDays; ahead < daysAhead; ahead += 1)
            if (day(ahead) < product.closed[0] || day(ahead) > product.closed[1])
              offers.push({ product: product.id, way, day: day(ahead), hours: '' })
          continue
        }
        for (const slot of await slotsOf(product, way))
          offers.push({
            product: product.id,
            way,
            day: text(slot, 'day'),
            hours: `${text(slot, 'starts')}-${text(slot, 'ends')}`,
          })
      }
    return offers
  }

  it.each([
    ['with lookups', -1],
    ['with index scans', 15_000],
  ])('find exactly what checkout offers then, %s', async (_, listings) => {
    await context.database.script(
      `update pg_class set reltuples = ${listings} where oid = 'private.listings'::regclass`,
    )
    const offers = await offered()
    const counts = new Set<number>()
    for (let ahead = 0; ahead < 50; ahead += 1)
      for (const fulfilment of [...ways, undefined]) {
        const result = await search(context.visitor, {
          available_on: day(ahead),
          ...(fulfilment && { fulfilment }),
          page_size: 100,
        })
        const expected = offers.filter((offer) => offer.day === day(ahead) && offer.way === (fulfilment ?? offer.way))
        expect(result.items.map(({ id }) => id).sort(), `${day(ahead)} ${fulfilment}`).toEqual(
          [...new Set(expected.map(({ product }) => product))].sort(),
        )
        expect(result.total).toBe(result.items.length)
        counts.add(result.total)
      }
    expect(counts.size).toBeGreaterThan(10)
  })

  it.each([
    ['with lookups', -1],
    ['with index scans', 15_000],
  ])('for a part of it find exactly what checkout offers in those hours, %s', async (_, listings) => {
    await context.database.script(
      `update pg_class set reltuples = ${listings} where oid = 'private.listings'::regclass`,
    )
    const offers = await offered()
    const counts = new Set<number>()
    // Not today, whose parts may be over.
    for (const ahead of [1, 2, 3, 4, 6, 9, 13, 14, 20, 27, 33, 41])
      for (const part of partsOfDay)
        for (const fulfilment of [...ways, undefined]) {
          const result = await search(context.visitor, {
            available_on: day(ahead),
            part_of_day: part,
            ...(fulfilment && { fulfilment }),
            page_size: 100,
          })
          const expected = offers.filter(
            (offer) =>
              offer.day === day(ahead) &&
              offer.way === (fulfilment ?? offer.way) &&
              isInPart(part, windowOf(offer.hours)),
          )
          expect(result.items.map(({ id }) => id).sort(), `${day(ahead)} ${part} ${fulfilment}`).toEqual(
            [...new Set(expected.map(({ product }) => product))].sort(),
          )
          expect(result.total).toBe(result.items.length)
          counts.add(result.total)
        }
    expect(counts.size).toBeGreaterThan(5)
  })

  it('for a part of a day leave out what is posted, and an unknown part is ignored', async () => {
    const { visitor, service } = context
    const shop = await context.shop(await context.member())
    await context.product(shop, { ...forSale, name: 'Medlar jelly', available_for_pickup: false })
    const window = { shop_id: shop, fulfilment: 'delivery', day_of_week: dayOfWeek(day(9)) }
    await service.insert('shop_pickup_schedules', {
      ...window,
      start_time: '00:00',
      end_time: '23:59',
      is_posted: true,
    })
    const total = async (part_of_day: string) =>
      (await search(visitor, { q: 'medlar', available_on: day(9), part_of_day })).total
    expect(await total('morning')).toBe(0)
    expect(await total('teatime')).toBe(1)
    const hours = { start_time: '09:00', end_time: '10:00' }
    await service.count('delete from shop_pickup_schedules where shop_id = $1', shop)
    await service.insert('shop_pickup_schedules', { ...window, ...hours })
    expect(await total('morning')).toBe(1)
    expect(await total('evening')).toBe(0)
  })

  /** A drop tells its days before it opens. */
  const isTold = (product: Product) => product.drop === 'announced' || isOrderable(product)

  it('the hours of a day are those that checkout offers', async () => {
    const offers = await offered(isTold)
    for (const ahead of [0, 1, 2, 3, 5, 8, 13, 14, 21, 34]) {
      const rows = await context.visitor.rows(
        `select product_id, fulfilment, coalesce(to_char(start_time, 'HH24:MI-') || to_char(end_time, 'HH24:MI'), '') as hours
          from hours_on($1::uuid[], $2::date)`,
        `{${products.map(({ id }) => id).join()}}`,
        day(ahead),
      )
      expect(rows.map((row) => Object.values(row).join()).sort(), day(ahead)).toEqual(
        offers
          .filter((offer) => offer.day === day(ahead))
          .map(({ product, way, hours }) => [product, way, hours].join())
          .sort(),
      )
    }
  })

  it('the earliest days of products are the first that checkout offers', async () => {
    const offers = await offered(isTold)
    const rows = await context.visitor.rows(
      'select product_id, pickup_day::text, delivery_day::text from earliest_days($1::uuid[])',
      `{${products.map(({ id }) => id).join()}}`,
    )
    const first = (product: string, way: string) =>
      offers
        .filter((offer) => offer.product === product && offer.way === way)
        .map((offer) => offer.day)
        .sort()[0] ?? null
    expect(rows).toHaveLength(products.length)
    for (const { product_id, ...days } of rows)
      expect(days, String(product_id)).toEqual({
        pickup_day: first(String(product_id), 'pickup'),
        delivery_day: first(String(product_id), 'delivery'),
      })
  })

  it('an item of a drop is found for its days and ways from the opening to the cut-off', async () => {
    const { visitor, service } = context
    const owner = await context.member()
    const shop = await context.shop(owner)
    const tart = await context.product(shop, { ...forSale, stock: 5, name: 'Damson tart', available_for_pickup: true })
    const save = async () =>
      String(
        await call(owner, 'save_drop($1)', {
          title: 'Damson day',
          opens_at: await londonMoment(context, '1 hour'),
          cut_off: await londonMoment(context, '2 hours'),
          is_published: true,
          items: [{ product_id: tart, stock: 2 }],
          slots: [{ fulfilment: 'pickup', on_date: day(30), start_time: '10:00', end_time: '12:00' }],
        }),
      )
    const id = await save()
    const find = async (more: object) => (await search(visitor, { q: 'damson', ...more })).items
    const found = async () => [
      (await find({ available_on: day(30) })).length,
      (await find({ available_on: day(6) })).length,
      (await find({ fulfilment: 'pickup' })).length,
      (await find({ fulfilment: 'delivery' })).length,
    ]
    const ofDrop = { available_for_pickup: true, available_for_delivery: false, delivery: [] }
    expect(await found()).toEqual([0, 0, 1, 0])
    expect(await find({})).toMatchObject([ofDrop])
    // Time passes without a write of the product.
    const pass = (change: string) =>
      context.database.script(
        `alter table drops disable trigger user; update drops set ${change} where id = '${id}'; alter table drops enable trigger user`,
      )
    await pass(`opens_at = now() - interval '1 minute', relist_at = now()`)
    expect(await found()).toEqual([0, 0, 1, 0])
    await context.database.script('select private.relist_drops()')
    expect(await found()).toEqual([1, 0, 1, 0])
    await service.count('update drop_items set taken = stock where drop_id = $1', id)
    expect(await found()).toEqual([0, 0, 1, 0])
    await service.count('update drop_items set taken = 1 where drop_id = $1', id)
    expect(await found()).toEqual([1, 0, 1, 0])
    await pass(`cut_off = now(), relist_at = now()`)
    await context.database.script('select private.relist_drops()')
    expect(await found()).toEqual([1, 1, 1, 1])
    expect(await find({})).toMatchObject([{ available_for_pickup: true, available_for_delivery: true }])
    expect(await service.rows('select relist_at from drops where id = $1', id)).toEqual([{ relist_at: null }])
    await service.count(
      `update drops set opens_at = now() + interval '1 hour', cut_off = now() + interval '2 hours' where id = $1`,
      id,
    )
    expect(await found()).toEqual([0, 0, 1, 0])
    expect(await owner.count('delete from drops where id = $1', id)).toBe(0)
    await service.count('update drop_items set taken = 0 where drop_id = $1', id)
    expect(await owner.count('delete from drops where id = $1', id)).toBe(1)
    expect(await found()).toEqual([1, 1, 1, 1])
    await save()
    expect(await service.count('delete from shops where id = $1', shop)).toBe(1)
    expect(await found()).toEqual([0, 0, 0, 0])
  })

  it('a changed horizon changes what is found, and requests for the hours are limited', async () => {
    const { visitor, service } = context
    const shop = await context.shop(await context.member())
    const pie = await context.product(shop, { ...forSale, name: 'Quince pie', available_for_delivery: false })
    await service.insert('shop_pickup_schedules', {
      shop_id: shop,
      day_of_week: dayOfWeek(day(30)),
      start_time: '09:00',
      end_time: '10:00',
    })
    const finds = async () => (await search(visitor, { q: 'quince', available_on: day(30) })).total
    expect(await finds()).toBe(0)
    await service.insert('shop_booking_rules', { shop_id: shop, horizon_days: 31 })
    expect(await finds()).toBe(1)
    await service.count('update shop_booking_rules set horizon_days = 30 where shop_id = $1', shop)
    expect(await finds()).toBe(0)
    // The day of a custom order is agreed with the baker.
    await service.update('products', pie, { product_type: 'bespoke' })
    expect(await finds()).toBe(1)
    const many = `{${Array.from({ length: 101 }, () => pie).join()}}`
    for (const [ids, on] of [
      ['{}', today],
      [many, today],
      [`{${pie}}`, 'infinity'],
    ] as const)
      expect(
        await refusal(visitor.rows('select from hours_on($1::uuid[], $2::date)', ids, on)),
        `${ids.length} ${on}`,
      ).toMatchObject({ code: '22023' })
  })
})
