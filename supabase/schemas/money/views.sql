create view private.sold_orders as
  select
    o.id as order_id,
    o.number,
    o.shop_id,
    o.paid_at,
    o.paid_on,
    o.status,
    o.fulfilment,
    o.due_at,
    o.buyer_name,
    o.subtotal,
    -- The deduction pays for delivering other orders, so it is not income of this shop.
    o.delivery_fee - o.delivery_deduction as delivery_fee,
    o.tip,
    o.total_amount,
    o.total_amount - o.received_amount as outstanding,
    o.refunded_amount,
    o.voucher_amount - o.voucher_returned as by_voucher,
    f.fee,
    o.received_amount - o.refunded_amount - (o.voucher_amount - o.voucher_returned) - f.fee as net
  from
    public.orders o
    left join lateral (
      select p.fee_percent, p.route
      from public.payments p
      where p.checkout_id = o.checkout_id and p.status = 'succeeded' and not p.is_returned
      order by p.is_balance, p.captured_at
      limit 1
    ) paid
      on true
    cross join lateral (select o.refunded_amount - o.voucher_returned as refunded) card
    cross join lateral (
      select
        case
          when o.balance = 0 then private.retained_fee(
            private.first_fee(o, coalesce(paid.fee_percent, 0)),
            o.total_amount - o.tip - o.voucher_amount,
            card.refunded - private.refunded_tip(o.status, o.tip, o.received_amount - o.voucher_amount, card.refunded),
            paid.route
          )
          -- Deposit and balance are refunded apart, and may have gone different ways.
          else (
            select
              coalesce(
                sum(
                  private.retained_fee(
                    p.application_fee,
                    p.amount,
                    coalesce(
                      (select sum(r.amount) from public.refunds r where r.payment_id = p.id and r.status = 'succeeded'),
                      0
                    ),
                    p.route
                  )
                ),
                0
              )
            from public.payments p
            where p.checkout_id = o.checkout_id and p.status = 'succeeded' and not p.is_returned
          )
        end as fee
    ) f
  where o.paid_at is not null;
comment on view private.sold_orders is
  'Paid orders for accounting: gross amount, refunds, what gift vouchers paid and kept paying, fee, and the net amount of money. The shop received the money of vouchers before.';
create view private.sold_vouchers as
  select
    v.id as voucher_id,
    v.shop_id,
    v.paid_at,
    v.paid_on,
    v.amount - r.refunded as sold,
    f.fee,
    v.amount - r.refunded - f.fee as net
  from
    public.gift_vouchers v
    join public.payments p on p.checkout_id = v.checkout_id and p.status = 'succeeded' and not p.is_returned
    cross join lateral (
      select coalesce(sum(r.amount), 0) as refunded
      from public.refunds r
      where r.payment_id = p.id and r.status = 'succeeded'
    ) r
    cross join lateral (select private.retained_fee(p.application_fee, p.amount, r.refunded, p.route) as fee) f;
comment on view private.sold_vouchers is
  'Paid gift vouchers for accounting: what was paid less refunds, fee and net amount. They are no sales until they are used.';
