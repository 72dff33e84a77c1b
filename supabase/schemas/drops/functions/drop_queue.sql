create function private.new_rank(opens_at timestamptz)
returns double precision
language sql
volatile
set search_path = ''
as $$
  select
    case when clock_timestamp() < opens_at then random() else 1 + extract(epoch from clock_timestamp() - opens_at) end
$$;
comment on function private.new_rank is 'The rank of a member who joins the queue now.';

create function private.units_left(of_drop uuid)
returns bigint
language plpgsql
stable
set search_path = ''
as $$
begin
  return (select coalesce(sum(i.stock - i.taken), 0) from public.drop_items i where i.drop_id = of_drop);
end
$$;
comment on function private.units_left is 'Units of a drop that nobody has ordered.';

create function private.is_in_queue(place private.drop_queue)
returns boolean
language sql
stable
set search_path = ''
return not place.has_ordered
and case
  when place.admitted_until is null then place.seen_at > now() - interval '90 seconds'
  else place.admitted_until > now()
end;
comment on function private.is_in_queue is
  'Whether a place counts: a waiting member who is still there, or one who is admitted and has not ordered.';

create function private.admit_members(of_drop uuid)
returns void
language plpgsql
set search_path = ''
as $$
declare
  -- Orders of one shop are placed one after the other, so more would only wait for each other.
  turns bigint := least(100, private.units_left(of_drop));
  free bigint;
begin
  -- One request admits at a time. The others go on without waiting.
  if not pg_try_advisory_xact_lock(hashtextextended('drop queue ' || of_drop, 0)) then
    return;
  end if;
  free := turns - (
    select count(*)
    from private.drop_queue q
    where q.drop_id = of_drop and q.admitted_until > now() and not q.has_ordered
  );
  if free > 0 then
    update private.drop_queue q
    set admitted_until = clock_timestamp() + interval '5 minutes'
    where
      q.drop_id = of_drop
      and q.admitted_until is null
      and q.member_id = any (
        array(
          select c.member_id
          from
            (
              select
                w.member_id,
                w.rank,
                w.network,
                row_number() over (
                  partition by w.network
                  order by w.rank
                ) as place_in_network
              from
                (
                  select q.member_id, q.rank, q.network
                  from private.drop_queue q
                  where q.drop_id = of_drop and q.admitted_until is null and q.seen_at > now() - interval '90 seconds'
                  order by q.rank
                  limit greatest(200, 10 * turns)
                ) w
            ) c
            left join (
              select a.network, count(*) as open_turns
              from private.drop_queue a
              where a.drop_id = of_drop and a.admitted_until > now() and not a.has_ordered and a.network is not null
              group by a.network
            ) had
              on had.network = c.network
          where c.network is null or c.place_in_network + coalesce(had.open_turns, 0) <= greatest(2, turns / 4)
          order by c.rank
          limit free
        )
      );
  end if;
end
$$;
comment on function private.admit_members is
  'Admits the next members, at most as many as there are units left. Of those who have never bought, one network has a quarter of the turns, and at least 2.';

create function public.enter_drop(drop_id uuid, again boolean default false)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  me uuid := private.member_id();
  this_drop public.drops;
  seller uuid;
  place private.drop_queue;
  newcomer_network cidr;
  ahead bigint := 0;
