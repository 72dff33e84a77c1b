import { describe, expect, it } from 'vitest'
import { productCategories } from '../../domain/catalogue/categories.ts'
import { freeDeliveryOverPence } from '../../domain/delivery/delivery.ts'
import { allergenGroups, readAllergens } from '../../domain/food/allergens.ts'
import { readHandled } from '../../domain/food/kitchen.ts'
import { presentIn } from '../../domain/food/random-declarations.ts'
import { slugify } from '../../domain/values/slugs.ts'
import {
  type ProductFormInput,
  productForm,
  productFormDefaults,
} from '../../web/features/sell/products/product-form.ts'
import { shopForm } from '../../web/features/sell/settings/shop-form.ts'
import { kitchenRows } from './catalogue-rows.ts'
import { clock, sampleId } from './ids.ts'
import { orderRows } from './order-rows.ts'
import { people, personKeys } from './people.ts'
import { conversationRows, notificationRows } from './people-rows.ts'
import { allPictureFiles } from './picture-paths.ts'
import { products } from './products.ts'
import { reviews } from './reviews.ts'
import { sales } from './sales.ts'
import { declare, type SampleProduct } from './sample-product.ts'
import { type SampleShop, shops } from './shops.ts'

const all: SampleProduct[] = Object.values(products)
const allShops: SampleShop[] = Object.values(shops)
const published = all.filter(({ isDraft }) => !isDraft)

describe('the sample’s shops', () => {
  it('are ten, each with its own seller and an address from its name', () => {
    expect(allShops).toHaveLength(10)
    expect(new Set(allShops.map(({ seller }) => seller)).size).toBe(10)
    for (const { name, slug } of allShops) expect(slug).toBe(slugify(name))
  })

  it.each(allShops)('have descriptions that the form accepts: $name', ({ name, description, category }) => {
    expect(shopForm.safeParse({ shopName: name, description, category }).error).toBeUndefined()
  })

  it.each(allShops)('have pickup windows that do not overlap: $name', ({ windows }) => {
    for (const [day, from, until] of windows) {
      expect(from < until).toBe(true)
      const others = windows.filter((other) => other[0] === day && other[1] < until && other[2] > from)
      expect(others).toHaveLength(1)
    }
  })

  it('include at least four near the default place, so that its radius is not dropped', () => {
    const near = allShops.filter(({ lat, lon }) => Math.abs(lat - 51.505) < 0.12 && Math.abs(lon + 0.09) < 0.2)
    expect(near.length).toBeGreaterThanOrEqual(4)
  })
})

