-- A shop's customers: the members who ordered from it or wrote to it, and what its owner notes about them.

create function private.is_customer(shop uuid, member uuid)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select
    exists (select from public.orders o where o.shop_id = shop and o.buyer_id = member and o.paid_at is not null)
    or exists (
      select
      from
        public.shops s
        join public.chat_rooms r on r.seller_id = s.user_id
      where s.id = shop and r.buyer_id = member
    )
    or exists (select from public.contact_messages c where c.shop_id = shop and c.sender_id = member)
$$;
comment on function private.is_customer is
  'Whether a member has a paid order from a shop, a conversation with its owner or an enquiry to it.';

-- The list.

create function private.customers_of(shop uuid)
returns table (
  id uuid,
  name text,
  search text,
  orders bigint,
  spend numeric,
  last_order timestamptz,
  last_seen timestamptz
)
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_custom_plan
set jit = off
set work_mem = '32MB'
as $$
begin
  -- Compared by bytes, because comparing 20,000 names by the rules of a language takes too long.
  return query
    with
      bought as (
        select
          o.buyer_id,
          max(o.buyer_name collate "C") as name,
          max(o.buyer_search collate "C") as search,
          count(*) filter (where o.status <> 'cancelled') as orders,
          sum(o.received_amount - o.refunded_amount) as spend,
          max(o.paid_at) as last_order
        from public.orders o
        where o.shop_id = shop and o.paid_at is not null and o.buyer_id is not null
        group by o.buyer_id
      ),
      wrote as (
        select w.member_id, max(w.at) as at
        from
          (
            select r.buyer_id as member_id, r.updated_at as at
            from
              public.shops s
              join public.chat_rooms r on r.seller_id = s.user_id
            where s.id = shop
            union all
            select c.sender_id, c.created_at
            from public.contact_messages c
            where c.shop_id = shop and c.sender_id is not null
          ) w
        group by w.member_id
      )
    select
      k.id,
      coalesce(k.name, p.name),
      coalesce(k.search, private.folded(p.name)),
      k.orders,
      k.spend,
      k.last_order,
      k.last_seen
    from
      (
        select
          coalesce(b.buyer_id, w.member_id) as id,
          b.name,
          b.search,
          coalesce(b.orders, 0) as orders,
          coalesce(b.spend, 0) as spend,
          b.last_order,
          greatest(b.last_order, w.at) as last_seen
        from
          bought b
          full join wrote w on w.member_id = b.buyer_id
      ) k
      left join public.profiles p on p.id = k.id and k.name is null
    where k.id <> (select s.user_id from public.shops s where s.id = shop);
end
$$;
comment on function private.customers_of is
  'The customers of a shop with their figures. The name is the one given with orders, or the public name of a member who only wrote. Cancelled orders do not count.';

create function public.shop_customers(
  search text default null,
  tag text default null,
  sort text default 'last',
  after text default null,
  page_size integer default 50
)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  shop uuid := private.require_own_shop();
  wanted text := private.folded(left(private.trimmed(coalesce(search, '')), 100));
  page_length integer := least(greatest(coalesce(page_size, 50), 1), 500);
  after_id uuid;
  after_value text;
  response jsonb;
begin
  if coalesce(sort, '') not in ('last', 'spend', 'orders', 'name') then
    perform private.refuse('22023', 'sort', 'Please sort by the last contact, the spend, the orders or the name.');
  end if;
  if after is not null then
    if after !~ '^[0-9a-f-]{36} ' or sort <> 'name' and substr(after, 38) !~ '^-?\d{1,15}(\.\d{1,9})?$' then
      perform private.refuse('22023', 'after', 'This page does not exist.');
    end if;
    after_id := left(after, 36)::uuid;
    after_value := substr(after, 38);
  end if;
  with
    found as materialized (
      select
        c.*,
        n.tags,
        n.allergies is not null as has_allergies,
        case sort
          when 'last' then extract(epoch from c.last_seen)
          when 'spend' then c.spend
          when 'orders' then c.orders
        end as rank
      from
        private.customers_of(shop) c
        left join public.customer_notes n on n.shop_id = shop and n.member_id = c.id
      where (wanted = '' or strpos(c.search, wanted) > 0) and (tag is null or tag = any (n.tags))
    ),
    page as (
      select f.*
      from found f
      where
        after_id is null
        or case
          when sort = 'name' then (f.search collate "C", f.id) > (after_value collate "C", after_id)
          else f.rank < after_value::numeric
          or f.rank = after_value::numeric
          and f.id > after_id
        end
      order by case when sort = 'name' then f.search end collate "C", f.rank desc, f.id
      limit page_length + 1
    ),
    numbered as (
      select
        p.*,
        row_number() over (order by case when sort = 'name' then p.search end collate "C", p.rank desc, p.id) as number
      from page p
    )
  select
    jsonb_build_object(
      'total', (select count(*) from found),
      'customers', coalesce(
        jsonb_agg(
          jsonb_build_object(
            'id', p.id,
            'name', p.name,
            'orders', p.orders,
            'spend', p.spend,
            'last_order', p.last_order,
            'last_seen', p.last_seen,
            'tags', coalesce(p.tags, '{}'),
            'has_allergies', p.has_allergies,
            'next_order', (
              select min(o.due_at)
              from public.orders o
              where
                o.shop_id = shop
                and o.buyer_id = p.id
                and o.paid_at is not null
                and o.status in ('processing', 'ready', 'shipped')
            )
          )
          order by p.number
        ) filter (where p.number <= page_length),
        '[]'
      ),
      'next', case
        when count(*) > page_length then (
          select
            l.id || ' ' || case when sort = 'name' then l.search else l.rank::text end
          from numbered l
          where l.number = page_length
        )
      end
    )
  into response
  from numbered p;
  return response || jsonb_build_object(
    'tags', coalesce(
      (
        select jsonb_agg(t.tag order by t.tag)
        from
          (
            select distinct u.tag
            from
              public.customer_notes n,
              unnest(n.tags) u (tag)
            where n.shop_id = shop
            order by u.tag
            limit 200
          ) t
      ),
      '[]'
    )
  );
