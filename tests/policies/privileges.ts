/** Who may do what with each table, before row-level security looks at the rows. `*` is every column; nothing is nothing. */

export interface Rights {
  readonly select?: string
  readonly insert?: string
  readonly update?: string
  readonly delete?: '*'
}

const shopColumns =
  'id, user_id, name, slug, description, category, logo, banner_image, town, lat, lon, delivery_radius_miles, hygiene_rating'
const productColumns =
  'id, shop_id, name, description, price, image, category, stock, is_bestseller, available_for_delivery, available_for_pickup, product_type, requires_consultation, min_price, max_price, ingredients, allergens, lead_time_days, status'
const addressColumns =
  'id, user_id, full_name, address_line1, address_line2, city, postal_code, country, phone, is_default, lat, lon'
const shopWindow = 'id, shop_id, day_of_week, start_time, end_time, max_orders'
const productWindow = 'id, product_id, day_of_week, start_time, end_time, max_orders'
const preferences = 'user_id, email_notifications, order_updates, promotional_emails'
const pickupPlace = 'shop_id, address_line1, address_line2, city, postal_code, instructions'
const contact = 'shop_id, sender_id, sender_name, sender_email, subject, message'

const read: Rights = { select: '*' }
const written = (columns: string): Rights => ({ select: '*', insert: columns, update: columns, delete: '*' })

/** Visitors: everything that is not here is closed to them. */
export const visitors: Readonly<Record<string, Rights>> = {
  contact_messages: { insert: contact },
  people: read,
  product_images: read,
  product_pickup_schedules: read,
  product_variations: read,
  products: read,
  reviews: read,
  shop_closures: read,
  shop_pickup_schedules: read,
  shops: read,
}

/** Everybody who is signed in. */
export const members: Readonly<Record<string, Rights>> = {
  audit_log: read,
  blocks: { select: '*', insert: 'blocker_id, blocked_id', delete: '*' },
  chat_messages: { select: '*', insert: 'id, chat_room_id, sender_id, content, type, picture', update: 'read_at' },
  chat_rooms: {
    select: '*',
    insert: 'buyer_id, seller_id, product_id, brief, wanted_on',
    update: 'price_quote, brief, wanted_on, quote_expires_at',
  },
  checkouts: read,
  contact_messages: { select: '*', insert: contact, update: 'read_at' },
  favourites: { select: '*', insert: 'user_id, product_id, shop_id', delete: '*' },
  notification_preferences: { select: '*', insert: preferences, update: preferences },
  notifications: { select: '*', update: 'is_read' },
  order_events: read,
  order_items: read,
  orders: read,
  payment_accounts: read,
  people: read,
  product_images: written('id, product_id, image, position'),
  product_pickup_schedules: written(productWindow),
  product_variations: written('id, product_id, name, price_delta, position'),
  products: written(productColumns),
  profiles: { select: '*', update: 'first_name, last_name, phone, town, lat, lon, allergens_to_avoid' },
  refunds: { select: 'id, order_id, amount, reason, status, created_at, updated_at' },
  reports: {
    select: '*',
    insert: 'reporter_id, subject, product_id, shop_id, review_id, chat_room_id, reason, details',
  },
  review_authors: read,
  reviews: read,
  saved_replies: { select: '*', insert: 'id, user_id, title, content', update: 'title, content', delete: '*' },
  shop_closures: {
    select: '*',
    insert: 'id, shop_id, from_date, to_date, note',
    update: 'from_date, to_date, note',
    delete: '*',
  },
  shop_pickup_places: written(pickupPlace),
  shop_pickup_schedules: written(shopWindow),
  shop_records: { select: '*', update: 'food_registration' },
  shops: { select: '*', insert: shopColumns, update: shopColumns },
  user_addresses: written(addressColumns),
}

/** Functions of schema public that visitors may call; `tests/policies` proves of each what it gives away. */
export const visitorsCall: readonly string[] = [
  'author_name',
  'pickup_slots',
  'record_product_view',
  'review_stars',
  'search_products',
]

/** Functions of schema public that everybody who is signed in may call. */
export const membersCall: readonly string[] = [
  ...visitorsCall,
  'accept_seller_terms',
  'advance_order',
  'am_administrator',
  'attend_room',
  'awaits_review',
  'cancel_checkout',
  'cancel_order',
  'count_picture_fetch',
  'delete_account',
  'duplicate_product',
  'free_shop_slug',
  'held_stock',
  'import_products',
  'moderate',
  'moderation_queue',
  'my_conversations',
  'open_enquiry_room',
  'open_order_room',
  'own_pictures',
  'own_sessions',
  'place_order',
  'prep_sheet',
  'quote_slots',
  'refund_order',
  'reply_to_review',
  'reported_conversation',
  'room_block',
  'sales_ledger',
  'sales_sums',
  'save_product',
  'save_product_figures',
  'seller_analytics',
  'seller_inbox',
  'seller_overview',
  'signed_in_recently',
  'unused_pictures',
  'verify_hygiene_rating',
  'write_review',
]

/** Those of them that run as their owner, past the policies, and so check by themselves who asks and for what. */
export const pastPolicies: readonly string[] = [
  'accept_seller_terms',
  'advance_order',
  'attend_room',
  'author_name',
  'awaits_review',
  'cancel_checkout',
  'cancel_order',
  'count_picture_fetch',
  'delete_account',
  'free_shop_slug',
  'held_stock',
  'moderate',
  'moderation_queue',
  'open_enquiry_room',
  'open_order_room',
  'own_pictures',
  'own_sessions',
  'pickup_slots',
  'place_order',
  'prep_sheet',
  'quote_slots',
  'record_product_view',
  'refund_order',
  'reply_to_review',
  'reported_conversation',
  'room_block',
  'sales_ledger',
  'sales_sums',
  'search_products',
  'seller_analytics',
  'seller_inbox',
  'unused_pictures',
  'verify_hygiene_rating',
  'write_review',
]
