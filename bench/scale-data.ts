/** Generates a market in PostgreSQL: shops and products as for the search, and what members do with them. */
import pg from 'pg'
import { openPostgres } from '../backend/database/postgres.ts'
import { dropIndexes, fillMarketplace } from './search-data.ts'

/** For each product on sale. */
const per = { buyer: 0.5, order: 2.5, message: 5, notification: 10 }
const messagesOfRoom = 10

/** Fills a migrated, empty database. Triggers are off, so nothing is sent. */
export async function fillMarket(url: string, products: number): Promise<void> {
  const database = await openPostgres({ url, connections: 1, timeoutMs: 0 })
  await fillMarketplace(database, products)
  await database.close()
  await fillMembers(url, products)
}

/** What members do with the products of a market. Two connections write at a time. */
async function fillMembers(url: string, products: number): Promise<void> {
  const counts: Record<string, number> = {
    buyers: products * per.buyer,
    orders: products * per.order,
    rooms: (products * per.message) / messagesOfRoom,
    notifications: products * per.notification,
  }
  const run = (statements: readonly string[]) =>
    withConnection(url, async (client) => {
      for (const statement of statements)
        await client.query(statement.replace(/:(\w+)/g, (all, name) => String(counts[name] ?? all)))
    })
  const indexes = await withConnection(url, (client) =>
    dropIndexes(async (text, ...values) => (await client.query(text, [...values])).rows, filledTables),
  )
  await run(membersStatements)
  await Promise.all([run(ordersStatements), run(messagesStatements)])
  const build = () =>
    withConnection(url, async (client) => {
      for (let next = indexes.shift(); next !== undefined; next = indexes.shift()) await client.query(next)
    })
  await Promise.all([build(), build()])
  await run([
    'analyze',
    'select private.write_sold_lines(array(select id from public.orders))',
    'drop schema made cascade',
  ])
  await run(['vacuum analyze'])
}

async function withConnection<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(
    `set session_replication_role = replica; set synchronous_commit = off; set maintenance_work_mem = '1GB'; set work_mem = '256MB'`,
  )
  return work(client).finally(() => client.end())
}

const filledTables =
  'orders, checkouts, payments, transfers, order_items, order_events, refunds, reviews, chat_rooms, chat_messages, notifications'

/** `:buyers` and the like are replaced by their number. Few shops have most orders, and few buyers order often. */
const membersStatements = [
  `create schema made`,
  `create unlogged table made.buyers as select gen_random_uuid() as id, n from generate_series(1, :buyers) n`,
  `insert into auth.users (id, email, created_at) select id, 'buyer-' || n || '@example.test', now() - random() * interval '2 years' from made.buyers`,
  `insert into public.profiles (id, name) select id, 'Buyer ' || n from made.buyers`,
  `create unique index on made.buyers (n)`,
  `create unlogged table made.shops as
    select s.id, s.name, s.user_id, row_number() over (order by s.id) as n, p.products, p.names, p.prices from public.shops s
    join (
      select shop_id, array_agg(id order by id) as products, array_agg(name order by id) as names, array_agg(greatest(price, 1) order by id) as prices
      from public.products where is_listed group by shop_id
    ) p on p.shop_id = s.id`,
  `create unique index on made.shops (n)`,
  `analyze made.buyers, made.shops`,
]

