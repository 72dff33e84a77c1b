create function private.update_drop_until(products uuid[])
returns void
language sql
security definer
set search_path = ''
as $$
  update public.products p
  set drop_until = n.until
  from
    (
      select u.id, max(d.cut_off) as until
      from
        unnest(products) u (id)
        left join public.drop_items i on i.product_id = u.id
        left join public.drops d on d.id = i.drop_id and d.is_published
      group by u.id
    ) n
  where p.id = n.id and p.drop_until is distinct from n.until
$$;
comment on function private.update_drop_until is 'Updates until when drops sell these products.';

create function private.update_drop_until_of_item()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.update_drop_until(array[coalesce(new.product_id, old.product_id)]);
  return null;
end
$$;
comment on function private.update_drop_until_of_item is
  'Updates until when drops sell the product of an added or removed item.';

create function private.update_drop_until_of_drop()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.update_drop_until(
    array(select i.product_id from public.drop_items i where i.drop_id = new.id order by 1)
  );
  return null;
end
$$;
comment on function private.update_drop_until_of_drop is
  'Updates until when drops sell the products of a changed drop.';

create function private.is_drop_ordered(of_drop uuid)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (select from public.drop_items i where i.drop_id = of_drop and i.taken > 0)
$$;
comment on function private.is_drop_ordered is 'Whether orders have taken stock of a drop.';

create function private.current_drop_item(product uuid)
returns public.drop_items
language plpgsql
stable
set search_path = ''
as $$
declare
  item public.drop_items;
begin
  select i.*
  into item
  from
    public.drop_items i
    join public.drops d on d.id = i.drop_id
  where i.product_id = product and d.is_published and d.cut_off > now()
  order by d.opens_at
  limit 1;
  return item;
end
$$;
comment on function private.current_drop_item is
  'The item of the drop that sells a product: the open one, or else the next to open. Null if its shop sells it.';

-- Saving.

create function private.check_drop(this_drop public.drops)
returns void
language plpgsql
stable
set search_path = ''
as $$
declare
  problem text;
begin
  if this_drop.cut_off <= now() then
    perform private.refuse('22023', 'drop_terms', 'The order cut-off has passed. Please choose a later one.');
  elsif
    not exists (select from public.drop_items i where i.drop_id = this_drop.id)
    or not exists (select from public.drop_slots s where s.drop_id = this_drop.id)
  then
    perform private.refuse(
      '22023',
      'drop_terms',
      'A drop needs an item and a hand-over time before it can be announced.'
    );
  elsif
    exists (
      select
      from public.drop_slots s
      where s.drop_id = this_drop.id and (s.on_date + s.start_time) at time zone 'Europe/London' < this_drop.cut_off
    )
  then
    perform private.refuse('22023', 'drop_terms', 'Each hand-over time must begin after the order cut-off.');
  end if;
  select p.name
  into problem
  from
    public.drop_items i
    join public.products p on p.id = i.product_id
  where
    i.drop_id = this_drop.id
    and (
      p.status <> 'active'
      or p.product_type = 'bespoke'
      or not p.allergens_declared
      or not exists (
        select
        from public.drop_slots s
        where
          s.drop_id = this_drop.id
          and case s.fulfilment when 'pickup' then p.available_for_pickup else p.available_for_delivery end
      )
    )
  order by i.position
  limit 1;
  if problem is not null then
    perform private.refuse(
      '22023',
      'drop_terms',
      format(
        '%s must be on sale, with a price and all allergens, and be offered for a hand-over time of the drop.',
        problem
      )
    );
  end if;
  select p.name || ' is also in ' || d.title
  into problem
  from
    public.drop_items own
    join public.drop_items i on i.product_id = own.product_id and i.drop_id <> own.drop_id
    join public.drops d on d.id = i.drop_id
    join public.products p on p.id = own.product_id
  where
    own.drop_id = this_drop.id
    and d.is_published
    and d.opens_at < this_drop.cut_off
    and d.cut_off > this_drop.opens_at
  limit 1;
  if problem is not null then
    perform private.refuse('PT409', 'drop_terms', format('%s, which is open at the same time.', problem));
  end if;
end
$$;
comment on function private.check_drop is 'Refuses to announce a drop that could not be sold. The shop is locked.';

