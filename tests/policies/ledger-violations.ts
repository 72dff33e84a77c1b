/** The ledger's invariants, which hold at any moment. Each query returns the rows that break one. */

const violations = {
  'stock differs from the start minus sold items': `
    select p.id from products p join (values %stock) as start (id, stock) on start.id::uuid = p.id
    where p.stock <> start.stock - (
      select coalesce(sum(i.quantity), 0) from order_items i join orders o on o.id = i.order_id
      where i.product_id = p.id and i.takes_stock and o.status <> 'cancelled'
    )`,
  'a pickup window has more orders than its limit': `
    select w.id from shop_pickup_schedules w join private.pickup_bookings b
      on b.owner_id = w.shop_id and b.fulfilment = w.fulfilment and extract(dow from b.pickup_date) = w.day_of_week and b.start_time < w.end_time and b.end_time > w.start_time
    group by w.id, b.pickup_date having count(*) > w.max_orders`,
  'a pickup booking has no order, or a pickup order has no booking': `
    select o.id from orders o full join (select * from private.pickup_bookings where entry_id is null) b on b.order_id = o.id
    where (coalesce(o.pickup_date, o.delivery_date) is not null and o.status <> 'cancelled') is distinct from (b.order_id is not null)`,
  'a place is held for a member without an offer, or an offer holds none': `
    select w.id from slot_waitlist_entries w
    where (w.offered_until is not null) <> exists (select from private.pickup_bookings b where b.entry_id = w.id)`,
  'a day has more orders than its limit': `
    select l.id from shop_day_limits l join orders o on o.shop_id = l.shop_id and o.status <> 'cancelled' and o.agreed_on is null and o.drop_id is null
    where l.product_id is null and l.category is null and l.day_of_week is null and l.on_date is null
    group by l.id, o.due_at::date having count(*) > l.max_orders`,
  'a day has more units than the limit of its category': `
    select l.id from shop_day_limits l join orders o on o.shop_id = l.shop_id and o.status <> 'cancelled' and o.agreed_on is null and o.drop_id is null
    join order_items i on i.order_id = o.id join products p on p.id = i.product_id and p.category = l.category
    group by l.id, o.due_at::date having sum(i.quantity) > l.max_orders`,
  'the applied payments differ from the total of a paid checkout, or an unpaid one has any': `
    select c.id from checkouts c
    where (case c.status when 'paid' then c.total else 0 end)
      + (select coalesce(sum(o.balance), 0) from orders o where o.checkout_id = c.id and o.balance_paid_at is not null) <> (
      select coalesce(sum(p.amount), 0) from payments p where p.checkout_id = c.id and p.status = 'succeeded' and not p.is_returned
    )`,
  'a payment that was not applied is not fully refunded, without a failed refund': `
    select p.id from payments p where p.status = 'succeeded' and p.is_returned and p.amount <> (
      select coalesce(sum(r.amount), 0) from refunds r where r.payment_id = p.id and r.status <> 'failed'
    ) and not exists (select from refunds r where r.payment_id = p.id and r.status = 'failed')`,
  'a cancelled order is not refunded, apart from what its terms let the shop keep, without a failed refund': `
    select o.id from orders o where o.status = 'cancelled' and o.paid_at is not null and o.received_amount - o.cancellation_kept > (
      select coalesce(sum(r.amount), 0) from refunds r where r.order_id = o.id and r.status <> 'failed'
    ) and not exists (select from refunds r where r.order_id = o.id and r.status = 'failed')`,
  'the refunds of an order exceed its total, or differ from refunded_amount': `
    select o.id from orders o left join refunds r on r.order_id = o.id
    group by o.id having coalesce(sum(r.amount) filter (where r.status <> 'failed'), 0) > o.received_amount
      or coalesce(sum(r.amount) filter (where r.status = 'succeeded'), 0) <> o.refunded_amount`,
  'a shop keeps money of an order that its buyer neither cancelled nor left unpaid, or without terms that allow it, except of a voucher what delivering the rest costs': `
    select o.id from orders o where o.cancellation_kept > 0 and (o.status <> 'cancelled' or coalesce(o.cancel_refund_percent, 100) = 100 and o.cancellation_kept > least(3.99, o.voucher_amount)
      or not exists (select from order_events e where e.order_id = o.id and e.status = 'cancelled' and e.actor_id = o.buyer_id)
        and (o.balance = 0 or o.balance_paid_at is not null or o.balance_due_on >= o.cancelled_at::date))`,
  'an order has two cancellations, or two cancellation refunds': `
    select o.id from orders o where o.paid_at is not null and (o.status = 'cancelled')::integer <> (
      select count(*) from order_events e where e.order_id = o.id and e.status = 'cancelled' and e.created_at >= (
        select max(p.created_at) from order_events p where p.order_id = o.id and p.status = 'processing'
      )
    ) or 1 < any (select count(*) from refunds r where r.order_id = o.id and r.is_cancellation group by r.payment_id, r.voucher_id)`,
  'the refunds of a payment exceed its amount': `
    select p.id from payments p join refunds r on r.payment_id = p.id and r.status <> 'failed'
    group by p.id having sum(r.amount) > case p.status when 'succeeded' then p.amount else 0 end`,
  'the sums of a checkout, its orders and items differ': `
    select c.id from checkouts c join (
      select o.checkout_id, sum(o.subtotal) as subtotal, sum(o.balance) as balance, sum(o.tip) as tip, sum(o.voucher_amount) as by_voucher, sum(o.delivery_fee - o.delivery_deduction) as fee, sum(o.delivery_deduction) as moved, sum(o.delivery_discount) as waived,
        coalesce(sum(o.delivery_fee) filter (where o.has_own_delivery_fee), 0) as own_fees,
        coalesce(sum(o.subtotal + o.discount) filter (where o.fulfilment = 'delivery' and not o.has_own_delivery_fee), 0) as delivered,
        bool_or(o.subtotal <> (select sum(i.price * i.quantity - i.discount) from order_items i where i.order_id = o.id)
          or o.discount <> (select sum(i.discount) from order_items i where i.order_id = o.id)) as is_off,
        bool_or(o.has_own_delivery_fee and (o.delivery_deduction <> 0 or o.fulfilment = 'pickup')) as is_own_moved,
        coalesce(max(o.delivery_fee) filter (where o.fulfilment = 'delivery' and not o.has_own_delivery_fee)
          - min(o.delivery_fee) filter (where o.fulfilment = 'delivery' and not o.has_own_delivery_fee), 0) as gap
      from orders o group by o.checkout_id
    ) s on s.checkout_id = c.id
    where s.is_off or s.is_own_moved or s.moved = 0 and s.waived = 0 and s.gap > 0.01 or c.subtotal <> s.subtotal or c.balance <> s.balance or c.tip <> s.tip or c.voucher_amount <> s.by_voucher or c.delivery_fee <> s.fee
      or s.waived = 0 and c.delivery_fee <> s.own_fees + case when s.delivered = 0 or s.delivered > 50 then 0 else 3.99 end`,
  'the statuses of an order and its checkout disagree': `
    select c.id from checkouts c left join orders o on o.checkout_id = c.id
    where o.id is null and not exists (select from gift_vouchers v where v.checkout_id = c.id) or o.id is not null and case c.status
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
    group by o.id, p.id having o.paid_at is null or p.status <> 'succeeded' or sum(t.amount) <> case
      when o.balance > 0 then p.amount - p.application_fee
      else o.total_amount - o.voucher_amount + o.delivery_deduction - round(greatest(0, o.subtotal - o.voucher_amount) * p.fee_percent / 100, 2) end`,
  'the fee of a sale exceeds the fee of its food': `
    select s.order_id as id from private.sold_orders s join orders o on o.id = s.order_id
    where s.fee > (select coalesce(round(o.subtotal * max(p.fee_percent) / 100, 2), 0) from payments p where p.checkout_id = o.checkout_id)`,
  'what orders took of a voucher differs from its uses, or from its refunds': `
    select v.id from gift_vouchers v where v.used <> (select coalesce(sum(u.amount - u.returned), 0) from private.voucher_uses u where u.voucher_id = v.id)
      or v.refunded <> (select coalesce(sum(r.amount), 0) from refunds r join payments p on p.id = r.payment_id
        where p.checkout_id = v.checkout_id and not p.is_returned and r.status <> 'failed')
      or v.balance <> case when v.paid_at is null then 0 else v.amount - v.used - v.refunded end
      or (v.paid_at is not null) <> exists (select from private.voucher_codes c where c.voucher_id = v.id)
      or (v.paid_at is not null) <> exists (
        select from payments p where p.checkout_id = v.checkout_id and p.status = 'succeeded' and not p.is_returned and p.amount = v.amount)`,
  'what vouchers pay of an order differs from their uses, or what returned differs from its refunds': `
    select o.id from orders o left join private.voucher_uses u on u.order_id = o.id group by o.id
    having o.voucher_amount <> coalesce(sum(u.amount), 0) or o.voucher_returned <> case when o.paid_at is null then 0 else coalesce(sum(u.returned), 0) end
      or o.paid_at is null and o.status = 'cancelled' and sum(u.returned) <> o.voucher_amount
      or o.voucher_returned <> (select coalesce(sum(r.amount), 0) from refunds r where r.order_id = o.id and r.voucher_id is not null)`,
  'more of an order was refunded by card than the card paid': `
    select o.id from orders o join refunds r on r.order_id = o.id and r.voucher_id is null and r.status <> 'failed'
    group by o.id having sum(r.amount) > o.received_amount - o.voucher_amount`,
  'a balance is paid without its payment, or differs from it': `
    select o.id from orders o where o.balance > 0 and (o.balance_paid_at is not null) <> exists (
      select from payments p where p.checkout_id = o.checkout_id and p.is_balance and p.status = 'succeeded' and not p.is_returned and p.amount = o.balance
    )`,
  'an order was handed over without its balance': `
    select o.id from orders o where o.status in ('shipped', 'delivered') and o.balance > 0
      and o.balance_paid_at is null and o.balance_waived_at is null`,
  'the fees of deposit and balance differ from the fee of the order': `
    select o.id from orders o join payments p on p.checkout_id = o.checkout_id and p.status = 'succeeded' and not p.is_returned
    where o.balance_paid_at is not null group by o.id
    having sum(p.application_fee) <> round(o.subtotal * max(p.fee_percent) / 100, 2)`,
  'a drop has taken more or less than its orders and offers': `
    select i.id from drop_items i where i.taken <> i.held + (
      select coalesce(sum(b.quantity), 0) from order_items b join orders o on o.id = b.order_id
      where b.drop_item_id = i.id and o.status <> 'cancelled'
    )`,
  'the drop of an order is gone': `
    select o.id from orders o where o.status <> 'cancelled' and o.drop_id is not null and not exists (select from drops d where d.id = o.drop_id)`,
  'a buyer has more of a drop than its limit': `
    select d.id from drops d join orders o on o.drop_id = d.id and o.status <> 'cancelled' join order_items i on i.order_id = o.id
    where o.buyer_id is not null group by d.id, o.buyer_id having sum(i.quantity) > d.max_per_buyer`,
  'a hand-over time of a drop has more orders than its limit': `
    select s.id from drop_slots s join private.pickup_bookings b
      on b.owner_id = s.drop_id and b.fulfilment = s.fulfilment and b.pickup_date = s.on_date and b.start_time = s.start_time
    group by s.id having count(*) > s.max_orders`,
} as const

/**
 * A query of the invariants that are broken: `wrong` names one, `ids` lists its rows.
 * @param stock the stock of each product before any sale
 */
export function violationsQuery(stock: ReadonlyMap<string, number>): string {
  const start = ['(null, 0)', ...[...stock].map(([id, pieces]) => `('${id}', ${pieces})`)].join(', ')
  const all = Object.entries(violations).map(
    ([name, query]) =>
      `select '${name}' as wrong, array_agg(id)::text as ids from (${query.replace('%stock', start)}) q having count(*) > 0`,
  )
  return all.join('\nunion all\n')
}
