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
  { name: 'favourites', table: 'favourites', key: 'id', filter: ownedBy('user_id') },
  {
    name: 'orders',
    table: 'orders',
    key: 'id',
    filter: ownedBy('buyer_id'),
    columns:
      '*,order_pickup_places(*),order_items(*),order_events(status,note,created_at),refunds(amount,reason,status,created_at)',
  },
  { name: 'reviews', table: 'review_authors', key: 'review_id', filter: ownedBy('author_id'), columns: '*,reviews(*)' },
  {
    name: 'conversations',
    table: 'chat_rooms',
    key: 'id',
    filter: (member) => `or=(buyer_id.eq.${member},seller_id.eq.${member})`,
  },
  { name: 'messages', table: 'chat_messages', key: 'id', filter: ownedBy('sender_id') },
  { name: 'enquiries', table: 'contact_messages', key: 'id', filter: ownedBy('sender_id') },
  { name: 'notifications', table: 'notifications', key: 'id', filter: ownedBy('user_id') },
  { name: 'saved-replies', table: 'saved_replies', key: 'id', filter: ownedBy('user_id') },
  { name: 'blocked-members', table: 'blocks', key: 'blocked_id', filter: ownedBy('blocker_id') },
  { name: 'reports', table: 'reports', key: 'id', filter: ownedBy('reporter_id') },
  {
    name: 'shop',
    table: 'shops',
    key: 'id',
    filter: ownedBy('user_id'),
    columns: '*,shop_records(*),shop_pickup_places(*),shop_pickup_schedules(*),shop_closures(*),payment_accounts(*)',
  },
  {
    name: 'products',
    table: 'products',
    key: 'id',
    filter: ownedBy('shops.user_id'),
    columns: '*,product_images(*),product_variations(*),product_pickup_schedules(*),shops!inner(id)',
  },
  {
    name: 'replies-to-reviews',
    table: 'reviews',
    key: 'id',
    filter: (member) => `shops.user_id=eq.${member}&reply=not.is.null`,
    columns: 'id,product_id,reply,replied_at,shops!inner(id)',
  },
]