exception when invalid_text_representation then
  perform private.refuse('22023', 'after', 'This page does not exist.');
end
$$;
comment on function public.shop_customers is
  'A page of the customers of the caller''s shop: { total, customers, next, tags }. `search` looks for a part of the name, `tag` is one of the '
  'owner''s tags. The sort is last (contact), spend, orders or name. `next` is the value of `after` for the next page.';

create function public.shop_customer(member_id uuid)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  shop uuid := private.require_own_shop();
  owner uuid := private.member_id();
  member uuid := shop_customer.member_id;
begin
  if not private.is_customer(shop, member) or member = owner then
    perform private.refuse('PT404', 'customer', 'This member has neither ordered from your shop nor written to it.');
  end if;
  return (
    select
      jsonb_build_object(
        'id', member,
        'name', coalesce(max(o.buyer_name), (select p.name from public.profiles p where p.id = member)),
        'is_blocked', exists (select from public.blocks b where b.blocker_id = owner and b.blocked_id = member),
        'orders', count(*) filter (where o.status <> 'cancelled'),
        'spend', coalesce(sum(o.received_amount - o.refunded_amount), 0),
        'first_order', min(o.paid_at),
        'last_order', max(o.paid_at)
      )
    from public.orders o
    where o.shop_id = shop and o.buyer_id = member and o.paid_at is not null
  ) || jsonb_build_object(
    'history', (
      select coalesce(jsonb_agg(to_jsonb(h) order by h.paid_at desc, h.id), '[]')
      from
        (
          select
            o.id,
            o.number,
            o.status,
            o.paid_at,
            o.due_at,
            o.fulfilment,
            o.total_amount,
            o.refunded_amount,
            private.order_summary(o.id) as summary
          from public.orders o
          where o.shop_id = shop and o.buyer_id = member and o.paid_at is not null
          order by o.paid_at desc, o.id
          limit 50
        ) h
    ),
    'conversations', (
      select coalesce(jsonb_agg(to_jsonb(r) order by r.updated_at desc, r.id), '[]')
      from
        (
          select r.id, p.name as product, r.updated_at
          from
            public.chat_rooms r
            left join public.products p on p.id = r.product_id
          where r.seller_id = owner and r.buyer_id = member
          order by r.updated_at desc, r.id
          limit 20
        ) r
    ),
    'allergies', (
      select coalesce(jsonb_agg(t.told order by t.at desc), '[]')
      from
        (
          select a.told - 'answer' as told, max(a.at) as at
          from
            (
              select e.told, r.updated_at as at
              from
                public.chat_rooms r,
                jsonb_array_elements(r.brief -> 'allergens') e (told)
              where r.seller_id = owner and r.buyer_id = member and jsonb_typeof(r.brief -> 'allergens') = 'array'
              union all
              select e.told, o.paid_at
              from
                public.orders o,
                jsonb_array_elements(o.allergen_answers) e (told)
              where
                o.shop_id = shop
                and o.buyer_id = member
                and o.paid_at is not null
                and jsonb_typeof(o.allergen_answers) = 'array'
            ) a
          group by 1
          order by 2 desc
          limit 50
        ) t
    ),
    'note', (
      select jsonb_build_object('tags', n.tags, 'note', n.note, 'allergies', n.allergies)
      from public.customer_notes n
      where n.shop_id = shop and n.member_id = member
    )
  );
end
$$;
comment on function public.shop_customer is
  'A customer of the caller''s shop: figures, the last 50 orders and 20 conversations, what their briefs and orders asked to avoid, and the '
  'owner''s note. Refuses members who are no customers (PT404 customer).';
