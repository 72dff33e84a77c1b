-- What a declaration of allergens states, how two of them differ in words, and what shops state about their kitchens.

create function private.kinds_of(allergen text)
returns text[]
language sql
immutable
parallel safe
return case allergen
  when 'gluten' then array['wheat', 'rye', 'barley', 'oats', 'spelt']
  when 'nuts' then array['almond', 'hazelnut', 'walnut', 'brazil', 'cashew', 'pecan', 'pistachio', 'macadamia']
  when 'wheat' then array['spelt']
  else '{}'
end;
comment on function private.kinds_of is
  'The cereals of gluten, the nuts of tree nuts, and spelt, which is wheat by law. Empty for the others.';

create function private.allergen_names()
returns table (number bigint, key text, allergen text, name text)
language sql
immutable
parallel safe
begin atomic
  select
    row_number() over (order by a.number, k.number),
    k.key,
    a.allergen,
    case k.key
      when 'gluten' then 'cereals containing gluten'
      when 'nuts' then 'tree nuts'
      when 'soya' then 'soybeans'
      when 'sulphites' then 'sulphur dioxide and sulphites'
      when 'brazil' then 'brazil nut'
      when 'spelt' then 'spelt (wheat)'
      else k.key
    end
  from
    unnest(private.allergens()) with ordinality a (allergen, number),
    unnest(a.allergen || private.kinds_of(a.allergen)) with ordinality k (key, number);
end;
comment on function private.allergen_names is
  'Every allergen, followed by its kinds, with its name in a sentence. The same as in domain/food/allergens.ts.';

create function private.allergen_changes(before jsonb, after jsonb)
returns table (change text, names text[], is_riskier boolean)
language sql
immutable
parallel safe
set search_path = ''
as $$
  with
    stated as materialized (
      select private.stated_allergens(before) as before, private.stated_allergens(after) as after
    ),
    statement as (
      select n.*, t.before ->> n.key as was, t.after ->> n.key as is_now
      from
        private.allergen_names() n,
        stated t
    ),
    compared as (
      select
        s.*,
        coalesce(is_now in ('contains', 'may_contain'), false) as is_present,
        bool_or(was is not null) over same_allergen as was_declared,
        bool_or(is_now is not null) over same_allergen as is_declared,
        bool_or(is_now in ('contains', 'may_contain') and key <> allergen) over same_allergen as has_kinds,
        bool_or(
          is_now in ('contains', 'may_contain') and is_now is distinct from was and key <> allergen
        ) over same_allergen as has_new_kinds,
        bool_or(
          is_now in ('contains', 'may_contain') and is_now is distinct from was and key = allergen
        ) over same_allergen as is_newly_general
      from statement s
      window same_allergen as (partition by allergen)
    ),
    sorted as (
      select
        number,
        was,
        case when key = allergen and has_kinds and not is_present then 'other ' || name else name end as name,
        case
          when is_present and is_now is distinct from was then is_now
          when was in ('contains', 'may_contain')
            and not is_present
            and is_declared
            -- 'Now may contain walnut' replaces 'may contain tree nuts', and the reverse.
            and not coalesce(
              case when key = allergen then has_new_kinds else is_newly_general end,
              false
            ) then 'unlisted'
          when key = allergen and was_declared and not coalesce(is_declared, false) then 'undeclared'
          when is_now = 'free' and not coalesce(was_declared, false) then 'free'
        end as change
      from compared
    )
  select
    change,
    array_agg(name order by number),
    bool_or(change in ('contains', 'undeclared') or change = 'may_contain' and was is distinct from 'contains')
  from sorted
  where change is not null
  group by change
$$;
comment on function private.allergen_changes is
  'How a declaration differs from an earlier one: contains and may_contain (now), unlisted (no longer present), undeclared and free (declared for the first time). Riskier unless it only removes allergens.';

create function private.allergen_change_text(product text, before jsonb, after jsonb)
returns text
language sql
immutable
parallel safe
set search_path = ''
as $$
  select string_agg(format(v.template, product, private.sentence_list(c.names)), ' ' order by v.number)
  from
    private.allergen_changes(before, after) c
    join (
      values
        (1, 'contains', '%s now contains %s.'),
        (2, 'may_contain', '%s may now contain %s.'),
        (3, 'undeclared', '%s no longer declares %s.'),
        (4, 'unlisted', '%s no longer lists %s.'),
        (5, 'free', '%s is now declared free from %s.')
    ) v (number, change, template)
      on v.change = c.change