describe('the sample’s products', () => {
  it('cover every category', () => {
    expect(new Set(published.map(({ category }) => category))).toEqual(new Set(productCategories))
  })

  it('cost £4.99 to £35.00 with any variation or quote', () => {
    const prices = published.flatMap(({ price, variations = [] }) =>
      typeof price === 'number' ? [price, ...variations.map(([, delta]) => price + delta)] : (price.range ?? []),
    )
    expect(Math.min(...prices)).toBe(4.99)
    expect(Math.max(...prices)).toBe(35)
  })

  it('are standardised and bespoke, with and without a price range', () => {
    const bespoke = published.flatMap(({ price }) => (typeof price === 'number' ? [] : [price]))
    expect(bespoke.some(({ range }) => range === null)).toBe(true)
    expect(bespoke.some(({ range }) => range !== null)).toBe(true)
    expect(bespoke.some(({ consultation }) => !consultation)).toBe(true)
  })

  it.each(all)('pass the form’s validation: $name', (product) => {
    const { name, description, price, category, stock, ingredients, allergens, leadTimeDays, variations = [] } = product
    const [least, most] = (typeof price === 'number' ? null : price.range) ?? []
    const form: ProductFormInput = {
      ...productFormDefaults,
      name,
      description,
      category,
      stock: String(stock),
      ingredients,
      allergens,
      lead_time_days: String(leadTimeDays),
      variations: variations.map(([name, delta]) => ({ name, price_delta: String(delta) })),
      ...(typeof price === 'number'
        ? { price: String(price) }
        : {
            product_type: 'bespoke',
            requires_consultation: price.consultation,
            min_price: String(least ?? ''),
            max_price: String(most ?? ''),
          }),
    }
    expect(productForm.safeParse(form).error).toBeUndefined()
  })

  it.each(all)('declare all fourteen allergens, consistently with their ingredients: $name', (product) => {
    expect(allergenGroups(readAllergens(product.allergens)).undeclared).toEqual([])
    const words = product.ingredients.toLowerCase()
    const named: Record<string, RegExp> = {
      wheat: /wheat/,
      milk: /milk|cream|cheddar|cheese|butter/,
      eggs: /egg/,
      almond: /almond/,
      walnut: /walnut/,
      hazelnut: /hazelnut/,
      pecan: /pecan/,
      cashew: /cashew/,
      pistachio: /pistachio/,
      celery: /celery/,
      mustard: /mustard/,
      sesame: /sesame/,
      soya: /soya/,
      fish: /fish/,
      sulphites: /sulphites/,
      oats: /oat/,
      rye: /rye/,
      barley: /barley/,
    }
    const declared: Record<string, string | undefined> = product.allergens
    for (const [allergen, word] of Object.entries(named))
      if (declared[allergen] === 'contains') expect(words, allergen).toMatch(word)
    for (const allergen of [
      'eggs',
      'almond',
      'walnut',
      'hazelnut',
      'pecan',
      'cashew',
      'celery',
      'mustard',
      'soya',
      'rye',
      'barley',
    ])
      if (named[allergen]?.test(words)) expect(declared[allergen], allergen).toBe('contains')
  })

  it('include some without a review, so that visitors see new products', () => {
    const reviewed = new Set<string>(reviews.map(({ product }) => product))
    const unreviewed = Object.entries(products).filter(([key]) => !reviewed.has(key))
    expect(unreviewed.length).toBeGreaterThanOrEqual(4)
    expect(unreviewed.length).toBeLessThan(all.length / 2)
  })
})

describe('the sample’s kitchens', () => {
  it('handle everything that their products contain or may contain, and only nut-free ones say so', () => {
    const kitchens = kitchenRows(clock(new Date('2026-11-21T12:00:00Z')))
    expect(kitchens).toHaveLength(10)
    for (const [key, { name }] of Object.entries(shops)) {
      const kitchen = kitchens.find(({ shop_id }) => shop_id === sampleId('shop', key))
      const made = all.filter(({ shop }) => shop === key).flatMap(({ allergens }) => presentIn(allergens))
      for (const allergen of made) expect(readHandled(kitchen?.handles)[allergen.key], name).toBe(true)
      expect(kitchen?.is_nut_free, name).toBe(!made.some((allergen) => ['nuts', 'peanuts'].includes(allergen.key)))
    }
    expect(kitchens.some(({ is_nut_free }) => is_nut_free)).toBe(true)
  })
})

describe('a declaration', () => {
  it('derives gluten from its cereal and nuts from the nut, with contains over traces', () => {
    expect(declare(['wheat'], ['oats', 'almond'])).toMatchObject({
      gluten: 'contains',
      wheat: 'contains',
      oats: 'may_contain',
      nuts: 'may_contain',
      almond: 'may_contain',
      milk: 'free',
    })
  })
})

