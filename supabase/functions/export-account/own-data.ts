/** The tables and rows of a member's data export, as read through the table API with the member's token. */

export interface OwnRows {
  /** The file name without `.json`. */
  readonly name: string
  readonly table: string
  /** A unique key among a member's rows, for keyset pagination. */
  readonly key: string
  /** Limits the rows to the member's own, because the policies also show rows of others, such as reviews. */
  readonly filter: (member: string) => string
  readonly columns?: string
}

const ownedBy = (column: string) => (member: string) => `${column}=eq.${member}`

export const ownRows: readonly OwnRows[] = [
  { name: 'profile', table: 'profiles', key: 'id', filter: ownedBy('id') },
  { name: 'notification-preferences', table: 'notification_preferences', key: 'user_id', filter: ownedBy('user_id') },
  { name: 'addresses', table: 'user_addresses', key: 'id', filter: ownedBy('user_id') },
  {
    name: 'saved-cards',
    table: 'saved_cards',
    key: 'id',
    filter: ownedBy('user_id'),
    columns: 'id,brand,last4,exp_month,exp_year,used_at,created_at',
  },
  { name: 'basket', table: 'basket_lines', key: 'id', filter: ownedBy('user_id') },
  { name: 'household', table: 'household_people', key: 'id', filter: ownedBy('user_id') },
  { name: 'drop-reminders', table: 'drop_reminders', key: 'drop_id', filter: ownedBy('user_id') },
  { name: 'waitlists', table: 'waitlist_entries', key: 'product_id', filter: ownedBy('user_id') },
  {
    name: 'subscriptions',
    table: 'subscriptions',
    key: 'id',
    filter: ownedBy('buyer_id'),
    columns: '*,subscription_days(day,outcome,reason,created_at)',
  },
  { name: 'slot-waitlists', table: 'slot_waitlist_entries', key: 'id', filter: ownedBy('user_id') },
  { name: 'favourites', table: 'favourites', key: 'id', filter: ownedBy('user_id') },
  { name: 'followed-shops', table: 'shop_followers', key: 'shop_id', filter: ownedBy('user_id') },
  {
    name: 'orders',
    table: 'orders',
    key: 'id',
    filter: ownedBy('buyer_id'),
    columns:
      '*,order_pickup_places(*),order_phones(phone),order_moves(on_date,start_time,end_time,note,status,created_at,answered_at),order_items(*,order_item_allergens(*)),order_events(status,note,created_at),refunds(amount,reason,status,created_at),order_problems(kind,details,pictures,wanted,state,answer,answer_text,refund_amount,answered_at,appeal,escalated_at,decision,decision_text,decision_amount,decided_at,created_at)',
  },
  { name: 'gift-vouchers', table: 'gift_vouchers', key: 'id', filter: ownedBy('buyer_id') },
  { name: 'reviews', table: 'review_authors', key: 'review_id', filter: ownedBy('author_id'), columns: '*,reviews(*)' },
  {
    name: 'conversations',
    table: 'chat_rooms',
    key: 'id',
    filter: (member) => `or=(buyer_id.eq.${member},seller_id.eq.${member})`,
    columns: '*,quote_versions(*)',
  },
  { name: 'messages', table: 'chat_messages', key: 'id', filter: ownedBy('sender_id') },
  { name: 'enquiries', table: 'contact_messages', key: 'id', filter: ownedBy('sender_id') },
  { name: 'notifications', table: 'notifications', key: 'id', filter: ownedBy('user_id') },
  {
    name: 'devices-with-push',
    table: 'push_subscriptions',
    key: 'id',
    filter: ownedBy('user_id'),
    columns: 'id,endpoint,created_at',
  },
  { name: 'saved-replies', table: 'saved_replies', key: 'id', filter: ownedBy('user_id') },
  // What shops note about the member, who may see it. What the member notes about others is those members' data.
  { name: 'notes-of-shops', table: 'customer_notes', key: 'shop_id', filter: ownedBy('member_id') },
  { name: 'blocked-members', table: 'blocks', key: 'blocked_id', filter: ownedBy('blocker_id') },
  { name: 'reports', table: 'reports', key: 'id', filter: ownedBy('reporter_id') },
  {
    name: 'shop',
    table: 'shops',
    key: 'id',
    filter: ownedBy('user_id'),
    columns:
      '*,shop_records(*),shop_pickup_places(*),shop_pickup_schedules(*),shop_booking_rules(*),shop_day_limits(*),shop_closures(*),drops(*,drop_items(*),drop_slots(*)),shop_kitchens(*),shop_delivery_terms(*),shop_vat(*),shop_ingredients(*),shop_costing(*),discount_codes(*),shop_voucher_terms(*),payment_accounts(*),announcements(*)',
  },
  {
    name: 'products',
    table: 'products',
    key: 'id',
    filter: ownedBy('shops.user_id'),
    columns:
      '*,product_images(*),product_variations(*),product_option_groups(*,product_option_choices(*)),product_questions(*),product_pickup_schedules(*),product_vat_rates(*),recipes(*,recipe_ingredients(*)),shops!inner(id)',
  },
  {
    name: 'replies-to-reviews',
    table: 'reviews',
    key: 'id',
    filter: (member) => `shops.user_id=eq.${member}&reply=not.is.null`,
    columns: 'id,product_id,reply,replied_at,shops!inner(id)',
  },
]