$$;
comment on function private.allergen_change_text is
  'A change of a declaration in sentences: ''Lemon cake may now contain walnut.'' Null if both state the same. The same words as changeSentences of domain/food/allergen-changes.ts.';

create function private.free_of(declared jsonb)
returns text[]
language sql
immutable
set search_path = ''
as $$
  with
    free as (
      select d.key, private.kinds_of(d.key) as kinds
      from jsonb_each_text(declared) d
      where
        d.value = 'free'
        and not exists (select from unnest(private.kinds_of(d.key)) kind where declared ->> kind <> 'free')
    )
  select
    array(
      select key from free
      union
      select unnest(kinds) from free
    )
$$;
comment on function private.free_of is
  'The allergens that a declaration excludes. Nuts, gluten and wheat are excluded only with all their kinds, and each of these kinds is returned too.';

create function private.not_containing(declared jsonb)
returns text[]
language sql
immutable
set search_path = ''
as $$
  with
    groups as (
      select
        a.key,
        a.kinds,
        private.contains_any(declared, a.kinds) as names_contained,
        case
          when private.contains_any(declared, a.key || a.kinds) then 'contains'
          when exists (select from unnest(a.key || a.kinds) k where declared ->> k = 'may_contain') then 'may_contain'
          else declared ->> a.key
        end as state
      from (select key, private.kinds_of(key) as kinds from unnest(private.allergens()) key) a
    )
  select
    array(
      select unnest(private.free_of(declared))
      union
      select g.key
      from groups g
      where g.state <> 'contains'
      union
      select kind
      from
        groups g,
        unnest(g.kinds) kind
      where
        not private.contains_any(declared, kind || private.kinds_of(kind))
        and (
          declared ? kind
          or (g.state <> 'contains' or g.names_contained)
          -- Named wheat may be spelt.
          and not (kind = any (private.kinds_of('wheat')) and private.contains_any(declared, '{wheat}'))
        )
    )
$$;
comment on function private.not_containing is
  'The allergens that are declared and not contained, traces aside. Sellers must name the cereals and nuts that are contained, so the unnamed ones are not. '
  'Spelt is wheat, and wheat may be spelt.';

create function private.added_allergens(stated jsonb)
returns jsonb
language sql
immutable
parallel safe
set search_path = ''
as $$
  select coalesce(jsonb_object_agg(e.key, e.value), '{}')
  from jsonb_each_text(stated) e
  where e.value in ('contains', 'may_contain')
$$;
comment on function private.added_allergens is 'What a choice adds, without what it takes away and what it answers.';

create function private.add_allergens(declared jsonb, added jsonb)
returns jsonb
language plpgsql
immutable
parallel safe
set search_path = ''
as $$
begin
  if declared is null or coalesce(added, '{}') = '{}' or not jsonb_path_exists(added, '$.* ? (@ != "free")') then
    return declared;
  end if;
  return (
    with
      stated as materialized (
        select
          private.stated_allergens(declared) - array(
            select unnest(e.key || private.kinds_of(e.key)) from jsonb_each_text(added) e where e.value = 'removed'
          ) as base,
          private.stated_allergens(private.added_allergens(added)) as more
      ),
      merged as (
        select
          n.key,
          n.allergen,
          case
            when 'contains' = any (array[s.base ->> n.key, s.more ->> n.key]) then 'contains'
            when 'may_contain' = any (array[s.base ->> n.key, s.more ->> n.key]) then 'may_contain'
          end as state
        from
          private.allergen_names() n,
          stated s
        where exists (select from unnest(n.allergen || private.kinds_of(n.allergen)) key where added ->> key <> 'free')
      ),
      -- 'contains' sorts before 'may_contain'.
      grouped as (
        select
          m.*,
          min(m.state) filter (where m.key = m.allergen) over same_allergen as general,
          min(m.state) over same_allergen as worst
        from merged m
        window same_allergen as (partition by m.allergen)
      )
    select
      declared - array_agg(g.key) || coalesce(
        jsonb_object_agg(
          g.key,
          case when g.key = g.allergen then coalesce(g.general, g.worst, 'free') else g.state end
        ) filter (
          where
            case
              when g.key = g.allergen then g.worst is not null
              or declared ? g.key
              else g.state is not null
              and g.general is distinct from 'contains'
              and g.state is distinct from g.general
            end
        ),
        '{}'
      )
    from grouped g
  );
