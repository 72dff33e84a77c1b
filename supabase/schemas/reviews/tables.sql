-- Reviews of delivered products, with pictures and replies.

create table public.reviews (
  id uuid primary key default gen_random_uuid(),
  product_id uuid references public.products (id) on delete set null,
  shop_id uuid references public.shops (id) on delete cascade,
  rating smallint not null,
  text text,
  picture text,
  reply text,
  replied_at timestamptz,
  is_hidden boolean not null default false,
  is_counted boolean not null default true,
  created_at timestamptz not null default now(),
  constraint reviews_rating_range check (rating between 1 and 5),
  constraint reviews_text_length check (char_length(text) <= 2000),
  constraint reviews_reply_form
    check (
      (reply is null) = (replied_at is null)
      and (reply is null or (private.trimmed_length(reply) >= 1 and char_length(reply) <= 2000))
    ),
  constraint reviews_picture_form
    check (picture ~ '^review_pictures/[0-9a-f-]{36}/[0-9a-f-]{36}/[A-Za-z0-9_-]+\.(jpg|png|webp|avif|gif)$')
);
comment on table public.reviews is
  'Reviews of paid and delivered items. Written by write_review. Their authors are in review_authors.';
comment on column public.reviews.is_hidden is 'Hidden by an administrator: visible to its author only and not counted.';
comment on column public.reviews.is_counted is
  'False once half of the order is refunded, except with three stars or fewer. The review stays visible but counts in no rating. Maintained by a trigger.';
create index reviews_product on public.reviews (product_id, created_at desc);
create index reviews_shop on public.reviews (shop_id, created_at desc);
create index reviews_picture on public.reviews (picture) where picture is not null;

create table public.review_authors (
  review_id uuid primary key references public.reviews (id) on delete cascade,
  author_id uuid references public.profiles (id) on delete set null,
  product_id uuid references public.products (id) on delete set null,
  order_item_id uuid references public.order_items (id) on delete set null,
  created_at timestamptz not null default now(),
  constraint review_authors_one_per_product unique (author_id, product_id),
  constraint review_authors_one_per_item unique (order_item_id)
);
comment on table public.review_authors is
  'The author of a review and the order item it is about. Visible to the author only. Others see the name.';
comment on column public.review_authors.author_id is 'Null once the author''s account is deleted.';
create index review_authors_product on public.review_authors (product_id);

create view public.people
with (security_barrier = true)
as
  select p.id, p.name, p.avatar_url
  from public.profiles p
  where
    p.id = (select private.member_id())
    or exists (select from public.shops s where s.user_id = p.id and s.status = 'active')
    or exists (
      select
      from public.chat_rooms c
      where
        (c.buyer_id = p.id and c.seller_id = (select private.member_id()))
        or (c.seller_id = p.id and c.buyer_id = (select private.member_id()))
    )
    or exists (
      select
      from public.orders o
      where
        o.buyer_id = p.id
        and o.shop_id = (select s.id from public.shops s where s.user_id = (select private.member_id()))
        and o.paid_at is not null
    );
comment on view public.people is
  'Name and avatar of the caller, sellers, conversation partners and buyers of the caller''s orders. Runs as its owner on purpose, because profiles are private.';
