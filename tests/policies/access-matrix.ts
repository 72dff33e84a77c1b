/**
 * The access matrix: who may use each table, column, function, bucket and channel, and each table's row limit.
 * `access-matrix.test.ts` derives attempts from the live schema and makes each as every actor. It fails on
 * anything undeclared or different.
 */

/** `buyer` and `seller` own the rows under test. `otherBuyer` and `otherSeller` are members with rows of their own. */
export const actors = ['visitor', 'buyer', 'otherBuyer', 'seller', 'otherSeller', 'administrator', 'service'] as const
export type ActorName = (typeof actors)[number]

/**
 * By actor, in the order above. r reads the row of the buyer or of the seller's shop, i inserts another, u updates
 * it, d deletes it. A constraint or limit may still refuse a permitted statement.
 */
// biome-ignore format: a table reads better in columns
export const tables: Readonly<Record<string, string>> = {
  //                          visitor buyer otherBuyer seller otherSeller administrator service
  audit_log:                 '-    -    -    -    -    r    r',
  basket_lines:              '-    riud -    -    -    -    riud',
  blocks:                    '-    rid  -    -    -    -    riud',
  chat_messages:             '-    ri   -    ru   -    -    riud',
  chat_rooms:                '-    riu  -    ru   -    -    riud',
  checkouts:                 '-    r    -    -    -    -    riud',
  contact_messages:          '-    ri   -    ru   -    -    riud',
  favourites:                '-    rid  -    -    -    -    riud',
  notification_preferences:  '-    riu  -    -    -    -    riud',
  notifications:             '-    ru   -    -    -    -    riud',
  order_events:              '-    r    -    r    -    -    riud',
  order_items:               '-    r    -    r    -    -    riud',
  order_pickup_places:       '-    r    -    r    -    -    riud',
  orders:                    '-    r    -    r    -    -    riud',
  outbox:                    '-    -    -    -    -    -    riud',
  payment_accounts:          '-    -    -    r    -    -    riud',
  payment_events:            '-    -    -    -    -    -    riud',
  payments:                  '-    -    -    -    -    -    riud',
  people:                    '-    r    -    r    -    -    -',
  picture_imports:           '-    -    -    -    -    -    riud',
  product_images:            'r    r    r    riud r    r    riud',
  product_pickup_schedules:  'r    r    r    riud r    r    riud',
  product_variations:        'r    r    r    riud r    r    riud',
  product_views:             '-    -    -    -    -    -    riud',
  products:                  'r    r    r    riud r    r    riud',
  profiles:                  '-    ru   -    -    -    -    riud',
  refunds:                   '-    r    -    r    -    -    riud',
  reports:                   '-    i    -    -    -    r    riud',
  review_authors:            '-    r    -    -    -    -    riud',
  reviews:                   'r    r    r    r    r    r    riud',
  saved_replies:             '-    -    -    riud -    -    riud',
  shop_closures:             'r    r    r    riud r    r    riud',
  shop_pickup_places:        '-    -    -    riud -    -    riud',
  shop_pickup_schedules:     'r    r    r    riud r    r    riud',
  shop_records:              '-    -    -    ru   -    r    riud',
  shops:                     'r    r    r    riu  r    r    riud',
  transfers:                 '-    -    -    -    -    -    riud',
  user_addresses:            '-    riud -    -    -    -    riud',
}

/** Column privileges, which Postgres checks before row-level security. `*` is every column; an empty string is none. */
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
/** Everyone reads every column of products on sale, also those that triggers maintain. */
export const publicProductColumns = `${productColumns}, allergens_declared, is_listed, rating, review_count, created_at, updated_at, taken_down_at, takedown_reason`
const addressColumns =
  'id, user_id, full_name, address_line1, address_line2, city, postal_code, country, phone, is_default, lat, lon'
const basketColumns = 'user_id, product_id, variation, personalization, custom_request_details, quantity, snapshot'
const shopWindow = 'id, shop_id, day_of_week, start_time, end_time, max_orders'
const productWindow = 'id, product_id, day_of_week, start_time, end_time, max_orders'
const preferences = 'user_id, email_notifications, order_updates, promotional_emails'
const pickupPlace = 'shop_id, address_line1, address_line2, city, postal_code, instructions'
const contact = 'shop_id, sender_id, sender_name, sender_email, subject, message'

const read: Rights = { select: '*' }
const written = (columns: string): Rights => ({ select: '*', insert: columns, update: columns, delete: '*' })

/** Visitors. Tables that are absent here are closed to them. */
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