end
$$;
comment on function private.add_allergens is
  'A declaration together with what a choice does to it: contains before may_contain before removed before free. Null stays undeclared. The same as withChoice of domain/food/choice-allergens.ts.';

create function private.add_all_allergens(added jsonb[])
returns jsonb
language plpgsql
immutable
parallel safe
set search_path = ''
as $$
declare
  total jsonb := '{}';
  one jsonb;
begin
  foreach one in array coalesce(added, '{}') loop
    total := private.add_allergens(total, private.added_allergens(one));
  end loop;
  return coalesce(
    (
      select jsonb_object_agg(e.key, e.value)
      from
        unnest(added) given (stated),
        jsonb_each_text(given.stated) e
      where e.value = 'removed'
    ),
    '{}'
  ) || total;
end
$$;
comment on function private.add_all_allergens is
  'What several choices do together. An allergen that one takes away and another adds is added.';

create function private.shared_allergens(added jsonb[])
returns jsonb
language sql
immutable
parallel safe
set search_path = ''
as $$
  select coalesce(jsonb_object_agg(s.key, s.state), '{}')
  from
    (
      select
        e.key,
        case
          when bool_and(e.value = 'contains') and count(*) = cardinality(added) then 'contains'
          else 'may_contain'
        end as state
      from
        unnest(added) one,
        jsonb_each_text(private.add_allergens('{}', private.added_allergens(one))) e
      group by e.key
    ) s
$$;
comment on function private.shared_allergens is
  'What a product has by a choice that every buyer makes: it contains what each choice contains, and may contain what one contains. Tree nuts, if one adds walnut and the other almond. '
  'The same as sharedAllergens of domain/food/choice-allergens.ts.';

create function private.contained_allergens(declared jsonb)
returns jsonb
language sql
immutable
parallel safe
set search_path = ''
as $$
  select coalesce(jsonb_object_agg(distinct n.allergen, true), '{}')
  from private.allergen_names() n
  where declared ->> n.key = 'contains'
$$;
comment on function private.contained_allergens is
  'The allergens that a declaration contains, themselves or by a kind, as in shop_kitchens.handles.';

create function private.may_have_nuts(declared jsonb)
returns boolean
language sql
immutable
parallel safe
return exists (
  select
  from jsonb_each_text(declared) d
  where d.value in ('contains', 'may_contain') and d.key = any (array['nuts', 'peanuts'] || private.kinds_of('nuts'))
);
comment on function private.may_have_nuts is
  'Whether a declaration, or what options add to it, contains or may contain tree nuts or peanuts.';

create function private.made_with_nuts(shop uuid)
returns text
language plpgsql
stable
set search_path = ''
as $$
begin
  return coalesce(
    (
      select p.name
      from public.products p
      where
        p.shop_id = shop
        and (
          p.status <> 'draft'
          and (private.may_have_nuts(p.allergens) or private.may_have_nuts(p.option_allergens))
          -- A quote that can still be accepted or is being made, with a declaration of its own.
          or exists (
            select
            from public.chat_rooms r
            where
              r.product_id = p.id
              and private.may_have_nuts(r.quote_declaration -> 'allergens')
              and (
                not r.is_paid
                and r.quote_expires_at > now()
                or exists (
                  select
                  from public.orders o
                  where o.chat_room_id = r.id and o.status = any (private.open_order_statuses())
                )
              )
          )
        )
      order by p.created_at, p.id
      limit 1
    ),
    (
      select i.name
      from
        public.orders o
        join public.order_items i on i.order_id = o.id and i.is_custom
      where
        o.shop_id = shop
        and o.status = any (private.open_order_statuses() || 'pending payment'::public.order_status)
        and private.may_have_nuts(i.allergens)
      order by i.created_at, i.id
      limit 1
    )
  );
end
$$;
comment on function private.made_with_nuts is
  'A product of the shop that has nuts or may contain them, by itself, with an option or as quoted; or a line of an open manual order. Null if there is none.';

