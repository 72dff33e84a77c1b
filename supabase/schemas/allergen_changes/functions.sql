create function private.declaration_now(item public.order_items)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select
    case when a.order_item_id is null then item.allergens else a.allergens end
  from
    (values(item.id)) i (id)
    left join public.order_item_allergens a on a.order_item_id = i.id
$$;
comment on function private.declaration_now is
  'The declaration of an item of an order: as bought, or as it has changed since. Emails and prints after the payment state it.';

create function private.ingredients_now(item public.order_items)
returns text
language sql
stable
set search_path = ''
as $$
  select
    case when a.order_item_id is null then item.ingredients else a.ingredients end
  from
    (values(item.id)) i (id)
    left join public.order_item_allergens a on a.order_item_id = i.id
$$;
comment on function private.ingredients_now is
  'The ingredients of an item of an order: as bought, or as they have changed since.';

create function private.quoted_food(room_id uuid)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select
    case
      when r.is_paid then (
        select
          jsonb_agg(
            jsonb_build_object('allergens', private.declaration_now(i), 'ingredients', private.ingredients_now(i))
          )
        from
          public.orders o
          join public.order_items i on i.order_id = o.id
        where o.chat_room_id = r.id and o.quote_version = r.quote_version and o.status <> 'cancelled'
      )
      when r.quote_declaration is not null then jsonb_build_array(r.quote_declaration)
      else (
        -- A quote names no choices, so it has what every choice adds.
        select
          jsonb_build_array(
            jsonb_build_object(
              'allergens', private.add_allergens(p.allergens, p.required_allergens),
              'ingredients', p.ingredients
            )
          )
        from public.products p
        where p.id = r.product_id
      )
    end
  from public.chat_rooms r
  where r.id = room_id and (select private.member_id()) in (r.buyer_id, r.seller_id)
$$;
comment on function private.quoted_food is
  'What a quote, or the order that accepted it, is made of today, for its members: [{ allergens, ingredients }]. Null without its product. Its answers about allergens are compared with it.';

create function private.queue_changed_declaration()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- The update locks the row until the change is committed, so that the job cannot take it before.
  insert into private.changed_declarations as c (product_id)
  values (new.id)
  on conflict (product_id) do update set changed_at = c.changed_at;
  return null;
end
$$;
comment on function private.queue_changed_declaration is 'Queues a product for the job notify-allergen-changes.';

create function private.queue_declarations_of_order(of_order uuid)
returns void
language sql
set search_path = ''
as $$
  insert into private.changed_declarations as c (product_id)
  select distinct p.id
  from
    public.order_items i
    join public.products p on p.id = i.product_id
    cross join lateral private.current_food(i, p) f
  where
    i.order_id = of_order
    and (
      private.stated_allergens(i.allergens) <> private.stated_allergens(f.allergens)
      or coalesce(i.ingredients, '') <> coalesce(f.ingredients, '')
    )
  order by p.id
  on conflict (product_id) do update set changed_at = c.changed_at
$$;
comment on function private.queue_declarations_of_order is
  'Queues products whose declaration or ingredients changed between placing and paying an order.';

create function private.record_declarations(of_products uuid[], since timestamptz)
returns void
language plpgsql
set search_path = ''
as $$
begin
  insert into public.order_item_allergens as known (
    order_item_id,
    order_id,
    allergens,
    told,
    ingredients,
    told_ingredients,
    changed_at
  )
  select
    i.id,
    i.order_id,
    d.allergens,
    i.allergens,
    d.ingredients,
    i.ingredients,
    case
      when coalesce(i.ingredients, '') = coalesce(d.ingredients, '')
        and p.allergens_changed_at > i.created_at then p.allergens_changed_at
      else now()
    end
  from
    public.products p
    join public.order_items i on i.product_id = p.id and not i.has_own_declaration
    cross join lateral private.current_food(i, p) d
    join public.orders o on o.id = i.order_id and o.paid_at is not null
    left join public.order_item_allergens a on a.order_item_id = i.id
  where
    p.id = any (of_products)
    and (
      o.status = any (private.open_order_statuses())
      or exists (
        -- Handed over after the change, before the job ran.
        select
        from public.order_events e
        where e.order_id = o.id and e.status = 'delivered' and o.status = 'delivered' and e.created_at >= since
      )
    )
    and (
      a.order_item_id is not null
      or private.stated_allergens(i.allergens) <> private.stated_allergens(d.allergens)
      or coalesce(i.ingredients, '') <> coalesce(d.ingredients, '')
    )
  on conflict (order_item_id) do update
    set
      allergens = excluded.allergens,
      ingredients = excluded.ingredients,
      changed_at = case
        when coalesce(known.ingredients, '') <> coalesce(excluded.ingredients, '') then now()
        when private.stated_allergens(known.allergens) is distinct from private.stated_allergens(
            excluded.allergens
          ) then excluded.changed_at
        else known.changed_at
      end;
end
$$;
comment on function private.record_declarations is
  'Records the current declaration and ingredients of items of open orders, for products that changed since then.';

create function private.lock_allergen_changes()
returns void
language sql
set search_path = ''
as $$
  select pg_advisory_xact_lock(hashtextextended('allergen changes', 0))
$$;
comment on function private.lock_allergen_changes is
  'For the job and the deletion of a product. A change that is recorded while the job tells an earlier one would count as told.';

create function private.record_changed_declarations()
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  taken uuid[];
  since timestamptz;
