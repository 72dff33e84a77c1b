-- What administrators find to help a member: people, orders and shops. Each look at a person is logged.

create function private.log_lookups(members uuid[])
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtext('lookups'), hashtext(private.member_id()::text));
  perform private.log_action('look_up', 'profiles', m.id) from unnest(members) m (id);
  if
    (
      select count(*)
      from public.audit_log l
      where l.actor_id = private.member_id() and l.action = 'look_up' and l.happened_at > now() - interval '1 hour'
    ) > 500
  then
    perform private.refuse('PT429', 'rate_limit', 'You have looked up many members. Please try again in an hour.');
  end if;
end
$$;
comment on function private.log_lookups is
  'Logs that the caller saw who these members are. Refuses more than 500 in an hour, for a stolen session.';

create function public.find_for_support(query text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  words text := lower(private.trimmed(query));
  digits text := ltrim(words, '#');
  number_part text := private.order_number_part(words);
  first_id uuid;
  last_id uuid;
  members jsonb;
  response jsonb;
begin
  perform private.require_administrator();
  if words is null or char_length(words) not between 2 and 200 then
    perform private.refuse('22023', 'malformed', 'Please enter 2 to 200 characters.');
  end if;
  if digits ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){0,3}(-[0-9a-f]{12})?$' then
    first_id := overlay('00000000-0000-0000-0000-000000000000', digits, 1);
    last_id := overlay('ffffffff-ffff-ffff-ffff-ffffffffffff', digits, 1);
  end if;
  select
    coalesce(
      jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name, 'email', f.email, 'joined_at', f.created_at)),
      '[]'
    )
  into members
  from
    (
      select p.id, p.name, u.email, p.created_at
      from
        public.profiles p
        join auth.users u on u.id = p.id
      where
        case
          when position('@' in words) > 0 then starts_with(lower(u.email), words)
          else position(words in lower(p.name)) > 0
          or p.id between first_id and last_id
        end
      order by coalesce(lower(u.email) = words, false) desc, lower(p.name) = words desc, p.created_at desc, p.id
      limit 20
    ) f;
  select
    jsonb_build_object(
      'members', members,
      'orders', (
        select
          coalesce(
            jsonb_agg(
              jsonb_build_object(
                'id', f.id,
                'number', f.number,
                'shop', f.shop_name,
                'status', f.status,
                'total', f.total_amount,
                'placed_at', f.created_at,
                'buyer_id', f.buyer_id
              )
            ),
            '[]'
          )
        from
          (
            select *
            from public.orders o
            where
              o.id in (
                select i.id
                from public.orders i
                where i.id between first_id and last_id
                union
                -- Each shop has its own numbers, and their index begins with the shop.
                select n.id
                from
                  public.shops s
                  join public.orders n
                    on n.shop_id = s.id and char_length(n.number) = char_length(number_part) and n.number = number_part
              )
            order by o.created_at desc, o.id
            limit 20
          ) f
      ),
      'shops', (
        select
          coalesce(
            jsonb_agg(
              jsonb_build_object('id', f.id, 'name', f.name, 'slug', f.slug, 'status', f.status, 'owner_id', f.user_id)
            ),
            '[]'
          )
        from
          (
            select *
            from public.shops s
            where
              position(words in lower(s.name)) > 0
              or position(words in s.slug) > 0
              or s.id between first_id and last_id
            order by s.slug = words desc, s.name, s.id
            limit 20
          ) f
      )
    )
  into response;
  perform private.log_lookups(array(select (m ->> 'id')::uuid from jsonb_array_elements(members) m));
  return response;
end
$$;
comment on function public.find_for_support is
  'Finds members by the start of an email address, a part of the name or the id. Finds orders by number, with its letters, or id, and shops by name, slug or id. '
  'Returns { members, orders, shops }, 20 of each. Orders and shops name no person. Members that are found are logged. For administrators.';

create function private.reports_about(member uuid)
returns setof public.reports
language sql
stable
security definer
set search_path = ''
as $$
  select r.*
  from public.reports r
  where
    r.shop_id in (select s.id from public.shops s where s.user_id = member)
    or r.product_id in (
      select p.id
      from
        public.products p
        join public.shops s on s.id = p.shop_id
      where s.user_id = member
    )
    or r.announcement_id in (
      select a.id
      from
        public.announcements a
        join public.shops s on s.id = a.shop_id
      where s.user_id = member
    )
    or r.review_id in (select a.review_id from public.review_authors a where a.author_id = member)
    or r.chat_room_id in (select c.id from public.chat_rooms c where member in (c.buyer_id, c.seller_id))
    and r.reporter_id is distinct from member
$$;
comment on function private.reports_about is
  'Reports of a member''s shop, products, announcements, reviews, and of conversations that the other side reported.';

create function public.member_for_support(member_id uuid)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  response jsonb;
begin
  perform private.require_administrator();
  select
    jsonb_build_object(
      'id', p.id,
      'name', p.name,
      'email', u.email,
      'joined_at', p.created_at,
      'is_administrator', coalesce(u.raw_app_meta_data ->> 'role' = 'admin', false),
      'suspension', (
        select jsonb_build_object('reason', m.reason, 'suspended_at', m.suspended_at)
        from private.suspended_members m
        where m.user_id = p.id
      ),
      'shop', (
        select
          jsonb_build_object(
            'id', s.id,
            'name', s.name,
            'slug', s.slug,
            'status', s.status,
            'reason', d.suspension_reason
          )
        from
          public.shops s
          left join public.shop_records d on d.shop_id = s.id
        where s.user_id = p.id
      ),
      'orders', (
        select
          coalesce(
            jsonb_agg(
              jsonb_build_object(
                'id', o.id,
                'number', o.number,
                'shop', o.shop_name,
                'status', o.status,
                'total', o.total_amount,
                'placed_at', o.created_at
              )
              order by o.created_at desc, o.id
            ),
            '[]'
          )
        from (select * from public.orders x where x.buyer_id = p.id order by x.created_at desc, x.id limit 20) o
      ),
      'reports_sent', (select count(*) from public.reports r where r.reporter_id = p.id),
      'reports', (
        select
          coalesce(
            jsonb_agg(
              jsonb_build_object(
                'id', r.id,
                'subject', r.subject,
                'reason', r.reason,
                'state', r.state,
                'created_at', r.created_at
              )
              order by r.created_at desc, r.id
            ),
            '[]'
          )
        from (select * from private.reports_about(p.id) x order by x.created_at desc, x.id limit 20) r
      )
    )
  into response
  from
    public.profiles p
    join auth.users u on u.id = p.id
  where p.id = member_for_support.member_id;
  if response is null then
    perform private.refuse('PT404', 'no_account', 'This account doesn’t exist or has been deleted.');
  end if;
  perform private.log_lookups(array[member_for_support.member_id]);
  return response;
end
$$;
comment on function public.member_for_support is
  'A member as support needs it: account, suspension, shop, last 20 orders and reports, without addresses, phone numbers or messages. Each call is logged. For administrators.';
