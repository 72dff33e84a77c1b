create function private.refuse_overlap(fulfilment text, day smallint, on_date date, start_time time, end_time time)
returns void
language plpgsql
set search_path = ''
as $$
begin
  perform private.refuse(
    '23P01',
    'overlap',
    format(
      'This overlaps another %s window on %s (%s to %s).',
      fulfilment,
      coalesce(
        to_char(on_date, 'FMDD FMMonth YYYY'),
        (array['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'])[day + 1]
      ),
      to_char(start_time, 'HH24:MI'),
      to_char(end_time, 'HH24:MI')
    )
  );
end
$$;
comment on function private.refuse_overlap is 'Refuses an overlapping window and names the existing one.';

-- An exclusion constraint needs btree_gist, which some hosts lack. The lock on the parent row serialises concurrent inserts, and the check then
-- runs with a fresh snapshot. An after trigger runs after row-level security, so a refusal does not reveal the windows of a draft.
-- Existing windows do not overlap. The last one that starts before the new window ends is therefore the only one that can overlap it. Each
-- new window of a statement is checked, so two overlapping new windows are refused too.
create function private.enforce_no_shop_overlap()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  other public.shop_pickup_schedules;
begin
  perform from public.shops where id = new.shop_id for no key update;
  select *
  into other
  from public.shop_pickup_schedules w
  where
    w.shop_id = new.shop_id
    and w.fulfilment = new.fulfilment
    and w.day_of_week = new.day_of_week
    and w.on_date is not distinct from new.on_date
    and w.id <> new.id
    and w.start_time < new.end_time
  order by w.start_time desc
  limit 1;
  if other.end_time > new.start_time then
    perform private.refuse_overlap(
      other.fulfilment,
      other.day_of_week,
      other.on_date,
      other.start_time,
      other.end_time
    );
  end if;
  return null;
end
$$;
comment on function private.enforce_no_shop_overlap is
  'Refuses a window that overlaps another window of the shop on the same day. One may start when another ends.';

create function private.enforce_no_product_overlap()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  other public.product_pickup_schedules;
begin
  perform from public.products where id = new.product_id for no key update;
  select *
  into other
  from public.product_pickup_schedules w
  where
    w.product_id = new.product_id
    and w.fulfilment = new.fulfilment
    and w.day_of_week = new.day_of_week
    and w.on_date is not distinct from new.on_date
    and w.id <> new.id
    and w.start_time < new.end_time
  order by w.start_time desc
  limit 1;
  if other.end_time > new.start_time then
    perform private.refuse_overlap(
      other.fulfilment,
      other.day_of_week,
      other.on_date,
      other.start_time,
      other.end_time
    );
  end if;
  return null;
end
$$;
comment on function private.enforce_no_product_overlap is
  'Refuses a window that overlaps another window of the product on the same day. One may start when another ends.';

create function private.window_owner(product uuid, shop uuid, wanted_fulfilment text)
returns uuid
language sql
stable
return case
  when exists (
      select from public.product_pickup_schedules w where w.product_id = product and w.fulfilment = wanted_fulfilment
    ) then product
  when exists (
      select from public.shop_pickup_schedules w where w.shop_id = shop and w.fulfilment = wanted_fulfilment
    ) then shop
end;
comment on function private.window_owner is
  'Whose windows apply to a product: its own, or else its shop''s. Null without any, and then a delivery is sent after the lead time.';