const ordersStatements = [
  // Every 25th order is cancelled, every 40th partly refunded. The last 14 days' are in progress.
  `create unlogged table made.orders as
    select gen_random_uuid() as id, gen_random_uuid() as checkout, o.n, o.paid_at, s.id as shop, s.name as shop_name, s.products, s.names, s.prices, b.id as buyer, b.n as buyer_n,
      o.n % 2 = 0 as is_pickup,
      case when o.n % 25 = 0 then 'cancelled' when o.paid_at > now() - interval '2 days' then 'processing'
        when o.paid_at > now() - interval '4 days' and o.n % 2 = 0 then 'ready' else 'delivered' end::public.order_status as status
    from (
      select n, now() - n::float / :orders * interval '730 days' as paid_at, 1 + floor((select count(*) from made.shops) * power(random(), 2))::bigint as shop,
        1 + floor(:buyers * power(random(), 1.3))::bigint as buyer
      from generate_series(1, :orders) n
    ) o join made.shops s on s.n = o.shop join made.buyers b on b.n = o.buyer`,
  `create unlogged table made.lines as
    select o.id as order_id, o.n, o.products[k.k] as product_id, o.names[k.k] as name, o.prices[k.k] as price, 1 + (o.n + line) % 3 as quantity
    from made.orders o cross join generate_series(1, 2) line
    cross join lateral (select 1 + (o.n * 7 + line * 13) % cardinality(o.products) as k) k
    where line = 1 or o.n % 2 = 0`,
  `analyze made.orders, made.lines`,
  `insert into public.orders (id, number, checkout_id, buyer_id, shop_id, shop_name, buyer_name, status, fulfilment, pickup_date, pickup_start, pickup_end,
      delivery_address, subtotal, delivery_fee, refunded_amount, paid_at, cancelled_at, created_at, due_at)
    select o.id, 'AS-' || 1000 + o.n, o.checkout, o.buyer, o.shop, o.shop_name, 'Buyer ' || o.buyer_n, o.status, case when o.is_pickup then 'pickup' else 'delivery' end,
      case when o.is_pickup then (o.paid_at + interval '2 days')::date end, case when o.is_pickup then time '09:00' end,
      case when o.is_pickup then time '12:00' end,
      '{"full_name": "A", "address_line1": "1 High Street", "city": "Leeds", "postal_code": "LS1 1AA"}',
      s.subtotal, f.fee, case when o.status = 'cancelled' then s.subtotal + f.fee when o.n % 40 = 0 then 0.50 else 0 end,
      o.paid_at, case when o.status = 'cancelled' then o.paid_at + interval '1 hour' end, o.paid_at,
      (o.paid_at + interval '2 days')::date + case when o.is_pickup then interval '9 hours' else interval '0' end
    from made.orders o
    join (select order_id, sum(price * quantity) as subtotal from made.lines group by order_id) s on s.order_id = o.id
    cross join lateral (select case when o.is_pickup then 0 else 3.99 end as fee) f
    order by o.n desc`,
  `insert into public.checkouts (id, buyer_id, status, subtotal, delivery_fee, paid_at, created_at)
    select o.checkout_id, o.buyer_id, 'paid', o.subtotal, o.delivery_fee, o.paid_at, o.created_at from public.orders o order by o.created_at`,
  `insert into public.payments (checkout_id, provider, session_id, payment_id, status, amount, application_fee, captured_at, created_at, url, fee_percent)
    select o.checkout_id, 'test', 'session ' || o.id, 'payment ' || o.id, 'succeeded', o.total_amount, private.order_fee(o.subtotal, 5), o.paid_at,
      o.created_at, '/pay', 5 from public.orders o order by o.created_at`,
  `insert into public.transfers (order_id, payment_id, amount, status, provider_transfer_id, created_at)
    select o.id, p.id, o.total_amount - o.refunded_amount, 'sent', 'transfer ' || o.id, o.paid_at
    from public.orders o join public.payments p on p.checkout_id = o.checkout_id where o.status = 'delivered' and o.total_amount > o.refunded_amount
    order by o.created_at`,
  `insert into public.order_items (order_id, product_id, name, price, quantity, allergens, created_at)
    select l.order_id, l.product_id, l.name, l.price, l.quantity, '{"milk": "contains", "eggs": "contains"}', o.paid_at
    from made.lines l join made.orders o on o.id = l.order_id order by o.n desc`,
  `insert into public.order_events (order_id, status, created_at)
    select o.id, step.status, o.paid_at + step.after from made.orders o
    cross join lateral (values ('processing'::public.order_status, interval '0'), (o.status, interval '1 day')) step (status, after)
    where step.status <> 'processing' or step.after = interval '0' order by o.n desc`,
  `insert into public.refunds (order_id, amount, status, created_at)
    select o.id, o.refunded_amount, 'succeeded', o.paid_at + interval '2 hours' from public.orders o where o.refunded_amount > 0`,
  `insert into public.reviews (product_id, shop_id, rating, text, created_at)
    select o.products[1 + o.n % cardinality(o.products)], o.shop, 3 + o.n % 3, 'Lovely, and still warm.', o.paid_at + interval '3 days'
    from made.orders o where o.status = 'delivered' and o.n % 5 = 0 order by o.n desc`,
]

const messagesStatements = [
  `create unlogged table made.rooms as
    select distinct on (buyer, seller, product) gen_random_uuid() as id, b.id as buyer, s.user_id as seller, s.products[1 + r.n % cardinality(s.products)] as product, r.at
    from (
      select n, now() - n::float / :rooms * interval '730 days' as at, 1 + floor((select count(*) from made.shops) * power(random(), 2))::bigint as shop,
        1 + floor(:buyers * power(random(), 1.3))::bigint as buyer
      from generate_series(1, :rooms) n
    ) r join made.shops s on s.n = r.shop join made.buyers b on b.n = r.buyer`,
  `insert into public.chat_rooms (id, buyer_id, seller_id, product_id, created_at, updated_at)
    select id, buyer, seller, product, at - interval '1 day', at from made.rooms order by at`,
  `insert into public.chat_messages (chat_room_id, sender_id, content, read_at, created_at)
    select r.id, case when m % 2 = 0 then r.buyer else r.seller end, 'Could you make it a little larger, for twelve?',
      case when r.at < now() - interval '3 days' then r.at end, r.at - m * interval '1 hour'
    from made.rooms r cross join generate_series(0, ${messagesOfRoom - 1}) m order by r.at`,
  `insert into public.notifications (user_id, type, title, message, link, is_read, created_at)
    select b.id, (array['order', 'payment', 'message', 'shop'])[1 + made.n % 4], 'Order ready', 'Your order is ready to be picked up.', '/orders', made.n > 0.05 * :notifications,
      now() - made.n::float / :notifications * interval '89 days'
    from (
      select n, 1 + floor(:buyers * power(random(), 1.3))::bigint as buyer from generate_series(1, :notifications) n
    ) made join made.buyers b on b.n = made.buyer order by made.n desc`,
]
