-- Where an order is picked up: mostly somebody's home, so its buyer reads it only once the order cannot be cancelled for free.

create table public.order_pickup_places (
  order_id uuid primary key references public.orders (id) on delete cascade,
  address_line1 text not null,
  address_line2 text,
  city text not null,
  postal_code text not null,
  instructions text,
  created_at timestamptz not null default now()
);
comment on table public.order_pickup_places is
  'Copy of the shop''s pickup place, as it was when the order was paid. Its buyer reads it from cancellable_until on, or once it is ready; never of a cancelled order.';

create function private.postal_area(postal_code text) returns text
language sql immutable parallel safe
return case when char_length(replace(postal_code, ' ', '')) between 5 and 7
  then upper(left(replace(postal_code, ' ', ''), char_length(replace(postal_code, ' ', '')) - 3)) end;
comment on function private.postal_area(text) is 'The outward half of a postcode: LS1 of LS1 1AA. Some thousand homes share it.';

create function private.pickup_address_from(sold public.orders) returns timestamptz
language sql stable set search_path = ''
-- A minute more than cancelling has: whoever began to cancel in the last moment is done by then.
as $$ select sold.cancellable_until + interval '1 minute' $$;
comment on function private.pickup_address_from(public.orders) is 'When the buyer of a paid order sees where to pick it up, at the latest.';

create function private.shows_pickup_address(sold public.orders) returns boolean
language sql stable set search_path = '' as $$
  select coalesce(sold.paid_at is not null and (
    sold.status in ('ready', 'delivered') or sold.status = 'processing' and now() >= private.pickup_address_from(sold)
  ), false)
$$;
comment on function private.shows_pickup_address(public.orders) is 'Whether the buyer may see where an order is picked up.';

alter table public.order_pickup_places enable row level security;

grant select on public.order_pickup_places to authenticated;
grant all on public.order_pickup_places to service_role;
grant execute on function private.pickup_address_from(public.orders), private.shows_pickup_address(public.orders) to authenticated, service_role;

create policy "Buyers see where to pick up what they cannot cancel" on public.order_pickup_places
  for select to authenticated using (exists (
    select from public.orders o
    where o.id = order_id and o.buyer_id = (select auth.uid()) and private.shows_pickup_address(o)
  ));
create policy "Owners see where orders of their shop are picked up" on public.order_pickup_places
  for select to authenticated using (exists (
    select from public.orders o where o.id = order_id and o.shop_id = (select private.own_shop_id())
  ));