create function private.save_drop_items(of_drop uuid, items jsonb)
returns void
language plpgsql
set search_path = ''
as $$
begin
  if coalesce(jsonb_typeof(items), '') <> 'array' or jsonb_array_length(items) > 50 then
    perform private.refuse('22023', 'drop_terms', 'A drop can have at most 50 items.');
  elsif
    exists (
      select
      from jsonb_to_recordset(items) g (product_id uuid)
      where g.product_id is null or not private.owns_product(g.product_id)
    )
  then
    perform private.refuse('PT404', 'product', 'This product does not exist.');
  end if;
  -- In the order in which orders lock them. A trigger updates the products of changed items.
  perform
  from public.products p
  where
    p.id in (
      select i.product_id from public.drop_items i where i.drop_id = of_drop
      union
      select g.product_id from jsonb_to_recordset(items) g (product_id uuid)
    )
  order by p.id
  for no key update;
  perform from public.drop_items i where i.drop_id = of_drop order by i.id for no key update;
  if
    exists (
      select
      from
        public.drop_items i
        left join jsonb_to_recordset(items) g (product_id uuid, stock integer) on g.product_id = i.product_id
      where i.drop_id = of_drop and i.taken > coalesce(g.stock, 0)
    )
  then
    perform private.refuse('PT409', 'drop_terms', 'More of an item has already been ordered.');
  end if;
  delete from public.drop_items i
  where
    i.drop_id = of_drop
    and not exists (select from jsonb_to_recordset(items) g (product_id uuid) where g.product_id = i.product_id);
  insert into public.drop_items (drop_id, product_id, stock, max_per_buyer, position)
  select
    of_drop,
    (e.item ->> 'product_id')::uuid,
    (e.item ->> 'stock')::integer,
    (e.item ->> 'max_per_buyer')::smallint,
    e.number - 1
  from jsonb_array_elements(items) with ordinality as e (item, number)
  on conflict on constraint drop_items_once do update
    set
      stock = excluded.stock,
      max_per_buyer = excluded.max_per_buyer,
      position = excluded.position;
exception when cardinality_violation then
  perform private.refuse('22023', 'drop_terms', 'A drop can have each product once.');
end
$$;
comment on function private.save_drop_items is 'Replaces the items of a drop. Refuses to remove what has been ordered.';

create function public.save_drop("drop" jsonb)
returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  shop uuid := private.require_own_shop();
  given record;
  former public.drops;
  saved public.drops;
begin
  perform private.check_order_fields(
    "drop",
    '{id,title,description,opens_at,cut_off,max_per_buyer,is_published,items,slots}',
    'A drop'
  );
  select *
  into given
  from
    jsonb_to_record("drop") g (
      id uuid,
      title text,
      description text,
      opens_at timestamp,
      cut_off timestamp,
      max_per_buyer smallint,
      is_published boolean,
      items jsonb,
      slots jsonb
    );
  -- Two drops of a shop are saved one after the other, so each sees the products of the other.
  perform from public.shops s where s.id = shop for no key update;
  select * into former from public.drops d where d.id = given.id and d.shop_id = shop for no key update;
  if given.id is not null and former.id is null then
    perform private.refuse('PT404', 'drop', 'This drop doesn’t exist or isn’t yours.');
  elsif given.opens_at is null or given.cut_off is null or given.cut_off <= given.opens_at then
    perform private.refuse('22023', 'drop_terms', 'The order cut-off must be after the opening.');
  elsif
    former.is_published
    and former.opens_at <= now()
    and (
      not coalesce(given.is_published, false)
      or given.opens_at at time zone 'Europe/London' is distinct from former.opens_at
    )
  then
    perform private.refuse('PT409', 'drop_terms', 'This drop has opened. Its opening time cannot be changed any more.');
  elsif coalesce(jsonb_typeof(given.slots), '') <> 'array' or jsonb_array_length(given.slots) > 50 then
    perform private.refuse('22023', 'drop_terms', 'A drop can have at most 50 hand-over times.');
  end if;
  if former.id is null then
    insert into public.drops (shop_id, title, description, opens_at, cut_off, max_per_buyer)
    values
      (
        shop,
        private.strip_invisible(given.title),
        nullif(private.trimmed(given.description), ''),
        given.opens_at at time zone 'Europe/London',
        given.cut_off at time zone 'Europe/London',
        coalesce(given.max_per_buyer, 6)
      )
    returning *
    into saved;
  else
    saved := former;
  end if;
  perform private.save_drop_items(saved.id, given.items);
  delete from public.drop_slots s where s.drop_id = saved.id;
  begin
    insert into public.drop_slots (drop_id, fulfilment, on_date, start_time, end_time, max_orders)
    select saved.id, g.fulfilment, g.on_date, g.start_time, g.end_time, g.max_orders
    from
      jsonb_to_recordset(given.slots) g (
        fulfilment text,
        on_date date,
        start_time time,
        end_time time,
        max_orders integer
      );
  exception when unique_violation then
    perform private.refuse('22023', 'drop_terms', 'Two hand-over times begin at the same time.');
  end;
  update public.drops d
  set
    title = private.strip_invisible(given.title),
    description = nullif(private.trimmed(given.description), ''),
    opens_at = given.opens_at at time zone 'Europe/London',
    cut_off = given.cut_off at time zone 'Europe/London',
    max_per_buyer = coalesce(given.max_per_buyer, 6),
    is_published = coalesce(given.is_published, false)
  where d.id = saved.id
  returning *
  into saved;
  if saved.is_published then
    perform private.check_drop(saved);
    perform private.offer_places(shop);
  end if;
  return saved.id;
