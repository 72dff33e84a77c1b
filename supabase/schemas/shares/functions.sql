create function private.note_network(member uuid)
returns cidr
language plpgsql
set search_path = ''
as $$
declare
  network cidr := private.request_network();
begin
  if network is null or private.has_bought(member) then
    return null;
  end if;
  insert into private.member_networks as n (member_id, network)
  values (member, network)
  on conflict on constraint member_networks_pkey do update
    set seen_at = now()
    -- Members ask again and again while they wait.
    where n.seen_at < now() - interval '10 minutes';
  return network;
end
$$;
comment on function private.note_network is
  'Remembers the network from which a member who has never bought asks for something scarce. Returns it, and null for others.';

create function private.newcomers_in(network cidr)
returns setof uuid
language sql
stable
set search_path = ''
as $$
  select n.member_id
  from private.member_networks n
  where
    n.network = newcomers_in.network
    and n.seen_at > now() - interval '1 day'
    and not private.has_bought(n.member_id)
$$;
comment on function private.newcomers_in is
  'The members who have never bought, and who asked for something scarce from this network within a day.';

create function private.has_bought(member uuid)
returns boolean
language sql
stable
set search_path = ''
as $$
  select
    exists (
      select
      from public.orders o
      where
        o.buyer_id = member
        -- An order that can still be cancelled, or a voucher that is refunded, would make buyers of new accounts for nothing.
        and o.status = 'delivered'
        and o.paid_at < now() - interval '1 day'
        and o.received_amount - o.tip - o.voucher_amount - (
          select coalesce(sum(r.amount), 0) from public.refunds r where r.order_id = o.id and r.status <> 'failed'
        ) >= greatest(1, (o.received_amount - o.tip) / 2)
        and not private.has_disputed_payment(o.checkout_id)
    )
$$;
comment on function private.has_bought is
  'Whether a member has received an order that was paid more than a day ago. At least £1 and half of its price was kept, vouchers apart.';

create function private.counts_with(claimant uuid, member uuid)
returns boolean
language sql
stable
set search_path = ''
as $$
  select
    claimant = member
    or not private.has_bought(claimant)
    and exists (
      select
      from
        private.member_networks theirs
        join private.member_networks own using (network)
      where
        theirs.member_id = claimant
        and own.member_id = member
        and least(theirs.seen_at, own.seen_at) > now() - interval '1 day'
    )
$$;
comment on function private.counts_with is
  'Whether the claims of one member count together with another''s: their own, and those of others in their network who have never bought.';

create function private.share_left(member uuid, claimants uuid[], total bigint, of_network bigint, of_newcomers bigint)
returns bigint
language sql
stable
set search_path = ''
as $$
  select
    case
      when private.has_bought(member) then total - coalesce(sum(c.claims), 0)
      else least(
        total - coalesce(sum(c.claims), 0),
        of_network - coalesce(sum(c.claims) filter (where private.counts_with(c.claimant, member)), 0),
        of_newcomers - coalesce(sum(c.claims) filter (where not private.has_bought(c.claimant)), 0)
      )
    end
  from (select claimant, count(*) as claims from unnest(claimants) claimant group by claimant) c
$$;
comment on function private.share_left is
  'How many of `total` claims a member may still make. `claimants` has the member of each open claim, once for each unit. One who has bought '
  'may have all that is left. Others share: those in one network `of_network`, and all of them `of_newcomers`.';

create function private.forget_networks()
returns void
language sql
set search_path = ''
as $$
  delete from private.member_networks n where n.seen_at < now() - interval '1 day';
  delete from private.contact_networks n where n.created_at < now() - interval '1 hour';
$$;
comment on function private.forget_networks is 'Deletes the networks that no limit needs any more.';
