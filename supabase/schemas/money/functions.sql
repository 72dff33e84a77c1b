-- The ledger.

create function private.retained_fee(fee numeric, total numeric, refunded numeric, route text)
returns numeric
language sql
immutable
parallel safe
return case
  -- With destination, the provider returns the fee in proportion. With transfers, the shop keeps its share (private.shop_share) and the
  -- marketplace the rest. On the platform, the fee is paid from what remains.
  when total = 0 then 0
  when route = 'destination' then fee - round(fee * refunded / total, 2)
  when route = 'transfers' then total - refunded - round((total - fee) * (total - refunded) / total, 2)
  else least(fee, total - refunded)
end;
comment on function private.retained_fee is
  'The marketplace''s fee that remains after refunds. Total and refunds are without the tip.';

create function private.ledger_lines(this_order public.orders, rates public.shop_vat)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select
    coalesce(
      jsonb_agg(
        jsonb_build_object(
          'name', i.name,
          'variation', i.variation,
          'options_text', i.options_text,
          'personalization', i.personalization,
          'custom_request_details', i.custom_request_details,
          'quantity', i.quantity,
          'price', i.price,
          'discount', i.discount,
          'vat_rate', case
            when rates.registered_from <= this_order.paid_on then coalesce(v.rate, rates.default_rate)
          end
        )
        order by i.created_at, i.id
      ),
      '[]'
    )
  from
    public.order_items i
    left join public.product_vat_rates v on v.product_id = i.product_id
  where i.order_id = this_order.id
$$;
comment on function private.ledger_lines is
  'The lines of an order for accounting. The VAT rate is null before the shop''s registration.';

create function public.sales_ledger(
  from_day date default null,
  to_day date default null,
  only_status text default null,
  after_paid_at timestamptz default null,
  after_id uuid default null,
  page_size integer default 500
)
returns table (
  order_id uuid,
  number text,
  paid_at timestamptz,
  status text,
  fulfilment text,
  due_at timestamp,
  buyer_name text,
  delivery_address jsonb,
  note text,
  items jsonb,
  subtotal numeric,
  delivery_fee numeric,
  tip numeric,
  total_amount numeric,
  outstanding numeric,
  refunded_amount numeric,
  by_voucher numeric,
  fee numeric,
  net numeric
)
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  shop uuid := private.require_own_shop();
  since timestamptz := coalesce(private.london_midnight(from_day), '-infinity');
  until timestamptz := coalesce(private.london_midnight(to_day + 1), 'infinity');
  rates public.shop_vat;
begin
  perform private.check_order_status(only_status);
  select * into rates from public.shop_vat v where v.shop_id = shop;
  -- The first page starts at since, every other page at the end of the previous one.
  if after_paid_at is null then
    after_paid_at := since;
    after_id := '00000000-0000-0000-0000-000000000000';
  end if;
  return query
    select
      s.order_id,
      s.number,
      s.paid_at,
      s.status::text,
      s.fulfilment,
      s.due_at,
      s.buyer_name,
      o.delivery_address,
      o.note,
      private.ledger_lines(o, rates),
      s.subtotal,
      s.delivery_fee,
      s.tip,
      s.total_amount,
      s.outstanding,
      s.refunded_amount,
      s.by_voucher,
      s.fee,
      s.net
    from
      private.sold_orders s
      join public.orders o on o.id = s.order_id
    where
      s.shop_id = shop
      and (s.paid_at, s.order_id) > (after_paid_at, after_id)
      and s.paid_at >= since
      and s.paid_at < until
      and (only_status is null or s.status = only_status::public.order_status)
    order by s.paid_at, s.order_id
    limit least(greatest(coalesce(page_size, 500), 1), 1000);
end
$$;
comment on function public.sales_ledger is
  'The payments to the caller''s shop between two days, the oldest first, by page. The next page starts after the '
  'last row''s paid_at and order_id. `by_voucher` is what gift vouchers pay after refunds, `fee` the marketplace''s fee after refunds, `net` the rest of the money. Each item has its price and VAT rate.';

create function public.sales_sums(from_day date default null, to_day date default null, only_status text default null)
returns table (
  orders bigint,
  subtotal numeric,
  delivery_fee numeric,
  tip numeric,
  total_amount numeric,
  outstanding numeric,
  refunded_amount numeric,
  by_voucher numeric,
  fee numeric,
  net numeric
)
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  shop uuid := private.require_own_shop();
begin
  perform private.check_order_status(only_status);
  return query
    select
      count(*),
      coalesce(sum(s.subtotal), 0),
      coalesce(sum(s.delivery_fee), 0),
      coalesce(sum(s.tip), 0),
      coalesce(sum(s.total_amount), 0),
      coalesce(sum(s.outstanding), 0),
      coalesce(sum(s.refunded_amount), 0),
      coalesce(sum(s.by_voucher), 0),
      coalesce(sum(s.fee), 0),
      coalesce(sum(s.net), 0)
    from private.sold_orders s
    where
      s.shop_id = shop
      and s.paid_at >= coalesce(private.london_midnight(from_day), '-infinity')
      and s.paid_at < coalesce(private.london_midnight(to_day + 1), 'infinity')
      and (only_status is null or s.status = only_status::public.order_status);
end
$$;
comment on function public.sales_sums is 'The sums of all rows that sales_ledger would return.';

create function private.tax_year(day date)
returns date
language sql
immutable
parallel safe
return make_date(
  extract(year from day)::integer - (extract(month from day) * 100 + extract(day from day) < 406)::integer,
  4,
  6
);
comment on function private.tax_year is 'The first day of a day''s tax year, 6 April.';

