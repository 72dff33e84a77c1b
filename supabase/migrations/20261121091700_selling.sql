-- What a seller's own screens ask for: a free address for a new shop, and what waits for its owner today.

create function public.free_shop_slug(wanted text) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  base text := nullif(trim(both '-' from left(wanted, 72)), '');
  taken text[];
begin
  if base is null or base !~ '^[a-z0-9_]+(-[a-z0-9_]+)*$' then
    base := 'shop';
  end if;
  -- Anything else that begins so ('ann-1990s-cakes') does no harm here.
  select array_agg(s.slug) into taken from public.shops s where s.slug = base or starts_with(s.slug, base || '-');
  if taken is null or base <> all (taken) then
    return base;
  end if;
  return (
    select base || '-' || n from generate_series(2, cardinality(taken) + 2) n
    where base || '-' || n <> all (taken) order by n limit 1
  );
end $$;
comment on function public.free_shop_slug(text) is
  'The wanted address of a shop, or the first free one that begins with it: ''crumb'', ''crumb-2''. Counts shops that are not shown, too.';
revoke execute on function public.free_shop_slug(text) from public;
grant execute on function public.free_shop_slug(text) to authenticated, service_role;

create function public.seller_overview() returns table (
  rooms_waiting integer,
  reviews_unanswered integer,
  products integer,
  low_stock integer,
  undeclared integer,
  drafts integer,
  schedules integer,
  payment_provider text,
  charges_enabled boolean
)
language sql stable set search_path = ''
as $$
  with own as (select private.own_shop_id() as id),
  stock as (
    select
      count(*) as products,
      count(*) filter (where p.status = 'active' and p.product_type = 'standardized' and p.stock <= 3) as low_stock,
      count(*) filter (where p.status = 'active' and not p.allergens_declared) as undeclared,
      count(*) filter (where p.status = 'draft') as drafts
    from public.products p, own where p.shop_id = own.id
  )
  select
    (
      select count(distinct m.chat_room_id)::integer
      from public.chat_rooms r join public.chat_messages m on m.chat_room_id = r.id
      where r.seller_id = (select auth.uid()) and m.sender_id = r.buyer_id and m.type = 'message' and m.read_at is null
    ),
    (
      select count(*)::integer from public.reviews v
      where v.shop_id = own.id and v.reply is null and not v.is_hidden
    ),
    stock.products::integer, stock.low_stock::integer, stock.undeclared::integer, stock.drafts::integer,
    (select count(*)::integer from public.shop_pickup_schedules w where w.shop_id = own.id),
    a.provider,
    coalesce(a.charges_enabled, false)
  from own cross join stock left join public.payment_accounts a on a.shop_id = own.id
  where own.id is not null
$$;
comment on function public.seller_overview() is
  'One row of what waits for whoever is asking, as owner of a shop; none without a shop. Row-level security decides what is counted.';
revoke execute on function public.seller_overview() from public;
grant execute on function public.seller_overview() to authenticated, service_role;
