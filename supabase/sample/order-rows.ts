/** The rows of the sample's sales: checkouts, payments, orders with items and history, refunds, reviews. */

import type { OrderStatus } from '../../domain/orders/order-state.ts'
import { toPounds } from '../../domain/values/money.ts'
import { type AccountIds, type Clock, sampleId } from './ids.ts'
import { homes } from './orders.ts'
import { buyers, fullName } from './people.ts'
import { productFiles, storedPath } from './picture-paths.ts'
import { products } from './products.ts'
import { type Sale, sales } from './sales.ts'
import type { SampleProduct } from './sample-product.ts'
import { shops, type Window } from './shops.ts'
import type { Insert } from './tables.ts'

const pounds = (pence: number) => Number(toPounds(pence))
const totalPence = (sale: Sale) => sale.subtotalPence + sale.deliveryPence

function checkoutRow(sale: Sale, accounts: AccountIds, clock: Clock): Insert<'checkouts'> {
  return {
    id: sampleId('checkout', sale.key),
    buyer_id: accounts(sale.buyer),
    idempotency_key: `sample ${sale.key}`,
    status: 'paid',
    subtotal: pounds(sale.subtotalPence),
    delivery_fee: pounds(sale.deliveryPence),
    created_at: clock.daysAgo(sale.daysAgo, 3),
    expires_at: clock.daysAgo(sale.daysAgo, 2.5),
    paid_at: clock.daysAgo(sale.daysAgo, 2.9),
  }
}

function paymentRow(sale: Sale, clock: Clock): Insert<'payments'> {
  return {
    id: sampleId('payment', sale.key),
    checkout_id: sampleId('checkout', sale.key),
    provider: 'test',
    session_id: sampleId('session', sale.key),
    payment_id: sampleId('capture', sale.key),
    status: 'succeeded',
    amount: pounds(totalPence(sale)),
    captured_at: clock.daysAgo(sale.daysAgo, 2.9),
    created_at: clock.daysAgo(sale.daysAgo, 3),
  }
}

/** Days between an order and its pickup, if the shop is open then. */
const pickupDelayDays = 2

/** The pickup windows of a sale: those of its product, or else its shop's. */
function windowsOf({ shop, items }: Sale): readonly Window[] {
  const own = items.flatMap((item): readonly Window[] => {
    const product: SampleProduct = products[item.product]
    return product.windows ?? []
  })
  return own.length > 0 ? own : shops[shop].windows
}

/** The pickup on the open day nearest to `day`, on or after it (1) or on or before it (-1). Days count from the load. */
function pickupNear(sale: Sale, day: number, direction: 1 | -1, clock: Clock): { day: number; window: Window } {
  for (let n = 0; n < 7; n += 1) {
    const tried = day + n * direction
    const window = windowsOf(sale).find(([weekday]) => weekday === clock.weekday(tried))
    if (window) return { day: tried, window }
  }
  throw new Error(`The sale ${sale.key} has no pickup window`)
}

/** Moves a sale that was picked up back in time, to an order whose pickup fell on an open day. */
function onOpenDay(sale: Sale, clock: Clock): Sale {
  if (!sale.isPickedUp || sale.status !== 'delivered') return sale
  const { day } = pickupNear(sale, pickupDelayDays - sale.daysAgo, -1, clock)
  return { ...sale, daysAgo: pickupDelayDays - day }
}

function pickupOf(sale: Sale, clock: Clock) {
  const { day, window } = pickupNear(sale, pickupDelayDays - sale.daysAgo, 1, clock)
  return { pickup_date: clock.date(day), pickup_start: window[1], pickup_end: window[2] }
}

function handOver(sale: Sale, clock: Clock) {
  if (sale.isPickedUp) {
    const { pickupPlace } = shops[sale.shop]
    return {
      fulfilment: 'pickup',
      ...pickupOf(sale, clock),
      pickup_area: { city: pickupPlace.city, postal_area: pickupPlace.postalCode.split(' ')[0] ?? null },
    }
  }
  const home = homes[sale.buyer]
  return {
    fulfilment: 'delivery',
    delivery_address: {
      full_name: fullName(buyers[sale.buyer]),
      address_line1: home.line1,
      city: home.city,
      postal_code: home.postalCode,
      country: 'United Kingdom',
    },
  }
}

function orderRow(sale: Sale, accounts: AccountIds, clock: Clock): Insert<'orders'> {
  return {
    id: sampleId('order', sale.key),
    checkout_id: sampleId('checkout', sale.key),
    buyer_id: accounts(sale.buyer),
    shop_id: sampleId('shop', sale.shop),
    shop_name: shops[sale.shop].name,
    buyer_name: fullName(buyers[sale.buyer]),
    status: sale.status,
    note: sale.note ?? null,
    subtotal: pounds(sale.subtotalPence),
    delivery_fee: pounds(sale.deliveryPence),
    paid_at: clock.daysAgo(sale.daysAgo, 2.9),
    cancelled_at: sale.status === 'cancelled' ? clock.daysAgo(sale.daysAgo - 0.5) : null,
    cancel_reason: sale.cancelReason ?? null,
    created_at: clock.daysAgo(sale.daysAgo, 3),
    pickup_date: null,
    pickup_start: null,
    pickup_end: null,
    pickup_area: null,
    delivery_address: null,
    ...handOver(sale, clock),
  }
}

