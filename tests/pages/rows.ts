/** Whole rows of the market, typed by the generated types, with what requests embed in them. */
import type { BasketLine } from '#domain/checkout/basket'
import type { Person } from '#domain/food/household'
import type { ListedProduct, ListingResponse } from '#web/features/discover/listing/listing-request.ts'
import { allFree, withMilk } from '../declarations.ts'
import type { Row } from './answers.ts'
import { memberId } from './member-session.ts'

/** The time of every page under test: Wednesday 10 June 2026, 10:00 in London. */
export const now = new Date('2026-06-10T09:00:00Z')

const createdAt = '2026-05-01T09:00:00+00:00'

/** Without a place to break, as long as the longest names. */
export const longWord = 'Wohltemperierte'.repeat(6)

/** As long as the longest name of a shop. */
export const longName = longWord.slice(0, 50)

/** A uuid with a number, so that rows of one kind differ. */
export const idOf = (kind: number, n = 1) =>
  `${String(kind).padStart(8, '0')}-0000-4000-8000-${String(n).padStart(12, '0')}`

export const shopId = idOf(1)
export const productId = idOf(2)

export const shopRow = {
  id: shopId,
  user_id: idOf(9),
  name: 'Corner Bakery',
  slug: 'corner-bakery',
  description: 'Bread and buns from a small kitchen.',
  category: 'Bread',
  town: 'Southwark',
  lat: 51.5,
  lon: -0.09,
  delivery_radius_miles: 5,
  logo: null,
  banner_image: null,
  status: 'active',
  rating: null,
  review_count: 0,
  hygiene_rating: null,
  hygiene_verified_at: null,
  cancel_hours_before: null,
  cancel_refund_percent: null,
  created_at: createdAt,
  updated_at: createdAt,
} satisfies Row<'shops'>

/** The shop of the signed-in member. */
export const ownShop = { ...shopRow, user_id: memberId, record: { suspension_reason: null, food_registration: null } }

/** As products embed it. */
const sellingShop = { ...shopRow, delivery_terms: null, kitchen: null, pickup: [], closures: [] }

export const productRow = {
  id: productId,
  shop_id: shopId,
  name: 'Cinnamon bun',
  description: 'Soft, with brown butter.',
  ingredients: 'Flour, butter, milk, cinnamon',
  image: null,
  category: 'Pastries',
  product_type: 'standardized',
  price: 4,
  min_price: null,
  max_price: null,
  stock: 9,
  held: 0,
  is_made_to_order: false,
  is_listed: true,
  status: 'active',
  available_for_delivery: true,
  available_for_pickup: true,
  is_bestseller: false,
  is_personalisable: false,
  is_subscribable: false,
  personalisation_max_length: 200,
  personalisation_price: 0,
  requires_consultation: false,
  lead_time_days: 0,
  shelf_life_days: 2,
  net_quantity: null,
  storage_advice: null,
  allergens: withMilk,
  allergens_changed_at: null,
  allergens_declared: true,
  allergen_answers: [],
  unanswered_allergens: [],
  option_allergens: {},
  required_allergens: {},
  diets: [],
  occasions: [],
  rating: null,
  review_count: 0,
  drop_until: null,
  takedown_reason: null,
  taken_down_at: null,
  created_at: createdAt,
  updated_at: createdAt,
} satisfies Row<'products'>

/** A product as its page, the basket and the checkout read it. */
export const product = {
  ...productRow,
  shop: sellingShop,
  variations: [],
  option_groups: [],
  questions: [],
  drop_items: [],
  images: [],
  pickup: [],
}

/** A product as a search finds it. */
export const found = {
  id: productId,
  name: productRow.name,
  image: null,
  category: productRow.category,
  price: 4,
  min_price: null,
  max_price: null,
  product_type: 'standardized',
  requires_consultation: false,
  is_bestseller: false,
  rating: null,
  review_count: 0,
  shop: { name: shopRow.name, slug: shopRow.slug, town: shopRow.town },
  distance_miles: 0.4,
  available_for_delivery: true,
  available_for_pickup: true,
  in_reach: true,
} satisfies ListedProduct

export function listing(items: ListedProduct[], more: Partial<ListingResponse> = {}) {
  return {
    items,
    total: items.length,
    total_is_exact: true,
    widened: false,
    none_within: false,
    dropped: [],
    next: null,
    highest_price: 40,
    ...more,
  } satisfies ListingResponse
}

/** A page of different products. */
export const foundMany = (count: number, start = 0) =>
  Array.from({ length: count }, (_, n) => ({ ...found, id: idOf(2, start + n + 1), name: `Bun ${start + n + 1}` }))

export function basketLine({
  name = productRow.name,
  id = productId,
  ...more
}: Partial<BasketLine & { id: string; name: string; pricePence: number }> = {}): BasketLine {
  const { pricePence = 400, ...line } = more
  return {
    product: { id, name, pricePence, image: null, shop: { name: shopRow.name, slug: shopRow.slug } },
    variation: null,
    options: [],
    personalization: null,
    customRequestDetails: null,
    quantity: 1,
    ...line,
  }
}

