/** The ledger's invariants, which hold at any moment. Each query returns the rows that break one. */
import { expect } from 'vitest'
import type { TestContext } from './test-context.ts'

const violations = {
  'stock differs from the start minus sold items': `
    select p.id from products p join (values %stock) as start (id, stock) on start.id::uuid = p.id
    where p.stock <> start.stock - (
      select coalesce(sum(i.quantity), 0) from order_items i join orders o on o.id = i.order_id
      where i.product_id = p.id and i.takes_stock and o.status <> 'cancelled'
    )`,
  'a pickup window has more orders than its limit': `
    select w.id from shop_pickup_schedules w join private.pickup_bookings b
      on b.owner_id = w.shop_id and extract(dow from b.pickup_date) = w.day_of_week and b.start_time < w.end_time and b.end_time > w.start_time
    group by w.id, b.pickup_date having count(*) > w.max_orders`,
  'a pickup booking has no order, or a pickup order has no booking': `
    select o.id from orders o full join private.pickup_bookings b on b.order_id = o.id
    where (o.fulfilment = 'pickup' and o.status <> 'cancelled') is distinct from (b.order_id is not null)`,
  'the applied payments differ from the total of a paid checkout, or an unpaid one has any': `
    select c.id from checkouts c
    where (case c.status when 'paid' then c.total else 0 end) <> (
      select coalesce(sum(p.amount), 0) from payments p where p.checkout_id = c.id and p.status = 'succeeded' and not p.is_returned
    )`,
  'a payment that was not applied is not fully refunded, without a failed refund': `
    select p.id from payments p where p.status = 'succeeded' and p.is_returned and p.amount <> (
      select coalesce(sum(r.amount), 0) from refunds r where r.payment_id = p.id and r.status <> 'failed'
    ) and not exists (select from refunds r where r.payment_id = p.id and r.status = 'failed')`,
  'a cancelled order is not fully refunded, without a failed refund': `
    select o.id from orders o where o.status = 'cancelled' and o.paid_at is not null and o.total_amount <> (
      select coalesce(sum(r.amount), 0) from refunds r where r.order_id = o.id and r.status <> 'failed'
    ) and not exists (select from refunds r where r.order_id = o.id and r.status = 'failed')`,
  'the refunds of an order exceed its total, or differ from refunded_amount': `
    select o.id from orders o left join refunds r on r.order_id = o.id
    group by o.id having coalesce(sum(r.amount) filter (where r.status <> 'failed'), 0) > o.total_amount
      or coalesce(sum(r.amount) filter (where r.status = 'succeeded'), 0) <> o.refunded_amount`,
  'an order has two cancellations, or two cancellation refunds': `
    select o.id from orders o where o.paid_at is not null and (o.status = 'cancelled')::integer <> (
      select count(*) from order_events e where e.order_id = o.id and e.status = 'cancelled' and e.created_at >= (
        select max(p.created_at) from order_events p where p.order_id = o.id and p.status = 'processing'
      )
    ) or 1 < (select count(*) from refunds r where r.order_id = o.id and r.is_cancellation)`,
  'the refunds of a payment exceed its amount': `
    select p.id from payments p join refunds r on r.payment_id = p.id and r.status <> 'failed'
    group by p.id having sum(r.amount) > case p.status when 'succeeded' then p.amount else 0 end`,
  'the sums of a checkout, its orders and items differ': `
    select c.id from checkouts c join (
      select o.checkout_id, sum(o.subtotal) as subtotal, sum(o.delivery_fee - o.delivery_deduction) as fee, sum(o.delivery_deduction) as moved,
        coalesce(sum(o.subtotal) filter (where o.fulfilment = 'delivery'), 0) as delivered,
        bool_or(o.subtotal <> (select sum(i.price * i.quantity) from order_items i where i.order_id = o.id)) as is_off,
        coalesce(max(o.delivery_fee) filter (where o.fulfilment = 'delivery') - min(o.delivery_fee) filter (where o.fulfilment = 'delivery'), 0) as gap
      from orders o group by o.checkout_id
    ) s on s.checkout_id = c.id
    where s.is_off or s.moved = 0 and s.gap > 0.01 or c.subtotal <> s.subtotal or c.delivery_fee <> s.fee
      or c.delivery_fee <> case when s.delivered = 0 or s.delivered > 50 then 0 else 3.99 end`,
  'the statuses of an order and its checkout disagree': `
    select c.id from checkouts c left join orders o on o.checkout_id = c.id
    where o.id is null or case c.status
      when 'pending' then o.status <> 'pending payment'
      when 'paid' then o.status = 'pending payment' or o.paid_at is null
      else o.status <> 'cancelled' or o.paid_at is not null end`,
  'the latest event of an order differs from its status': `
    select o.id from orders o where o.status <> (
      select e.status from order_events e where e.order_id = o.id
      order by e.created_at desc, array_position(array['processing', 'cancelled', 'pending payment'], e.status::text) limit 1
    )`,
  'the transfers of an order differ from the share of its shop': `
    select o.id from transfers t join orders o on o.id = t.order_id join payments p on p.id = t.payment_id
    group by o.id, p.fee_percent, p.status having o.paid_at is null or p.status <> 'succeeded'
      or sum(t.amount) <> o.total_amount + o.delivery_deduction - round(o.subtotal * p.fee_percent / 100, 2)`,
} as const

/** @param stock the stock of each product before any sale */
export async function expectLedgerToBalance(context: TestContext, stock: ReadonlyMap<string, number>): Promise<void> {
  const start = ['(null, 0)', ...[...stock].map(([id, pieces]) => `('${id}', ${pieces})`)].join(', ')
  const all = Object.entries(violations).map(
    ([name, query]) =>
      `select '${name}' as wrong, array_agg(id)::text as ids from (${query.replace('%stock', start)}) q having count(*) > 0`,
  )
  const { rows } = await context.database.run({ text: all.join('\nunion all\n'), values: [] })
  expect(rows).toEqual([])
}