/** Members. */
export const members: Readonly<Record<string, Rights>> = {
  audit_log: read,
  basket_lines: written(basketColumns),
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
  order_pickup_places: read,
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

/**
 * By actor, in the order above. + gets a response, perhaps an empty one, or a refusal that applies to everyone. -
 * has no privilege for the function or for the row.
 */
// biome-ignore format: a table reads better in columns
export const functions: Readonly<Record<string, string>> = {
  //                          visitor buyer otherBuyer seller otherSeller administrator service
  accept_seller_terms:      '- - - + + - -',
  advance_order:            '- - - + - - -',
  attach_payment_session:   '- - - - - - +',
  author_name:              '+ + + + + + +',
  available_shop_slug:      '- + + + + + +',
  awaits_review:            '- + + + + + +',
  begin_payment:            '- - - - - - +',
  cancel_checkout:          '- + - - - - -',
  cancel_order:             '- + - + - - -',
  cancellation_refund:      '- + - - - - -',
  claim_emails:             '- - - - - - +',
  claim_stale_sessions:      '- - - - - - +',
  claim_picture_imports:    '- - - - - - +',
  claim_refunds:            '- - - - - - +',
  claim_reversals:          '- - - - - - +',
  claim_transfers:          '- - - - - - +',
  count_picture_fetch:      '- + + + + + +',
  create_recovery_codes:    '- + + + + + -',
  delete_account:           '- + + + + + -',
  duplicate_product:        '- - - + - - -',
  expire_checkouts:         '- - - - - - +',
  fail_picture_import:      '- - - - - - +',
  fail_refund_attempt:      '- - - - - - +',
  finish_picture_import:    '- - - - - - +',
  held_stock:               '- + + + + + +',
  import_products:          '- + + + + + -',
  is_administrator:         '- + + + + + +',
  needs_second_factor:      '- + + + + + +',
  missing_jobs:             '- - - - - - +',
  moderate:                 '- - - - - + -',
  moderation_queue:         '- - - - - + -',
  my_conversations:         '- + + + + + +',
  open_enquiry_room:        '- - - + - - -',
  open_order_room:          '- + - + - - -',
  orphaned_pictures:        '- - - - - - +',
  own_pictures:             '- + + + + + +',
  own_recovery_codes:       '- + + + + + +',
  own_sessions:             '- + + + + + +',
  payment_details:          '- - - - - - +',
  pickup_slots:             '+ + + + + + +',
  place_order:              '- + + + + + -',
  prep_sheet:               '- - - + + - -',
  quote_slots:              '- + + + + + +',
  record_email:             '- - - - - - +',
  record_payment:           '- - - - - - +',
  record_product_view:      '+ + + + + + +',
  record_refund:            '- - - - - - +',
  record_reversal:          '- - - - - - +',
  record_transfer:          '- - - - - - +',
  refund_order:             '- - - + - - -',
  reply_to_review:          '- - - + - - -',
  reported_conversation:    '- - - - - + -',
  review_stars:             '+ + + + + + +',
  room_block:               '- + - + - - -',
  sales_ledger:             '- - - + + - -',
  sales_sums:               '- - - + + - -',
  save_prices_and_stock:    '- + + + + + -',
  save_product:             '- + + + - + -',
  search_products:          '+ + + + + + +',
  seller_analytics:         '- - - + + - -',
  seller_inbox:             '- - - + + - -',
  seller_overview:          '- + + + + + +',
  set_payment_account:      '- - - - - - +',
  set_room_presence:        '- + - + - - -',
  signed_in_recently:       '- + + + + + +',
  unused_pictures:          '- + + + + + +',
  use_recovery_code:        '- + + + + + -',
  verify_hygiene_rating:    '- - - - - + -',
  write_review:             '- + - - - - -',
}

/** Functions that run as their owner and bypass the policies. Each checks its caller and arguments itself. */
export const securityDefinerFunctions: readonly string[] = [
  'accept_seller_terms',
  'advance_order',
  'author_name',
  'available_shop_slug',
  'awaits_review',
  'cancel_checkout',
  'cancel_order',
  'cancellation_refund',
  'count_picture_fetch',
  'create_recovery_codes',
  'delete_account',
  'held_stock',
  'moderate',
  'moderation_queue',
  'needs_second_factor',
  'open_enquiry_room',
  'open_order_room',
  'own_pictures',
  'own_recovery_codes',
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
  'set_room_presence',
  'unused_pictures',
  'use_recovery_code',
  'verify_hygiene_rating',
  'write_review',
]

/**
 * A file in its owner's folder. The owner is the seller, or the buyer for chat and review pictures. Reading a
 * public bucket by URL bypasses these rules.
 */
// biome-ignore format: a table reads better in columns
export const buckets: Readonly<Record<string, string>> = {
  //               visitor buyer otherBuyer seller otherSeller administrator service
  chat_pictures:  '-    rid  -    r    -    -    riud',
  product_images: '-    -    -    riud -    -    riud',
  profile_images: '-    -    -    riud -    -    riud',
  review_pictures: '-    rd   -    -    -    -    riud',
  shop_images:    '-    -    -    riud -    -    riud',
}

/** A conversation's private channels, one for each member: r subscribes, i sends. */
export const channels: Readonly<Record<'buyer' | 'seller', string>> = {
  buyer: '- ri - r - - ri',
  seller: '- r - ri - - ri',
}

/** The limit on the rows of each table that visitors or members insert into: triggers, or something else. */
export const limits: Readonly<Record<string, { triggers: readonly string[]; otherwise?: string }>> = {
  basket_lines: { triggers: ['100 a user_id'] },
  blocks: { triggers: ['1000 a blocker_id'] },
  chat_messages: { triggers: ['limit_message_rate'] },
  chat_rooms: { triggers: ['limit_room_rate', '1000 a buyer_id'] },
  contact_messages: { triggers: ['limit_contact_messages', '2000 a sender_id'] },
  favourites: { triggers: ['1000 a user_id'] },
  product_pickup_schedules: { triggers: ['100 a product_id'] },
  products: { triggers: ['5000 a shop_id'] },
  reports: { triggers: ['limit_reports', '2000 a reporter_id'] },
  saved_replies: { triggers: ['30 a user_id'] },
  shop_closures: { triggers: ['200 a shop_id'] },
  shop_pickup_schedules: { triggers: ['100 a shop_id'] },
  user_addresses: { triggers: ['50 a user_id'] },
  notification_preferences: { triggers: [], otherwise: 'one row a member' },
  product_images: { triggers: [], otherwise: 'twelve positions a product' },
  product_variations: { triggers: [], otherwise: 'fifty positions a product' },
  shop_pickup_places: { triggers: [], otherwise: 'one a shop' },
  shops: { triggers: [], otherwise: 'one a member' },
}

const callableBy = (columns: readonly number[]) =>
  Object.entries(functions)
    .filter(([, words]) => columns.some((column) => words.split(/ +/)[column] === '+'))
    .map(([name]) => name)

/** Functions of schema public that visitors may call. */
export const visitorsCall: readonly string[] = callableBy([0])

/** Functions of schema public that members may call, each for their own rows. */
export const membersCall: readonly string[] = callableBy([1, 2, 3, 4, 5])

/** HTTP callers: without a key, with the public key, with a member's session, with the service key. */
export const callers = ['nobody', 'visitor', 'member', 'service'] as const

/** By caller, in the order above. + is accepted, or refused for its arguments. - is refused for its caller. The matrix above declares rights to rows. */
// biome-ignore format: a table reads better in columns
export const routes: Readonly<Record<string, string>> = {
  // nobody visitor member service
  'GET /auth/v1/settings':                              '- + + +',
  'GET /auth/v1/health':                                '- + + +',
  'GET /auth/v1/.well-known/jwks.json':                 '+ + + +',
  'POST /auth/v1/signup':                               '- + + +',
  'POST /auth/v1/token':                                '- + + +',
  'GET /auth/v1/verify':                                '+ + + +',
  'POST /auth/v1/verify':                               '+ + + +',
  'POST /auth/v1/resend':                               '- + + +',
  'POST /auth/v1/recover':                              '- + + +',
  'POST /auth/v1/otp':                                  '- + + +',
  'POST /auth/v1/magiclink':                            '- + + +',
  'GET /auth/v1/authorize':                             '+ + + +',
  'GET /auth/v1/callback':                              '+ + + +',
  'GET /auth/v1/user':                                  '- - + -',
  'PUT /auth/v1/user':                                  '- - + -',
  'GET /auth/v1/user/identities/authorize':             '- - + -',
  'DELETE /auth/v1/user/identities/:id':                '- - + -',
  'GET /auth/v1/reauthenticate':                        '- - + -',
  'POST /auth/v1/logout':                               '- - + -',
  'POST /auth/v1/invite':                               '- - - +',
  'POST /auth/v1/admin/generate_link':                  '- - - +',
  'GET /auth/v1/admin/users':                           '- - - +',
  'POST /auth/v1/admin/users':                          '- - - +',
  'POST /auth/v1/sso':                                  '- + + +',
  'POST /auth/v1/factors':                              '- - + -',
  'DELETE /auth/v1/factors/:id':                        '- - + -',
  'POST /auth/v1/factors/:id/challenge':                '- - + -',
  'POST /auth/v1/factors/:id/verify':                   '- - + -',
  'GET /auth/v1/admin/users/:id/factors':               '- - - +',
  'PUT /auth/v1/admin/users/:id/factors/:factor':       '- - - +',
  'DELETE /auth/v1/admin/users/:id/factors/:factor':    '- - - +',
  'GET /auth/v1/admin/users/:id':                       '- - - +',
  'PUT /auth/v1/admin/users/:id':                       '- - - +',
  'DELETE /auth/v1/admin/users/:id':                    '- - - +',
  'GET /storage/v1/object/public/:bucket/*':            '+ + + +',
  'GET /storage/v1/object/authenticated/:bucket/*':     '+ + + +',
  'GET /storage/v1/object/sign/:bucket/*':              '+ + + +',
  'GET /storage/v1/object/info/public/:bucket/*':       '+ + + +',
  'GET /storage/v1/object/info/authenticated/:bucket/*': '+ + + +',
  'GET /storage/v1/object/info/:bucket/*':              '+ + + +',
  'GET /storage/v1/object/:bucket/*':                   '+ + + +',
  'GET /storage/v1/render/image/public/:bucket/*':      '+ + + +',
  'GET /storage/v1/render/image/authenticated/:bucket/*': '+ + + +',
  'GET /storage/v1/render/image/sign/:bucket/*':        '+ + + +',
  'POST /storage/v1/object/list/:bucket':               '- + + +',
  'POST /storage/v1/object/list-v2/:bucket':            '- + + +',
  'POST /storage/v1/object/move':                       '+ + + +',
  'POST /storage/v1/object/copy':                       '+ + + +',
  'POST /storage/v1/object/sign/:bucket/*':             '+ + + +',
  'POST /storage/v1/object/sign/:bucket':               '+ + + +',
  'POST /storage/v1/object/upload/sign/:bucket/*':      '- - - +',
  'PUT /storage/v1/object/upload/sign/:bucket/*':       '+ + + +',
  'POST /storage/v1/object/:bucket/*':                  '- - - +',
  'PUT /storage/v1/object/:bucket/*':                   '- + + +',
  'DELETE /storage/v1/object/:bucket/*':                '- + + +',
  'DELETE /storage/v1/object/:bucket':                  '+ + + +',
  'DELETE /storage/v1/cdn/:bucket/*':                   '- - - +',
  'DELETE /storage/v1/cdn/:bucket':                     '- - - +',
  'GET /storage/v1/bucket':                             '- + + +',
  'POST /storage/v1/bucket':                            '+ + + +',
  'POST /storage/v1/bucket/:bucket/empty':              '- + + +',
  'GET /storage/v1/bucket/:bucket':                     '- + + +',
  'PUT /storage/v1/bucket/:bucket':                     '- + + +',
  'DELETE /storage/v1/bucket/:bucket':                  '- + + +',
  'POST /functions/v1/checkout':                        '- - + -',
  'POST /functions/v1/export-account':                  '+ + + +',
  'POST /functions/v1/import-picture':                  '- - + -',
  'POST /functions/v1/import-pictures':                 '- - - +',
  'POST /functions/v1/orders-csv':                      '+ + + +',
  'POST /functions/v1/payment-account':                 '- - + -',
  'POST /functions/v1/payment-webhook':                 '+ + + +',
  'POST /functions/v1/send-mail':                       '- - - +',
  'POST /functions/v1/settle-payments':                 '- - - +',
  'POST /functions/v1/sweep-pictures':                  '- - - +',
  'POST /functions/v1/test-payment':                    '- - + +',
  'GET /rest/v1/shops':                                 '- + + +',
  'POST /rest/v1/rpc/search_products':                  '- + + +',
  'POST /realtime/v1/api/broadcast':                    '- + + +',
  'GET /config.json':                                   '+ + + +',
  'GET /geocode':                                       '+ + + +',
  'GET /health':                                        '+ + + +',
  'GET /metrics':                                       '+ + + +',
  'GET /ready':                                         '+ + + +',
  'GET /robots.txt':                                    '+ + + +',
  'GET /sitemap.xml':                                   '+ + + +',
}
