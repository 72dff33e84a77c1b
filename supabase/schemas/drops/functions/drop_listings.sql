-- The search index follows the drops: the listings of their items are written when a drop is saved, opens, sells out, returns, ends or is deleted.

create function private.next_relisting(is_published boolean, opens_at timestamptz, cut_off timestamptz)
returns timestamptz
language sql
stable
return case
  when not is_published then null
  when opens_at > now() then opens_at
  when cut_off > now() then cut_off
end;
comment on function private.next_relisting is 'When the listings of a drop change next by themselves.';

create function private.set_relisting()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  new.relist_at := private.next_relisting(new.is_published, new.opens_at, new.cut_off);
  return new;
end
$$;
comment on function private.set_relisting is 'Sets when the listings of a drop change next.';

create function private.index_drop()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.index_products(array(select i.product_id from public.drop_items i where i.drop_id = new.id));
  return null;
end
$$;
comment on function private.index_drop is
  'Indexes the items of a drop that is saved. Its items and hand-over times are written before it.';

create function private.index_drop_items()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  changed uuid[];
begin
  if tg_op = 'UPDATE' then
    -- A sale writes no listing, unless the item sells out.
    changed := array(
      select a.product_id
      from
        after_rows a
        join before_rows b using (id)
      where (a.taken = a.stock) <> (b.taken = b.stock)
    );
  elsif tg_op = 'INSERT' then
    changed := array(
      select a.product_id
      from
        after_rows a
        join public.drops d on d.id = a.drop_id and d.is_published
    );
  else
    changed := array(select b.product_id from before_rows b);
  end if;
  if cardinality(changed) > 0 then
    perform private.index_products(changed);
  end if;
  return null;
end
$$;
comment on function private.index_drop_items is
  'Indexes items of drops that are added, sold out, back in stock or removed.';

create function private.relist_drops()
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  due uuid[] := array(
    select d.id
    from public.drops d
    where d.relist_at <= now()
    order by d.relist_at
    limit 200
    for no key update skip locked
  );
begin
  if due = '{}' then
    return;
  end if;
  update public.drops d
  set relist_at = private.next_relisting(d.is_published, d.opens_at, d.cut_off)
  where d.id = any (due);
  -- Together, so that the shops are locked in order.
  perform private.index_products(
    array(select distinct i.product_id from public.drop_items i where i.drop_id = any (due))
  );
end
$$;
comment on function private.relist_drops is
  'Indexes the items of drops that have opened or ended, at most 200 drops in each run of its job.';