end
$$;
comment on function public.save_drop is
  'Saves a drop of the caller''s shop with its items and hand-over times: { id, title, description, opens_at, cut_off, max_per_buyer, is_published, '
  'items: [{ product_id, stock, max_per_buyer }], slots: [{ fulfilment, on_date, start_time, end_time, max_orders }] }. Times are London''s. Without an '
  'id it adds one. Publishing announces it. Returns its id.';

create function public.duplicate_drop(drop_id uuid)
returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  shop uuid := private.require_own_shop();
  source public.drops;
  shift interval;
  copy uuid;
begin
  select * into source from public.drops d where d.id = duplicate_drop.drop_id and d.shop_id = shop;
  if not found then
    perform private.refuse('PT404', 'drop', 'This drop doesn’t exist or isn’t yours.');
  end if;
  -- A drop of some weeks ago is repeated in the next week that is still to come.
  shift := interval '7 days' * greatest(1, ceil(extract(epoch from now() - source.opens_at) / 604800));
  insert into public.drops (shop_id, title, description, opens_at, cut_off, max_per_buyer)
  values
    (
      shop,
      source.title,
      source.description,
      (source.opens_at at time zone 'Europe/London' + shift) at time zone 'Europe/London',
      (source.cut_off at time zone 'Europe/London' + shift) at time zone 'Europe/London',
      source.max_per_buyer
    )
  returning id
  into copy;
  insert into public.drop_items (drop_id, product_id, stock, max_per_buyer, position)
  select copy, i.product_id, i.stock, i.max_per_buyer, i.position from public.drop_items i where i.drop_id = source.id;
  insert into public.drop_slots (drop_id, fulfilment, on_date, start_time, end_time, max_orders)
  select copy, s.fulfilment, (s.on_date + shift)::date, s.start_time, s.end_time, s.max_orders
  from public.drop_slots s
  where s.drop_id = source.id;
  return copy;
end
$$;
comment on function public.duplicate_drop is
  'Copies a drop of the caller''s shop into a draft for the same weekday and hours of the next week. Returns its id.';

create function private.check_drop_deletion()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- A shop or an account is deleted with all its drops.
  if pg_trigger_depth() = 1 then
    -- In the order in which orders lock them. The policy does not see an order that is being placed.
    perform
    from public.products p
    where p.id in (select i.product_id from public.drop_items i where i.drop_id = old.id)
    order by p.id
    for no key update;
    if private.is_drop_ordered(old.id) then
      perform private.refuse(
        'PT409',
        'drop_terms',
        'Orders have been placed from this drop. It can no longer be deleted.'
      );
    end if;
  end if;
  return old;
end
$$;
comment on function private.check_drop_deletion is
  'Refuses to delete a drop whose first order was placed at the same time.';
