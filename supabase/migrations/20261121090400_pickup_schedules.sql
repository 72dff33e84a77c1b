-- When orders can be collected: weekly windows of a shop, and of single products where they differ.

create table public.shop_pickup_schedules (
  id uuid primary key default gen_random_uuid(),
  shop_id uuid not null references public.shops (id) on delete cascade,
  day_of_week smallint not null,
  start_time time not null,
  end_time time not null,
  max_orders integer,
  created_at timestamptz not null default now(),
  constraint shop_pickup_schedules_weekday check (day_of_week between 0 and 6),
  constraint shop_pickup_schedules_end_after_start check (end_time > start_time),
  constraint shop_pickup_schedules_max_orders check (max_orders >= 1)
);
comment on table public.shop_pickup_schedules is 'Weekly pickup windows of a shop, in local time; no two overlap on a day.';
comment on column public.shop_pickup_schedules.day_of_week is '0 Sunday to 6 Saturday.';
comment on column public.shop_pickup_schedules.max_orders is 'Orders that one occurrence of the window takes; null is no limit.';
create index shop_pickup_schedules_shop on public.shop_pickup_schedules (shop_id, day_of_week, start_time);

create table public.product_pickup_schedules (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references public.products (id) on delete cascade,
  day_of_week smallint not null,
  start_time time not null,
  end_time time not null,
  max_orders integer,
  created_at timestamptz not null default now(),
  constraint product_pickup_schedules_weekday check (day_of_week between 0 and 6),
  constraint product_pickup_schedules_end_after_start check (end_time > start_time),
  constraint product_pickup_schedules_max_orders check (max_orders >= 1)
);
comment on table public.product_pickup_schedules is 'Weekly pickup windows of one product, in place of its shop''s; no two overlap on a day.';
comment on column public.product_pickup_schedules.day_of_week is '0 Sunday to 6 Saturday.';
comment on column public.product_pickup_schedules.max_orders is 'Orders that one occurrence of the window takes; null is no limit.';
create index product_pickup_schedules_product on public.product_pickup_schedules (product_id, day_of_week, start_time);

-- Policies.

alter table public.shop_pickup_schedules enable row level security;
alter table public.product_pickup_schedules enable row level security;

revoke all on public.shop_pickup_schedules, public.product_pickup_schedules from anon, authenticated;
grant select on public.shop_pickup_schedules, public.product_pickup_schedules to anon, authenticated;
grant delete,
  insert (id, shop_id, day_of_week, start_time, end_time, max_orders),
  update (id, shop_id, day_of_week, start_time, end_time, max_orders)
  on public.shop_pickup_schedules to authenticated;
grant delete,
  insert (id, product_id, day_of_week, start_time, end_time, max_orders),
  update (id, product_id, day_of_week, start_time, end_time, max_orders)
  on public.product_pickup_schedules to authenticated;
grant all on public.shop_pickup_schedules, public.product_pickup_schedules to service_role;

create policy "Anyone sees the pickup windows of a visible shop" on public.shop_pickup_schedules
  for select to anon, authenticated using (exists (select from public.shops s where s.id = shop_id));
create policy "Owners add pickup windows to their shop" on public.shop_pickup_schedules
  for insert to authenticated with check (shop_id = (select private.own_shop_id()));
create policy "Owners change pickup windows of their shop" on public.shop_pickup_schedules
  for update to authenticated
  using (shop_id = (select private.own_shop_id())) with check (shop_id = (select private.own_shop_id()));
create policy "Owners delete pickup windows of their shop" on public.shop_pickup_schedules
  for delete to authenticated using (shop_id = (select private.own_shop_id()));

create policy "Whoever sees a product sees its pickup windows" on public.product_pickup_schedules
  for select to anon, authenticated using (exists (select from public.products p where p.id = product_id));
create policy "Owners add pickup windows to their products" on public.product_pickup_schedules
  for insert to authenticated with check (private.owns_product(product_id));
create policy "Owners change pickup windows of their products" on public.product_pickup_schedules
  for update to authenticated using (private.owns_product(product_id)) with check (private.owns_product(product_id));
create policy "Owners delete pickup windows of their products" on public.product_pickup_schedules
  for delete to authenticated using (private.owns_product(product_id));

-- Triggers.

create function private.refuse_overlap(day smallint, start_time time, end_time time) returns void
language plpgsql set search_path = ''
as $$
begin
  raise exception using errcode = '23P01',
    message = format('This overlaps another pickup window on %s (%s to %s).',
      (array['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'])[day + 1],
      to_char(start_time, 'HH24:MI'), to_char(end_time, 'HH24:MI'));
end $$;
comment on function private.refuse_overlap(smallint, time, time) is 'Says which window is in the way.';

-- An exclusion constraint would say this in one line, but needs btree_gist, which not every host has. The lock on the parent row
-- makes two windows added at once wait for each other; the check then runs with a fresh snapshot.

create function private.keep_shop_windows_apart() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  other public.shop_pickup_schedules;
begin
  perform from public.shops where id = new.shop_id for no key update;
  select * into other from public.shop_pickup_schedules w
  where w.shop_id = new.shop_id and w.day_of_week = new.day_of_week and w.id <> new.id
    and w.start_time < new.end_time and w.end_time > new.start_time
  order by w.start_time limit 1;
  if found then
    perform private.refuse_overlap(other.day_of_week, other.start_time, other.end_time);
  end if;
  return new;
end $$;
comment on function private.keep_shop_windows_apart() is 'Refuses a window that overlaps another of the shop on that day; windows may touch.';

create function private.keep_product_windows_apart() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  other public.product_pickup_schedules;
begin
  perform from public.products where id = new.product_id for no key update;
  select * into other from public.product_pickup_schedules w
  where w.product_id = new.product_id and w.day_of_week = new.day_of_week and w.id <> new.id
    and w.start_time < new.end_time and w.end_time > new.start_time
  order by w.start_time limit 1;
  if found then
    perform private.refuse_overlap(other.day_of_week, other.start_time, other.end_time);
  end if;
  return new;
end $$;
comment on function private.keep_product_windows_apart() is 'Refuses a window that overlaps another of the product on that day; windows may touch.';

revoke execute on function private.refuse_overlap(smallint, time, time), private.keep_shop_windows_apart(),
  private.keep_product_windows_apart() from public;

create trigger keep_shop before update of id, shop_id on public.shop_pickup_schedules
  for each row execute function private.keep_columns('id', 'shop_id');
create trigger keep_windows_apart before insert or update on public.shop_pickup_schedules
  for each row execute function private.keep_shop_windows_apart();
create trigger keep_product before update of id, product_id on public.product_pickup_schedules
  for each row execute function private.keep_columns('id', 'product_id');
create trigger keep_windows_apart before insert or update on public.product_pickup_schedules
  for each row execute function private.keep_product_windows_apart();