export const checkoutId = idOf(4)
export const orderId = idOf(5)

/** A paid order for pickup on Saturday, of one bun. */
export const orderRow = {
  number: 'HC-1042',
  id: orderId,
  checkout_id: checkoutId,
  shop_id: shopId,
  shop_name: shopRow.name,
  buyer_id: memberId,
  buyer_name: 'Robin',
  buyer_search: 'robin',
  status: 'processing',
  fulfilment: 'pickup',
  pickup_date: '2026-06-13',
  pickup_start: '13:00:00',
  pickup_end: '17:00:00',
  pickup_area: { city: 'Southwark', postal_code: 'SE1' },
  delivery_address: null,
  delivery_date: null,
  delivery_start: null,
  delivery_end: null,
  due_at: '2026-06-13T12:00:00+00:00',
  subtotal: 4,
  delivery_fee: 0,
  has_own_delivery_fee: false,
  delivery_discount: 0,
  delivery_deduction: 0,
  discount: 0,
  discount_code: null,
  discount_code_id: null,
  tip: 0,
  voucher_amount: 0,
  voucher_returned: 0,
  total_amount: 4,
  received_amount: 4,
  refunded_amount: 0,
  balance: 0,
  balance_due_on: null,
  balance_paid_at: null,
  balance_reminders: 0,
  balance_waived_at: null,
  brief: null,
  chat_room_id: null,
  kitchen_handles: ['milk', 'nuts'],
  quote_terms: null,
  quote_version: null,
  allergen_answers: null,
  answers_agreed_at: null,
  agreed_on: null,
  note: null,
  cancel_hours_before: null,
  cancel_refund_percent: null,
  cancellable_until: '2026-06-11T08:00:00+00:00',
  cancellation_kept: 0,
  delivery_kept: 0,
  refundable_in_part_until: null,
  cancelled_at: null,
  cancel_reason: null,
  drop_id: null,
  drop_title: null,
  paid_at: '2026-06-10T08:00:00+00:00',
  paid_on: '2026-06-10',
  created_at: '2026-06-10T07:55:00+00:00',
  updated_at: '2026-06-10T08:00:00+00:00',
  can_report_problem: false,
} satisfies Row<'orders'>

export const itemRow = {
  id: idOf(6),
  order_id: orderId,
  product_id: productId,
  name: productRow.name,
  image: null,
  price: 4,
  quantity: 1,
  variation: null,
  options: [],
  options_text: null,
  personalization: null,
  custom_request_details: null,
  discount: 0,
  drop_item_id: null,
  allergens: withMilk,
  ingredients: productRow.ingredients,
  net_quantity: null,
  has_own_declaration: true,
  is_custom: false,
  takes_stock: true,
  awaits_review: false,
  created_at: orderRow.created_at,
} satisfies Row<'order_items'>

/** An order as its page reads it. */
export const order = {
  ...orderRow,
  shop: shopRow,
  phone: null,
  pickup_place: null,
  items: [{ ...itemRow, change: null, product: { id: productId }, review: null }],
  events: [{ status: 'processing', note: null, actor_id: null, created_at: orderRow.paid_at }],
  refunds: [],
  checkout: { expires_at: '2026-06-10T08:25:00+00:00', orders: [{ id: orderId, shop_name: shopRow.name }] },
}

/** A checkout as its page reads it. */
export const checkout = {
  id: checkoutId,
  buyer_id: memberId,
  idempotency_key: idOf(7),
  request_digest: null,
  status: 'pending',
  subtotal: 4,
  delivery_fee: 0,
  tip: 0,
  voucher_amount: 0,
  total: 4,
  balance: 0,
  paid_at: null,
  created_at: orderRow.created_at,
  expires_at: '2026-06-10T09:25:00+00:00',
  orders: [{ ...orderRow, conversation: null, items: [itemRow] }],
} satisfies Row<'checkouts'> & { orders: object[] }

export const addressRow = {
  id: idOf(8),
  user_id: memberId,
  full_name: 'Robin Field',
  address_line1: '1 High Street',
  address_line2: null,
  city: 'London',
  postal_code: 'SE1 9SG',
  country: 'United Kingdom',
  phone: null,
  is_default: true,
  lat: 51.5,
  lon: -0.09,
  created_at: createdAt,
  updated_at: createdAt,
} satisfies Row<'user_addresses'>

/** The free times of Saturday 13 June, as a shop offers them. */
export const slots = [
  { date: '2026-06-13', start_time: '09:00:00', end_time: '12:00:00', remaining: 2, is_posted: false, reason: null },
  { date: '2026-06-13', start_time: '13:00:00', end_time: '17:00:00', remaining: null, is_posted: false, reason: null },
  { date: '2026-06-14', start_time: null, end_time: null, remaining: null, is_posted: false, reason: 'closed' },
]

/** A person of the household who avoids nuts, even traces. */
export const mia = {
  id: idOf(11),
  name: 'Mia',
  avoid_contains: [],
  avoid_traces: ['nuts', 'peanuts'],
  avoid_others: [],
  diets: [],
} satisfies Person

export const walnut = { ...allFree, nuts: 'contains', walnut: 'contains' }