create function public.seller_money()
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
set plan_cache_mode = force_custom_plan
set jit = off
as $$
declare
  shop uuid := private.require_own_shop();
  today date := (now() at time zone 'Europe/London')::date;
  since date := private.tax_year(today) - interval '1 year';
  sums jsonb;
begin
  with
    days as (
      select
        s.paid_on as day,
        count(*) as orders,
        sum(s.total_amount - s.outstanding - s.tip) as sales,
        sum(s.delivery_fee) as delivery,
        sum(s.tip) as tips,
        sum(s.refunded_amount) as refunds,
        sum(s.by_voucher) as by_voucher,
        0 as vouchers,
        sum(s.fee) as fees,
        sum(s.net) as net
      from private.sold_orders s
      where s.shop_id = shop and s.paid_at >= private.london_midnight(since)
      group by s.paid_on
      union all
      select v.paid_on, 0, 0, 0, 0, 0, 0, sum(v.sold), sum(v.fee), sum(v.net)
      from private.sold_vouchers v
      where v.shop_id = shop and v.paid_at >= private.london_midnight(since)
      group by v.paid_on
    ),
    grouped as (
      select
        m.month,
        m.year,
        sum(d.orders) as orders,
        sum(d.sales) as sales,
        sum(d.delivery) as delivery,
        sum(d.tips) as tips,
        sum(d.refunds) as refunds,
        sum(d.fees) as fees,
        sum(d.by_voucher) as by_voucher,
        sum(d.vouchers) as vouchers,
        sum(d.net) as net
      from
        days d
        cross join lateral (
          select date_trunc('month', d.day::timestamp)::date as month, private.tax_year(d.day) as year
        ) m
      group by grouping sets ((m.month), (m.year))
    )
  select
    jsonb_build_object(
      'months', coalesce(
        jsonb_agg(f.figures || jsonb_build_object('from', g.month) order by g.month desc) filter (
          where g.month is not null
        ),
        '[]'
      ),
      'tax_years', coalesce(
        jsonb_agg(
          f.figures || jsonb_build_object('from', g.year, 'to', (g.year + interval '1 year')::date - 1)
          order by g.year desc
        ) filter (where g.year is not null),
        '[]'
      )
    )
  into sums
  from
    grouped g,
    lateral (
      select
        jsonb_build_object(
          'orders', g.orders,
          'sales', g.sales,
          'delivery', g.delivery,
          'tips', g.tips,
          'refunds', g.refunds,
          'vouchers_sold', g.vouchers,
          'paid_by_vouchers', g.by_voucher,
          'fees', g.fees,
          'net', g.net
        ) as figures
    ) f;
  return sums || jsonb_build_object(
    'on_its_way', (
      select
        jsonb_build_object(
          'transfers', count(*) filter (where t.status = 'pending'),
          'held', count(*) filter (where t.status = 'held'),
          'amount', coalesce(sum(private.transfer_share(t, o, p)) filter (where t.status = 'pending'), 0)
        )
      from
        public.transfers t
        join public.orders o on o.id = t.order_id
        join public.payments p on p.id = t.payment_id
      where t.status in ('pending', 'held') and o.shop_id = shop
    )
  );
end
$$;
comment on function public.seller_money is
  'The money of the caller''s shop by month and by tax year, since the start of the previous tax year, by the day of payment. '
  'Sales are what was received, delivery included, without tips. Gift vouchers are no sales until they are used. Net is the money: '
  'sales and tips less refunds, plus vouchers sold, less what vouchers paid for, and less the marketplace''s fee. '
  '{ months, tax_years, on_its_way: { transfers, held, amount } }.';

create function public.seller_transfers(
  before_paid_at timestamptz default null,
  before_id uuid default null,
  page_size integer default 25
)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
set plan_cache_mode = force_custom_plan
as $$
declare
  shop uuid := private.require_own_shop();
begin
  return (
    select coalesce(jsonb_agg(to_jsonb(r) order by r.paid_at desc, r.order_id desc), '[]')
    from
      (
        select
          s.order_id,
          s.number,
          s.paid_at,
          s.buyer_name,
          s.total_amount - s.outstanding as received,
          s.tip,
          s.refunded_amount,
          s.by_voucher,
          s.fee,
          s.net,
          m.route,
          m.transferred,
          m.reversed,
          m.pending,
          m.held
        from
          (
            select *
            from private.sold_orders s
            where s.shop_id = shop and (before_paid_at is null or (s.paid_at, s.order_id) < (before_paid_at, before_id))
            order by s.paid_at desc, s.order_id desc
            limit least(greatest(coalesce(page_size, 25), 1), 100)
          ) s
          left join lateral (
            select
              min(p.route) as route,
              coalesce(sum(t.amount) filter (where t.status = 'sent'), 0) as transferred,
              coalesce(sum(t.reversed_amount), 0) as reversed,
              count(*) filter (where t.status = 'pending') as pending,
              count(*) filter (where t.status = 'held') as held
            from
              public.orders o
              join public.payments p on p.checkout_id = o.checkout_id and p.status = 'succeeded' and not p.is_returned
              left join public.transfers t on t.payment_id = p.id and t.order_id = o.id
            where o.id = s.order_id
          ) m
            on true
      ) r
  );
end
$$;
comment on function public.seller_transfers is
  'Paid orders of the caller''s shop, the latest first, with what was received, refunded, paid by gift vouchers, kept as fee and transferred to the shop. The next page '
  'is before the last row''s paid_at and order_id.';
