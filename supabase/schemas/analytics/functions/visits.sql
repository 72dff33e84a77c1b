create function private.count_visit(shop uuid)
returns void
language sql
set search_path = ''
as $$
  insert into public.shop_visits as v (shop_id, day, visits)
  values (shop, (now() at time zone 'Europe/London')::date, 1)
  on conflict on constraint shop_visits_pkey do update set visits = least(v.visits, 2147483646) + 1
$$;
comment on function private.count_visit is 'Counts a visit on the current London day.';

create function public.record_product_view(product_id uuid, is_visit boolean default false)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  shop uuid := (
    select s.id
    from
      public.products p
      join public.shops s on s.id = p.shop_id
    where
      p.id = record_product_view.product_id
      and p.is_listed
      and s.user_id is distinct from (select private.member_id())
  );
begin
  if shop is null then
    return;
  end if;
  -- All viewers of a popular product update the same row. The short lock timeout and asynchronous commit keep pages fast, at the cost of a
  -- few lost views.
  perform set_config('lock_timeout', '200ms', true), set_config('synchronous_commit', 'off', true);
  insert into public.product_views as v (product_id, day, views)
  values (record_product_view.product_id, (now() at time zone 'Europe/London')::date, 1)
  on conflict on constraint product_views_pkey do update set views = least(v.views, 2147483646) + 1;
  if is_visit then
    perform private.count_visit(shop);
  end if;
exception when lock_not_available or foreign_key_violation then
  return;
end
$$;
comment on function public.record_product_view is
  'Counts a product view on the current London day and, with is_visit, a visit of its shop. Ignores views by the owner and of hidden products. Stores nothing about the viewer.';

create function public.record_shop_visit(shop_id uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  if
    not exists (
      select
      from public.shops s
      where
        s.id = record_shop_visit.shop_id
        and s.status = 'active'
        and s.user_id is distinct from (select private.member_id())
    )
  then
    return;
  end if;
  perform set_config('lock_timeout', '200ms', true), set_config('synchronous_commit', 'off', true);
  perform private.count_visit(record_shop_visit.shop_id);
exception when lock_not_available or foreign_key_violation then
  return;
end
$$;
comment on function public.record_shop_visit is
  'Counts a visit of a shop on the current London day. Ignores the owner and hidden shops. Stores nothing about the visitor.';