begin
  with
    queued as (
      select c.product_id from private.changed_declarations c order by c.changed_at limit 100 for update skip locked
    ),
    removed as (
      delete from private.changed_declarations c
      using queued q
      where c.product_id = q.product_id
      returning c.product_id, c.changed_at
    )
  select array_agg(r.product_id), min(r.changed_at)
  into taken, since
  from removed r;
  -- A statement of its own, because it must see every change that was committed before the rows were locked.
  perform private.record_declarations(taken, since);
end
$$;
comment on function private.record_changed_declarations is
  'Records the current declaration of items of open orders, for queued products.';

create function private.record_declaration_before_deletion()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  since timestamptz;
begin
  delete from private.changed_declarations c where c.product_id = old.id returning c.changed_at into since;
  if found then
    perform private.lock_allergen_changes();
    perform private.record_declarations(array[old.id], since);
  end if;
  return old;
end
$$;
comment on function private.record_declaration_before_deletion is
  'Records a changed declaration that the job has not read yet, because the food is still made for open orders after its product is deleted.';

create function private.notify_allergen_change(of_order uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  this_order public.orders;
  items jsonb;
  changes text;
  is_redeclared boolean;
  is_riskier boolean;
  has_other_ingredients boolean;
  subject text;
begin
  select * into this_order from public.orders o where o.id = of_order;
  select
    jsonb_agg(
      jsonb_build_object('name', c.name, 'before', c.told, 'after', c.allergens) || case
        when c.is_remade then jsonb_build_object(
          'ingredients', jsonb_build_object('before', c.told_ingredients, 'after', c.ingredients)
        )
        else '{}'
      end
      order by c.name
    ),
    string_agg(
      concat_ws(' ', c.words, case when c.is_remade then format('The ingredients of %s have changed.', c.name) end),
      ' '
      order by c.name
    ),
    bool_or(c.words is not null),
    bool_or((select bool_or(d.is_riskier) from private.allergen_changes(c.told, c.allergens) d)),
    bool_or(c.is_remade)
  into items, changes, is_redeclared, is_riskier, has_other_ingredients
  -- Two lines of one product are told once.
  from
    (
      select distinct
        i.name,
        a.told,
        a.allergens,
        a.told_ingredients,
        a.ingredients,
        private.allergen_change_text(i.name, a.told, a.allergens) as words,
        coalesce(a.told_ingredients, '') <> coalesce(a.ingredients, '') as is_remade
      from
        public.order_item_allergens a
        join public.order_items i on i.id = a.order_item_id
      where a.order_id = of_order and a.is_pending
    ) c;
  update public.order_item_allergens a
  set
    told = a.allergens,
    told_ingredients = a.ingredients
  where a.order_id = of_order and a.is_pending;
  if items is null or this_order.status = 'cancelled' then
    return;
  end if;
  subject := case when is_redeclared then 'allergens' else 'ingredients' end;
  if this_order.buyer_id is null then
    -- The customer of a manual order has no account.
    perform private.notify(
      (select s.user_id from public.shops s where s.id = this_order.shop_id),
      'safety',
      'Tell a customer about changed ' || subject,
      format(
        'We cannot reach %s, who has no account. Please tell them before they eat this. %s',
        coalesce(this_order.buyer_name, 'the customer of an order'),
        changes
      ),
      '/seller/orders?order=' || of_order
    );
    return;
  end if;
  perform private.notify(
    this_order.buyer_id,
    'safety',
    case
      when is_riskier then 'Allergens in your order have changed'
      when has_other_ingredients then 'Ingredients of your order have changed'
      else 'Allergen information of your order was updated'
    end,
    format(
      '%s changed the %s of your order. %s',
      this_order.shop_name,
      case when is_redeclared then 'allergen information' else 'ingredients' end,
      changes
    ),
    '/order/' || of_order
  );
  if is_riskier or has_other_ingredients then
    perform private.enqueue_email(
      this_order.buyer_id,
      'allergens-changed',
      format('%s:%s', of_order, extract(epoch from now())),
      jsonb_build_object('order_id', of_order, 'shop', this_order.shop_name, 'items', items)
    );
  end if;
end
$$;
comment on function private.notify_allergen_change is
  'Tells the buyer of an order what changed since the last time. An email is sent too, unless the change only removes allergens. '
  'The customer of a manual order has no account, so its seller is asked to tell them.';

create function private.notify_allergen_changes()
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  due uuid;
begin
  perform private.lock_allergen_changes();
  perform private.record_changed_declarations();
  for due in select distinct a.order_id
  from
    public.order_item_allergens a
    left join private.allergen_alerts s on s.order_id = a.order_id
  where a.is_pending and coalesce(s.next_at <= now(), true)
  order by 1
  limit 500 loop
    perform private.notify_allergen_change(due);
    -- 5, 10, 20 … minutes, at most 12 hours. What the buyer is told is the latest state, so a limit delays a change but never hides it.
    insert into private.allergen_alerts as s (order_id, alerts, next_at)
    values (due, 1, now() + interval '5 minutes')
    on conflict (order_id) do update
      set
        alerts = case when s.next_at < now() - interval '1 day' then 1 else s.alerts + 1 end,
        next_at = now() + case
          when s.next_at < now() - interval '1 day' then interval '5 minutes'
          else least(interval '12 hours', interval '5 minutes' * power(2, least(s.alerts, 10)))
        end;
  end loop;
end
$$;
comment on function private.notify_allergen_changes is
  'Tells buyers of open orders about changed declarations, once for each order and at growing intervals. Changes that were undone meanwhile are not told.';
