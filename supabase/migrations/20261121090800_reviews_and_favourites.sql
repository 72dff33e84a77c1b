-- What buyers think of what they had, and what they want to find again.

create table public.reviews (
  id uuid primary key default gen_random_uuid(),
  order_item_id uuid references public.order_items (id) on delete set null,
  product_id uuid references public.products (id) on delete set null,
  shop_id uuid references public.shops (id) on delete cascade,
  author_id uuid references public.profiles (id) on delete set null,
  rating smallint not null,
  text text,
  picture text,
  reply text,
  replied_at timestamptz,
  is_hidden boolean not null default false,
  created_at timestamptz not null default now(),
  constraint reviews_one_per_item unique (order_item_id),
  constraint reviews_rating_range check (rating between 1 and 5),
  constraint reviews_text_length check (char_length(text) <= 2000),
  constraint reviews_picture_form check (private.is_picture(picture)),
  constraint reviews_reply_form check (
    (reply is null) = (replied_at is null) and (reply is null or (private.trimmed_length(reply) >= 1 and char_length(reply) <= 2000))
  )
);
comment on table public.reviews is 'Reviews by buyers of items that were delivered; one an item.';
comment on column public.reviews.product_id is 'Of the item; with shop_id and author_id filled in by trigger.';
comment on column public.reviews.author_id is 'Null once the author''s account is deleted.';
comment on column public.reviews.is_hidden is 'Hidden by an administrator: seen by its author alone and not counted.';
create index reviews_product on public.reviews (product_id, created_at desc);
create index reviews_shop on public.reviews (shop_id, created_at desc);
create index reviews_author on public.reviews (author_id);

create table public.favourites (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  product_id uuid references public.products (id) on delete cascade,
  shop_id uuid references public.shops (id) on delete cascade,
  created_at timestamptz not null default now(),
  constraint favourites_product_or_shop check (num_nonnulls(product_id, shop_id) = 1),
  constraint favourites_product_once unique (user_id, product_id),
  constraint favourites_shop_once unique (user_id, shop_id)
);
comment on table public.favourites is 'Products and shops that a person wants to find again.';
create index favourites_product on public.favourites (product_id);
create index favourites_shop on public.favourites (shop_id);

-- Policies.

create function private.received(item uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.order_items i join public.orders o on o.id = i.order_id
    where i.id = item and o.buyer_id = (select auth.uid()) and o.status = 'delivered'
  )
$$;
comment on function private.received(uuid) is 'True when the item was delivered to whoever is asking.';
revoke execute on function private.received(uuid) from public;
grant execute on function private.received(uuid) to authenticated, service_role;

alter table public.reviews enable row level security;
alter table public.favourites enable row level security;

revoke all on public.reviews, public.favourites from anon, authenticated;
grant select on public.reviews to anon, authenticated;
grant insert (order_item_id, rating, text, picture) on public.reviews to authenticated;
grant select, delete, insert (user_id, product_id, shop_id) on public.favourites to authenticated;
grant all on public.reviews, public.favourites to service_role;

create policy "Anyone reads reviews" on public.reviews
  for select to anon, authenticated using (not is_hidden);
create policy "Authors read their own reviews, hidden ones too" on public.reviews
  for select to authenticated using (author_id = (select auth.uid()));
create policy "Buyers review what was delivered to them" on public.reviews
  for insert to authenticated with check (private.received(order_item_id));

create policy "People see their favourites" on public.favourites
  for select to authenticated using (user_id = (select auth.uid()));
create policy "People add favourites" on public.favourites
  for insert to authenticated with check (user_id = (select auth.uid()));
create policy "People remove their favourites" on public.favourites
  for delete to authenticated using (user_id = (select auth.uid()));

-- Triggers.

create function private.complete_review() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  select i.product_id, o.shop_id, o.buyer_id into new.product_id, new.shop_id, new.author_id
  from public.order_items i join public.orders o on o.id = i.order_id
  where i.id = new.order_item_id;
  new.text := nullif(private.trimmed(new.text), '');
  return new;
end $$;
comment on function private.complete_review() is 'Product, shop and author of a review are those of the item, never what the client says.';

create function private.keep_ratings() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  product uuid := coalesce(new.product_id, old.product_id);
  shop uuid := coalesce(new.shop_id, old.shop_id);
begin
  -- Locked first, so that of two reviews at once the second is averaged with the first in sight.
  -- The shop before the product, as everywhere.
  perform from public.shops where id = shop for no key update;
  update public.shops set (rating, review_count) = (
    select round(avg(r.rating), 2), count(*) from public.reviews r where r.shop_id = shop and not r.is_hidden
  ) where id = shop;
  perform from public.products where id = product for no key update;
  update public.products set (rating, review_count) = (
    select round(avg(r.rating), 2), count(*) from public.reviews r where r.product_id = product and not r.is_hidden
  ) where id = product;
  return null;
end $$;
comment on function private.keep_ratings() is
  'Averages of products and shops. A shop''s counts every review it had, also of products since deleted: deleting bad reviews with their product would be too easy.';

revoke execute on function private.complete_review(), private.keep_ratings() from public;

create trigger complete_review before insert on public.reviews
  for each row execute function private.complete_review();
create trigger keep_ratings after insert or delete or update of rating, is_hidden on public.reviews
  for each row execute function private.keep_ratings();