create function private.check_kitchen()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  made record;
begin
  perform pg_advisory_xact_lock(hashtext('kitchen'), hashtext(new.shop_id::text));
  -- At depth 2 a product changes the facts, which is no review. The service key may load facts that were reviewed earlier.
  if private.member_id() is not null and pg_trigger_depth() = 1 then
    new.reviewed_at := now();
  end if;
  if not private.is_kitchen_statement(new.handles) then
    return new;
  end if;
  for made in select
    p.name,
    private.contained_allergens(p.allergens) || private.contained_allergens(p.option_allergens) as allergens
  from public.products p
  where
    p.shop_id = new.shop_id
    and p.status <> 'draft'
    and (
      jsonb_path_exists(p.allergens, '$.* ? (@ == "contains")')
      or jsonb_path_exists(p.option_allergens, '$.* ? (@ == "contains")')
    )
  order by p.created_at, p.id loop
    if exists (select from jsonb_object_keys(made.allergens) allergen where new.handles -> allergen = 'false') then
      perform private.refuse(
        '23514',
        'kitchen',
        format(
          '%s contains %s, so your kitchen handles it.',
          made.name,
          (
            select n.name
            from private.allergen_names() n
            where n.key = n.allergen and made.allergens ? n.key and new.handles -> n.key = 'false'
            order by n.number
            limit 1
          )
        )
      );
    end if;
    new.handles := new.handles || made.allergens;
  end loop;
  if new.is_nut_free and private.made_with_nuts(new.shop_id) is not null then
    perform private.refuse(
      '23514',
      'kitchen',
      format('%s may contain nuts, so your kitchen is not kept free from them.', private.made_with_nuts(new.shop_id))
    );
  end if;
  return new;
end
$$;
comment on function private.check_kitchen is
  'Dates a member''s confirmation: saving the same facts again confirms them. Refuses ''no'' to what a product of the shop contains, and answers what is open with it. '
  'Refuses a nut-free kitchen if anything made there may contain nuts.';

create function private.widen_kitchen(shop uuid, made jsonb, has_nuts boolean)
returns void
language plpgsql
set search_path = ''
as $$
begin
  -- The row before the advisory lock, as in an update of the facts. The other order could deadlock.
  perform from public.shop_kitchens k where k.shop_id = shop for update;
  perform pg_advisory_xact_lock(hashtext('kitchen'), hashtext(shop::text));
  update public.shop_kitchens k
  set
    handles = k.handles || made,
    is_nut_free = k.is_nut_free and not has_nuts
  where k.shop_id = shop and (not k.handles @> made or k.is_nut_free and has_nuts);
end
$$;
comment on function private.widen_kitchen is
  'Adds what is made in a kitchen to its facts. What may contain nuts ends a nut-free kitchen.';

create function private.add_to_kitchen()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.widen_kitchen(
    new.shop_id,
    private.contained_allergens(new.allergens) || private.contained_allergens(new.option_allergens),
    private.may_have_nuts(new.allergens) or private.may_have_nuts(new.option_allergens)
  );
  return null;
end
$$;
comment on function private.add_to_kitchen is
  'Adds what a product contains to the facts of its kitchen, so that they never deny it. A product that may contain nuts ends a nut-free kitchen.';

create function private.kitchen_statement(shop uuid)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('handles', k.handles, 'shares_equipment', k.shares_equipment)
    from public.shop_kitchens k
    where k.shop_id = shop
  );
end
$$;
comment on function private.kitchen_statement is
  'What the seller of a shop states about its kitchen, as buyers are shown it: { handles, shares_equipment }. Null if nothing is stated.';

create function private.check_shown_kitchen("order" jsonb, shop uuid)
returns void
language plpgsql
stable
set search_path = ''
as $$
declare
  shown jsonb := private.request_part("order", shop) -> 'kitchen';
begin
  if shown <> coalesce(private.kitchen_statement(shop), 'null') then
    perform private.refuse(
      'PT409',
      'kitchen_changed',
      format(
        '%s has just changed what its kitchen handles. Please check it again.',
        (select s.name from public.shops s where s.id = shop)
      ),
      jsonb_build_object('shop_id', shop)
    );
  end if;
end
$$;
comment on function private.check_shown_kitchen is
  'Refuses an order if the kitchen of a shop is not as the request says the buyer was shown it.';

create function private.handled_in_kitchen(shop uuid)
returns text[]
language plpgsql
stable
set search_path = ''
as $$
declare
  statement jsonb := private.kitchen_statement(shop);
begin
  if statement is null then
    return null;
  end if;
  return array(select h.key from jsonb_each(statement -> 'handles') h where h.value = 'true' order by h.key);
end
$$;
comment on function private.handled_in_kitchen is
  'The allergens that the kitchen of a shop handles. Null if its seller has stated nothing.';