describe('the sample’s sales', () => {
  const accounts = (person: string) => sampleId('account', person)
  const now = clock(new Date('2026-11-21T12:00:00Z'))
  const rows = orderRows(accounts, now)

  it('belong to one shop each, and add up to the penny', () => {
    for (const sale of sales()) {
      expect(new Set(sale.items.map(({ product }) => products[product].shop))).toEqual(new Set([sale.shop]))
      expect(sale.subtotalPence).toBe(
        sale.items.reduce((sum, { pricePence, quantity }) => sum + pricePence * quantity, 0),
      )
      const isFree = sale.isPickedUp || sale.subtotalPence > freeDeliveryOverPence
      expect(sale.deliveryPence).toBe(isFree ? 0 : 399)
    }
  })

  it('are paid in full, and refunded in full where cancelled', () => {
    const paid = new Map(rows.payments.map(({ checkout_id, amount }) => [checkout_id, amount]))
    for (const { checkout_id, subtotal, delivery_fee = 0 } of rows.orders)
      expect(paid.get(checkout_id ?? '')).toBeCloseTo(subtotal + (delivery_fee ?? 0), 5)
    expect(rows.refunds).toHaveLength(rows.orders.filter(({ status }) => status === 'cancelled').length)
  })

  it('happen in sequence: ordered, made, received, reviewed, replied', () => {
    for (const review of rows.reviews) {
      const author = rows.review_authors.find(({ review_id }) => review_id === review.id)
      const item = rows.order_items.find(({ id }) => id === author?.order_item_id)
      const events = rows.order_events.filter(({ order_id }) => order_id === item?.order_id)
      const times = [...events.map(({ created_at }) => created_at), review.created_at, review.replied_at].filter(
        Boolean,
      )
      expect(times).toEqual(times.toSorted())
      expect(events.at(-1)?.status).toBe('delivered')
    }
  })

  it.each([21, 22, 23, 24, 25, 26, 27])('are picked up while the shop is open, if loaded on %d November', (day) => {
    const sold = orderRows(accounts, clock(new Date(`2026-11-${day}T12:00:00Z`)))
    const pickups = sold.orders.filter(({ fulfilment }) => fulfilment === 'pickup')
    expect(pickups.length).toBeGreaterThan(5)
    for (const order of pickups) {
      const items = sold.order_items.filter(({ order_id }) => order_id === order.id)
      const product = all.find(({ name }) => name === items[0]?.name)
      const windows = product?.windows ?? allShops.find(({ name }) => name === order.shop_name)?.windows ?? []
      const weekday = new Date(order.pickup_date ?? '').getUTCDay()
      expect(windows.map((window) => window.slice(0, 3))).toContainEqual([
        weekday,
        order.pickup_start,
        order.pickup_end,
      ])
      const received = sold.order_events.find((event) => event.order_id === order.id && event.status === 'delivered')
      if (received) expect(received.created_at).toBe(`${order.pickup_date}T${order.pickup_start}:00Z`)
    }
  })

  it('have ids of their own that a second load finds again', () => {
    const again = orderRows(accounts, clock(new Date('2027-01-01T00:00:00Z')))
    for (const table of [
      'checkouts',
      'payments',
      'orders',
      'order_items',
      'order_events',
      'refunds',
      'reviews',
    ] as const) {
      const ids = rows[table].map(({ id }) => id)
      expect(new Set(ids).size, table).toBe(ids.length)
      expect(
        again[table].map(({ id }) => id),
        table,
      ).toEqual(ids)
    }
  })
})

describe('the sample’s notifications', () => {
  it('link to an order or conversation of the sample, or to a page', () => {
    const accounts = (person: string) => sampleId('account', person)
    const now = clock(new Date('2026-11-21T12:00:00Z'))
    const ids = [...orderRows(accounts, now).orders, ...conversationRows(accounts, now)].map(({ id }) => id)
    for (const { link, title } of notificationRows(accounts, now)) {
      const [id] = /[0-9a-f-]{36}$/.exec(link ?? '') ?? []
      if (id) expect(ids, title).toContain(id)
      else expect(link).toBe('/settings/profile')
    }
  })
})

describe('the sample’s pictures and people', () => {
  it('have one picture file for each use, without duplicates', () => {
    const names = allPictureFiles().map(({ bucket, seller, name }) => `${bucket}/${seller}/${name}`)
    expect(new Set(names).size).toBe(names.length)
    expect(names.length).toBeGreaterThanOrEqual(all.length + 2 * allShops.length)
  })

  it('receive no email, as every address is reserved for tests', () => {
    for (const key of personKeys) expect(people[key].email).toMatch(/@tuckbox\.test$/)
    expect(new Set(personKeys.map((key) => people[key].email)).size).toBe(personKeys.length)
  })
})