function pickupPlaceRow(sale: Sale): Insert<'order_pickup_places'> {
  const { line1, city, postalCode, instructions } = shops[sale.shop].pickupPlace
  const order_id = sampleId('order', sale.key)
  return { order_id, address_line1: line1, city, postal_code: postalCode, instructions }
}

function itemRows(sale: Sale, accounts: AccountIds, clock: Clock): Insert<'order_items'>[] {
  return sale.items.map((item) => {
    const product: SampleProduct = products[item.product]
    const [picture] = productFiles(item.product, product)
    return {
      id: sampleId('item', item.key),
      order_id: sampleId('order', sale.key),
      product_id: sampleId('product', item.product),
      name: product.name,
      image: picture ? storedPath(picture, accounts) : null,
      price: pounds(item.pricePence),
      quantity: item.quantity,
      variation: item.variation ?? null,
      personalization: item.personalization ?? null,
      ingredients: product.ingredients,
      allergens: product.allergens,
      created_at: clock.daysAgo(sale.daysAgo, 3),
    }
  })
}

/** The statuses of an order, with the hours until each. */
function steps({ status, isPickedUp }: Sale): [status: OrderStatus, hours: number][] {
  const prepared: [OrderStatus, number] = [isPickedUp ? 'ready' : 'shipped', 20]
  switch (status) {
    case 'processing':
      return [['processing', 0]]
    case 'cancelled':
      return [
        ['processing', 0],
        ['cancelled', 12],
      ]
    case 'delivered':
      return [['processing', 0], prepared, ['delivered', 44]]
    default:
      return [['processing', 0], prepared]
  }
}

function eventTime(sale: Sale, status: OrderStatus, hours: number, clock: Clock): string {
  if (status !== 'delivered' || !sale.isPickedUp) return clock.daysAgo(sale.daysAgo, 2.9 - hours)
  const { pickup_date, pickup_start } = pickupOf(sale, clock)
  return `${pickup_date}T${pickup_start}:00Z`
}

function eventRows(sale: Sale, accounts: AccountIds, clock: Clock): Insert<'order_events'>[] {
  return steps(sale).map(([status, hours]) => ({
    id: sampleId('event', sale.key, status),
    order_id: sampleId('order', sale.key),
    actor_id: accounts(status === 'processing' || status === 'cancelled' ? sale.buyer : shops[sale.shop].seller),
    status,
    note: status === 'cancelled' ? (sale.cancelReason ?? null) : null,
    created_at: eventTime(sale, status, hours, clock),
  }))
}

function refundRow(sale: Sale, clock: Clock): Insert<'refunds'> {
  return {
    id: sampleId('refund', sale.key),
    order_id: sampleId('order', sale.key),
    payment_id: sampleId('payment', sale.key),
    amount: pounds(totalPence(sale)),
    reason: sale.cancelReason ?? null,
    status: 'succeeded',
    provider_refund_id: sampleId('provider refund', sale.key),
    attempts: 1,
    created_at: clock.daysAgo(sale.daysAgo - 0.5),
  }
}

function reviewRows(sale: Sale, clock: Clock): Insert<'reviews'>[] {
  return sale.items.flatMap(({ key, review }) =>
    review
      ? [
          {
            id: sampleId('review', key),
            product_id: sampleId('product', review.product),
            shop_id: sampleId('shop', sale.shop),
            rating: review.rating,
            text: review.text,
            reply: review.reply ?? null,
            replied_at: review.reply ? clock.daysAgo(review.daysAgo - 1) : null,
            created_at: clock.daysAgo(review.daysAgo),
          },
        ]
      : [],
  )
}

function reviewAuthorRows(sale: Sale, accounts: AccountIds): Insert<'review_authors'>[] {
  return sale.items.flatMap(({ key, review }) =>
    review
      ? [
          {
            review_id: sampleId('review', key),
            author_id: accounts(sale.buyer),
            product_id: sampleId('product', review.product),
            order_item_id: sampleId('item', key),
          },
        ]
      : [],
  )
}

/** The id of the review that marks a complete load. The authors of reviews are inserted last, so its author exists only then. */
export function markerReviewId(): string {
  const [key] = sales().flatMap(({ items }) => items.filter(({ review }) => review).map((item) => item.key))
  return sampleId('review', key ?? '')
}

/** All sales as table rows. */
export function orderRows(accounts: AccountIds, clock: Clock) {
  const all = sales().map((sale) => onOpenDay(sale, clock))
  return {
    checkouts: all.map((sale) => checkoutRow(sale, accounts, clock)),
    payments: all.map((sale) => paymentRow(sale, clock)),
    orders: all.map((sale) => orderRow(sale, accounts, clock)),
    order_pickup_places: all.filter(({ isPickedUp }) => isPickedUp).map(pickupPlaceRow),
    order_items: all.flatMap((sale) => itemRows(sale, accounts, clock)),
    order_events: all.flatMap((sale) => eventRows(sale, accounts, clock)),
    refunds: all.filter(({ status }) => status === 'cancelled').map((sale) => refundRow(sale, clock)),
    reviews: all.flatMap((sale) => reviewRows(sale, clock)),
    review_authors: all.flatMap((sale) => reviewAuthorRows(sale, accounts)),
  }
}