begin
  if me is null or coalesce((auth.jwt() ->> 'is_anonymous')::boolean, false) then
    perform private.refuse('42501', 'account', 'Please sign in to place an order.');
  end if;
  select d.*
  into this_drop
  from
    public.drops d
    join public.shops s on s.id = d.shop_id
  where
    d.id = enter_drop.drop_id
    and d.is_published
    and s.status = 'active'
    and d.cut_off > now()
    and d.opens_at <= now() + interval '30 minutes';
  select s.user_id into seller from public.shops s where s.id = this_drop.shop_id;
  if this_drop.id is null then
    perform private.refuse('PT404', 'drop', 'This drop has no queue now.');
  elsif seller = me then
    perform private.refuse('42501', 'own_shop', 'You cannot buy from your own shop.');
  elsif private.has_block_between(seller, me) then
    perform private.refuse('PT409', 'blocked', 'You cannot buy from this shop.');
  end if;
  select * into place from private.drop_queue q where q.drop_id = this_drop.id and q.member_id = me;
  if not found then
    newcomer_network := private.note_network(me);
    perform pg_advisory_xact_lock(hashtextextended(format('queue of %s from %s', this_drop.id, newcomer_network), 0))
    where newcomer_network is not null;
    -- Also those who went away for a while: they would come back together.
    if
      (
        select count(*)
        from private.drop_queue q
        where
          q.drop_id = this_drop.id
          and q.network = newcomer_network
          and case
            when q.admitted_until is null then q.seen_at > now() - interval '30 minutes'
            else private.is_in_queue(q)
          end
      ) >= 20
    then
      perform private.refuse(
        'PT429',
        'too_many',
        'Many people on your network are in this queue. Please try again in a few minutes.'
      );
    end if;
    insert into private.drop_queue (drop_id, member_id, rank, network)
    values (this_drop.id, me, private.new_rank(this_drop.opens_at), newcomer_network)
    on conflict on constraint drop_queue_pkey do nothing;
    select * into place from private.drop_queue q where q.drop_id = this_drop.id and q.member_id = me;
  elsif again and (place.has_ordered or place.admitted_until <= now()) then
    update private.drop_queue q
    set
      rank = private.new_rank(this_drop.opens_at) + case
        -- An order that was not paid has used a turn for nothing.
        when place.has_ordered
          and exists (
            select
            from public.orders o
            where o.drop_id = this_drop.id and o.buyer_id = me and o.status <> 'cancelled'
          ) then 0
        else 1000000 * (floor(place.rank / 1000000) + 1)
      end,
      seen_at = clock_timestamp(),
      admitted_until = null,
      has_ordered = false
    where q.drop_id = this_drop.id and q.member_id = me
    returning *
    into place;
  elsif place.seen_at < clock_timestamp() - interval '10 seconds' then
    update private.drop_queue q
    set seen_at = clock_timestamp()
    where q.drop_id = this_drop.id and q.member_id = me
    returning *
    into place;
  end if;
  if place.admitted_until is null and clock_timestamp() >= this_drop.opens_at then
    perform private.admit_members(this_drop.id);
    select * into place from private.drop_queue q where q.drop_id = this_drop.id and q.member_id = me;
    if place.admitted_until is null then
      select count(*)
      into ahead
      from private.drop_queue q
      where
        q.drop_id = this_drop.id
        and q.admitted_until is null
        and q.rank < place.rank
        and q.seen_at > now() - interval '90 seconds';
    end if;
  end if;
  return jsonb_build_object(
    'state', case
      when place.has_ordered then 'ordered'
      when place.admitted_until <= now() then 'ended'
      when place.admitted_until is not null then 'admitted'
      when clock_timestamp() < this_drop.opens_at then 'early'
      else 'waiting'
    end,
    'place', case when place.admitted_until is null and clock_timestamp() >= this_drop.opens_at then ahead + 1 end,
    'admitted_until', place.admitted_until,
    'left', private.units_left(this_drop.id),
    -- Spread over some seconds, because everyone waits for the same moment. Members far behind ask less often. The rank decides, not who asks first.
    'ask_again_seconds', round((random() * 5)::numeric, 2) + case
      when clock_timestamp() < this_drop.opens_at then least(
        20,
        ceil(extract(epoch from this_drop.opens_at - clock_timestamp()))
      )
      else least(20, greatest(3, ahead / 50))
    end
  );
end
$$;
comment on function public.enter_drop is
  'Joins the queue of a drop, from 30 minutes before it opens. Returns the caller''s place: { state: early, waiting, admitted, '
  'ordered or ended, place, admitted_until, left: units, ask_again_seconds }. After an order, or when the turn has ended, `again` joins at the end.';

create function private.check_admission(this_drop public.drops, buyer uuid, lines private.priced_line[])
returns void
language plpgsql
stable
set search_path = ''
as $$
declare
  quantity bigint := (select sum(l.quantity) from unnest(lines) l);
  waiting bigint;
  remaining bigint;
begin
  if
    exists (
      select
      from private.drop_queue q
      where q.drop_id = this_drop.id and q.member_id = buyer and q.admitted_until > now() and not q.has_ordered
    )
  then
    return;
  end if;
  -- Without an admission a buyer can only take what nobody in the queue could want.
  select count(*)
  into waiting
  from private.drop_queue q
  where q.drop_id = this_drop.id and q.member_id <> buyer and private.is_in_queue(q);
  remaining := private.units_left(this_drop.id);
  if
    waiting > 0
    and remaining > 0
    and waiting + quantity > remaining
    -- What a waitlist holds for the buyer admits them.
    and exists (
      select
      from (select l.product_id, l.drop_item_id, sum(l.quantity) as quantity from unnest(lines) l group by 1, 2) w
      where w.quantity > private.offered_units(buyer, w.product_id, w.drop_item_id)
    )
  then
    perform private.refuse(
      'PT409',
      'drop_queue',
      format('Others are waiting to order from “%s”. Please join the queue on its page.', this_drop.title),
      jsonb_build_object('shop_id', this_drop.shop_id)
    );
  end if;
end
$$;
comment on function private.check_admission is
  'Refuses a buyer who would take what members in the queue of a drop wait for. The turn of one who is admitted is used by use_admissions.';

create function private.use_admissions(buyer uuid, parts private.order_part[])
returns void
language sql
set search_path = ''
as $$
  update private.drop_queue q
  set has_ordered = true
  where
    q.drop_id in (select p.drop_id from unnest(parts) p)
    and q.member_id = buyer
    and q.admitted_until > now()
    and not q.has_ordered
$$;
comment on function private.use_admissions is 'Uses the turn of a buyer in the queue of each drop of an order.';
