/** Generates a busy shop in PostgreSQL: two years of orders with lines, payments, status changes and refunds, and of product views. */
import type pg from 'pg'

const firstNames = [
  'Ada',
  'Bo',
  'Cleo',
  'Dev',
  'Esme',
  'Finn',
  'Gwen',
  'Hal',
  'Ines',
  'Jo',
  'Kit',
  'Lou',
  'Mia',
  'Noor',
  'Oz',
  'Pia',
]

/** On average. */
export const ordersOfCustomer = 4

/** Triggers are off, so that no notifications are sent. @param shop has no orders yet */
export async function addOrders(client: pg.Client, shop: string, orders: number): Promise<void> {
  await client.query('set session_replication_role = replica')
  for (const statement of statements) {
    const values = statement.includes('$1') ? [shop, ...(statement.includes('$2') ? [orders] : [])] : []
    await client.query(statement, values)
  }
  await client.query('set session_replication_role = default')
  await client.query('vacuum analyze')
}

/** A statement with $2 also refers to $1, because PostgreSQL needs a type for each parameter. */
const statements = [
  'drop table if exists made_buyers, made_orders, made_lines',
  `insert into public.products (id, shop_id, name, price, stock, is_listed, category)
    select gen_random_uuid(), $1::uuid, 'Bake ' || n, 2 + n % 30, 50, true, 'Cakes' from generate_series(1, 60) n`,
  `create temp table made_buyers as
    select gen_random_uuid() as id, n, (array['${firstNames.join("','")}'])[1 + n % ${firstNames.length}] || ' Number ' || n as name
    from generate_series(1, greatest($2::integer / ${ordersOfCustomer}, 10)) n where $1::uuid is not null`,
  `insert into auth.users (id, email) select id, id || '@example.test' from made_buyers`,
  'insert into public.profiles (id, name) select id, name from made_buyers',
  // A few buyers order often, most once or twice. Every 25th order is cancelled, every 40th partly refunded.
  `create temp table made_orders as
    select gen_random_uuid() as id, gen_random_uuid() as checkout, n, $1::uuid as shop, now() - make_interval(secs => n * 2 * 365 * 86400.0 / $2::integer) as paid_at,
      1 + floor((select count(*) from made_buyers) * power(random(), 2))::integer as buyer, n % 2 = 0 as is_pickup,
      case when n % 25 = 0 then 'cancelled' when n <= 140 then 'processing' when n <= 170 and n % 2 = 0 then 'ready' else 'delivered' end::public.order_status as status
    from generate_series(1, $2::integer) n`,
  `create temp table made_lines as
    select o.id as order_id, p.id as product_id, p.name, p.price, 1 + floor(random() * 3)::integer as quantity
    from made_orders o cross join generate_series(1, 3) line
    join (select id, name, price, row_number() over (order by id) as k from public.products where shop_id = $1::uuid) p
      on p.k = 1 + (o.n * 7 + line * 13) % 60
    where line <= 1 + o.n % 3`,
  `insert into public.orders (id, number, checkout_id, buyer_id, shop_id, shop_name, buyer_name, status, fulfilment, pickup_date, pickup_start, pickup_end,
      delivery_address, subtotal, delivery_fee, refunded_amount, paid_at, cancelled_at, created_at, due_at)
    select o.id, 'AS-' || 1000 + o.n, o.checkout, b.id, o.shop, 'A shop', b.name, o.status, case when o.is_pickup then 'pickup' else 'delivery' end,
      case when o.is_pickup then (o.paid_at + interval '2 days')::date end, case when o.is_pickup then time '09:00' end,
      case when o.is_pickup then time '12:00' end,
      '{"full_name": "A", "address_line1": "1 High Street", "city": "Leeds", "postal_code": "LS1 1AA"}',
      s.subtotal, f.fee, case when o.status = 'cancelled' then s.subtotal + f.fee when o.n % 40 = 0 then 1.50 else 0 end,
      o.paid_at, case when o.status = 'cancelled' then o.paid_at + interval '1 hour' end, o.paid_at,
      (o.paid_at + interval '2 days')::date + case when o.is_pickup then interval '9 hours' else interval '0' end
    from made_orders o join made_buyers b on b.n = o.buyer
    join (select order_id, sum(price * quantity) as subtotal from made_lines group by order_id) s on s.order_id = o.id
    cross join lateral (select case when o.is_pickup then 0 else 3.99 end as fee) f
    order by o.n desc`,
  `insert into public.checkouts (id, buyer_id, status, subtotal, delivery_fee, paid_at, created_at)
    select o.checkout_id, o.buyer_id, 'paid', o.subtotal, o.delivery_fee, o.paid_at, o.created_at from public.orders o where o.shop_id = $1::uuid`,
  `insert into public.payments (checkout_id, provider, session_id, payment_id, status, amount, application_fee, captured_at, created_at, url, fee_percent)
    select o.checkout_id, 'test', 'session ' || o.id, 'payment ' || o.id, 'succeeded', o.total_amount, private.order_fee(o.subtotal, 5), o.paid_at,
      o.created_at, '/pay', 5 from public.orders o where o.shop_id = $1::uuid`,
  `insert into public.order_items (order_id, product_id, name, price, quantity, allergens)
    select l.order_id, l.product_id, l.name, l.price, l.quantity, '{"milk": "contains", "eggs": "contains"}'
    from made_lines l join made_orders o on o.id = l.order_id order by o.n desc`,
  `insert into public.order_events (order_id, status, created_at)
    select o.id, step.status, o.paid_at + step.after from made_orders o
    cross join lateral (values ('pending payment'::public.order_status, interval '-5 minutes'), ('processing', interval '0'), (o.status, interval '1 day')) step (status, after)
    where step.status <> 'processing' or step.after = interval '0'`,
  `insert into public.refunds (order_id, amount, status, created_at)
    select o.id, o.refunded_amount, 'succeeded', o.paid_at + interval '2 hours' from public.orders o
    where o.shop_id = $1::uuid and o.refunded_amount > 0`,
  `insert into public.product_views (product_id, day, views)
    select p.id, d::date, 1 + floor(random() * 20)::integer
    from public.products p cross join generate_series(now() - interval '2 years', now(), interval '1 day') d where p.shop_id = $1::uuid`,
  `insert into public.shop_visits (shop_id, day, visits)
    select $1::uuid, d::date, 1 + floor(random() * 90)::integer from generate_series(now() - interval '2 years', now(), interval '1 day') d`,
  'select private.write_sold_lines(array(select id from public.orders where shop_id = $1::uuid))',
]
