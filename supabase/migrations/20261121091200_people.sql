-- Who one may know the name of.

create view public.people with (security_barrier = true) as
select p.id, p.name, p.avatar_url
from public.profiles p
where p.id = (select auth.uid())
  or exists (select from public.shops s where s.user_id = p.id and s.status = 'active')
  or exists (select from public.reviews r where r.author_id = p.id and not r.is_hidden)
  or exists (
    select from public.chat_rooms c
    where (c.buyer_id = p.id and c.seller_id = (select auth.uid()))
      or (c.seller_id = p.id and c.buyer_id = (select auth.uid()))
  )
  or exists (
    select from public.orders o
    where o.buyer_id = p.id and o.shop_id = (
      select s.id from public.shops s where s.user_id = (select auth.uid())
    ) and o.paid_at is not null
  );
comment on view public.people is
  'Name and avatar of oneself, sellers, reviewers, the people one talks with and the buyers of one''s orders. Runs as its owner on purpose: profiles themselves are private.';

revoke all on public.people from anon, authenticated, service_role;
grant select on public.people to anon, authenticated, service_role;
