-- Reviews of delivered products with pictures and replies, favourites, and the names that members may see.

create table public.reviews (
  id uuid primary key default gen_random_uuid(),
  product_id uuid references public.products (id)
    on delete set null,
  shop_id uuid references public.shops (id)
    on delete cascade,
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
  'False once the order is fully refunded. The review stays visible but counts in no rating. Maintained by a trigger.';
create index reviews_product on public.reviews (product_id, created_at desc);
create index reviews_shop on public.reviews (shop_id, created_at desc);
create index reviews_picture on public.reviews (picture) where picture is not null;

create table public.review_authors (
  review_id uuid primary key references public.reviews (id)
    on delete cascade,
  author_id uuid references public.profiles (id)
    on delete set null,
  product_id uuid references public.products (id)
    on delete set null,
  order_item_id uuid references public.order_items (id)
    on delete set null,
  created_at timestamptz not null default now(),
  constraint review_authors_one_per_product unique (author_id, product_id),
  constraint review_authors_one_per_item unique (order_item_id)
);
comment on table public.review_authors is
  'The author of a review and the order item it is about. Visible to the author only. Others see the name.';
comment on column public.review_authors.author_id is 'Null once the author''s account is deleted.';
create index review_authors_product on public.review_authors (product_id);

create table public.favourites (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default private.member_id() references public.profiles (id)
    on delete cascade,
  product_id uuid references public.products (id)
    on delete cascade,
  shop_id uuid references public.shops (id)
    on delete cascade,
  created_at timestamptz not null default now(),
  constraint favourites_product_or_shop check (num_nonnulls(product_id, shop_id) = 1),
  constraint favourites_product_once unique (user_id, product_id),
  constraint favourites_shop_once unique (user_id, shop_id)
);
comment on table public.favourites is 'Products and shops that a member has saved.';
create index favourites_product on public.favourites (product_id);
create index favourites_shop on public.favourites (shop_id);

create function private.is_fully_refunded(this_order public.orders)
returns boolean
language sql
stable
set search_path = ''
as $$
  select coalesce(sum(r.amount), 0) >= this_order.subtotal
  from public.refunds r
  where r.order_id = this_order.id and r.status <> 'failed'
$$;
comment on function private.is_fully_refunded(public.orders) is
  'Whether the food of an order is fully refunded, including pending refunds.';

create function private.is_reviewable(item uuid)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select
    exists (
      select
      from
        public.order_items i
        join public.orders o on o.id = i.order_id
      where
        i.id = item
        and o.buyer_id = (select private.member_id())
        and o.status = 'delivered'
        and i.price > 0
        and not private.is_fully_refunded(o)
        and not exists (
          select
          from public.review_authors a
          where a.order_item_id = i.id or a.author_id = o.buyer_id and a.product_id = i.product_id
        )
    )
$$;
comment on function private.is_reviewable(uuid) is
  'True if the caller paid for and received the item, was not fully refunded, and has not reviewed its product.';

create function public.awaits_review(public.order_items)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select $1.product_id is not null and private.is_reviewable($1.id)
$$;
comment on function public.awaits_review(public.order_items) is
  'Computed column: whether the caller may review this line of an order.';

create function private.author_of(review public.reviews)
returns uuid
language sql
stable
set search_path = ''
as $$
  select a.author_id from public.review_authors a where a.review_id = review.id
$$;
comment on function private.author_of(public.reviews) is 'The account that wrote a review. Null once it is deleted.';

create function public.author_name(public.reviews)
returns text
language sql
stable
security definer
set search_path = ''
as $$
  select p.name from public.profiles p where p.id = private.author_of($1)
$$;
comment on function public.author_name(public.reviews) is
  'Computed column: the display name of a review''s author. Null once the account is deleted.';

create function public.write_review(
  order_item_id uuid,
  rating integer,
  text text default null,
  picture text default null
)
returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  me uuid := private.member_id();
  item public.order_items;
  this_order public.orders;
  written uuid;
begin
  select * into item from public.order_items i where i.id = write_review.order_item_id;
  -- The lock makes a concurrent refund wait. A refund that came first is seen below.
  select *
  into this_order
  from public.orders o
  where o.id = item.order_id and o.buyer_id = me and o.status = 'delivered'
  for share;
  if not found then
    perform private.refuse('42501', 'not_received', 'You can review an item once it has been delivered to you.');
  elsif item.price = 0 or private.is_fully_refunded(this_order) then
    perform private.refuse(
      '42501',
      'not_paid',
      'You can review only items that you paid for and that were not fully refunded.'
    );
  elsif write_review.rating is null or write_review.rating not between 1 and 5 then
    perform private.refuse('22023', 'rating', 'Please give 1 to 5 stars.');
  elsif write_review.picture is not null and not private.was_uploaded_for(write_review.picture, item.id) then
    perform private.refuse('42501', 'picture', 'A review can show only a picture that you uploaded for it.');
  end if;
  perform pg_advisory_xact_lock(hashtext('write_review'), hashtext(me::text));
  if
    exists (
      select
      from public.review_authors a
      where a.order_item_id = item.id or a.author_id = me and a.product_id = item.product_id
    )
  then
    perform private.refuse('PT409', 'reviewed', 'You have already reviewed this.');
  end if;
  if
    (
      select count(*)
      from
        public.review_authors a
        join public.reviews r on r.id = a.review_id
      where a.author_id = me and r.shop_id = this_order.shop_id and r.created_at > now() - interval '30 days'
    ) >= 10
  then
    perform private.refuse(
      'PT429',
      'rate_limit',
      'You have reviewed 10 products from this shop in the last 30 days. Please try again later.'
    );
  end if;
  insert into public.reviews (product_id, shop_id, rating, text, picture)
  values
    (
      item.product_id,
      this_order.shop_id,
      write_review.rating,
      nullif(private.trimmed(write_review.text), ''),
      write_review.picture
    )
  returning id
  into written;
  insert into public.review_authors (review_id, author_id, product_id, order_item_id)
  values (written, me, item.product_id, item.id);
  return written;
end
$$;
comment on function public.write_review(uuid, integer, text, text) is
  'Reviews a paid and delivered item that is not fully refunded. One review for each member and product, and 10 of a shop in 30 days. Refusals: 42501 '
  'not received, free, refunded or another member''s picture; PT409 already reviewed; PT429 too many; 22023 or 23514 a value out of range.';

create function private.exclude_refunded_reviews()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.reviews r
  set is_counted = not private.is_fully_refunded(o)
  from
    public.orders o
    join public.order_items i on i.order_id = o.id
    join public.review_authors a on a.order_item_id = i.id
  where o.id = new.order_id and r.id = a.review_id and r.is_counted = private.is_fully_refunded(o);
  return null;
end
$$;
comment on function private.exclude_refunded_reviews() is
  'Excludes a review from ratings when its order is fully refunded, and includes it again if the refund fails. Otherwise a seller could buy ratings and refund the orders.';

create function private.update_ratings()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  product uuid := coalesce(new.product_id, old.product_id);
  shop uuid := coalesce(new.shop_id, old.shop_id);
begin
  -- The lock serialises two reviews, so the second average includes the first. Shops are locked before products, which prevents deadlocks.
  perform from public.shops where id = shop for no key update;
  update public.shops
  set (rating, review_count) = (
    select round(avg(r.rating), 2), count(*)
    from public.reviews r
    where r.shop_id = shop and not r.is_hidden and r.is_counted
  )
  where id = shop;
  perform from public.products where id = product for no key update;
  update public.products
  set (rating, review_count) = (
    select round(avg(r.rating), 2), count(*)
    from public.reviews r
    where r.product_id = product and not r.is_hidden and r.is_counted
  )
  where id = product;
  return null;
end
$$;
comment on function private.update_ratings() is
  'Maintains the averages of products and shops. A shop''s average includes reviews of deleted products, so deleting a product does not remove its bad reviews.';

create function public.reply_to_review(review_id uuid, reply text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  review record;
  answer text := private.trimmed(reply);
begin
  select
    r.id,
    r.reply,
    a.author_id,
    r.product_id,
    s.name as shop_name,
    s.slug as shop_slug,
    s.user_id is not distinct from (select private.member_id()) as is_own
  into review
  from
    public.reviews r
    join public.shops s on s.id = r.shop_id
    left join public.review_authors a on a.review_id = r.id
  where r.id = reply_to_review.review_id and not r.is_hidden
  for update of r;
  if not found then
    perform private.refuse('PT404', 'review', 'This review no longer exists.');
  end if;
  if private.member_id() is null or not review.is_own then
    perform private.refuse('42501', 'not_seller', 'Only the reviewed shop can reply.');
  end if;
  if review.reply is not null then
    perform private.refuse('PT409', 'replied', 'You have already replied to this review.');
  end if;
  if coalesce(answer, '') = '' then
    perform private.refuse('22023', 'reply', 'Please write a reply.');
  end if;
  if char_length(answer) > 2000 then
    perform private.refuse('22023', 'reply', 'A reply can have at most 2000 characters.');
  end if;

  update public.reviews r
  set
    reply = answer,
    replied_at = now()
  where r.id = review.id;
  if review.author_id is not null then
    insert into public.notifications (user_id, type, title, message, link)
    values
      (
        review.author_id,
        'message',
        format('%s replied to your review', review.shop_name),
        answer,
        case
          when review.product_id is null then format('/shop/%s?tab=reviews', review.shop_slug)
          else format('/product/%s?tab=reviews', review.product_id)
        end
      );
  end if;
end
$$;
comment on function public.reply_to_review(uuid, text) is
  'Stores the shop''s single reply to a review, 1 to 2000 characters, and notifies the author. Refusals: PT404 no such review, 42501 not the shop''s, PT409 already replied, 22023 empty or too long.';

create function public.review_stars(of_product uuid default null, of_shop uuid default null)
returns table (rating smallint, reviews bigint)
language sql
stable
set search_path = ''
as $$
  select r.rating, count(*)
  from public.reviews r
  where
    not r.is_hidden
    and r.is_counted
    and (of_product is not null or of_shop is not null)
    and (of_product is null or r.product_id = of_product)
    and (of_shop is null or r.shop_id = of_shop)
  group by r.rating
  order by r.rating desc
$$;
comment on function public.review_stars(uuid, uuid) is
  'The number of counted visible reviews for each star rating, of a product or a shop. Ratings without reviews are omitted.';

create function private.may_upload_review_picture(folder text)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (select from public.order_items i where i.id::text = folder and private.is_reviewable(i.id))
$$;
comment on function private.may_upload_review_picture(text) is
  'True if the caller may review the order item that a folder in the bucket of review pictures is named after.';

create function private.is_shown_by_review(name text)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (select from public.reviews r where r.picture = 'review_pictures/' || is_shown_by_review.name)
$$;
comment on function private.is_shown_by_review(text) is
  'True if a review shows the picture at this path in its bucket.';

-- The path of a review picture is <author>/<order item>/<file>.
create function private.was_uploaded_for(picture text, item uuid)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select
    exists (
      select
      from storage.objects o
      where
        o.bucket_id = 'review_pictures'
        and o.name = substr(picture, length('review_pictures/') + 1)
        and picture like format('review_pictures/%s/%s/_%%', (select private.member_id()), item)
    )
$$;
comment on function private.was_uploaded_for(text, uuid) is
  'True if the picture exists and the caller uploaded it for a review of this item.';

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
revoke all on public.people from anon, authenticated, service_role;
grant select on public.people to anon, authenticated, service_role;

create trigger update_ratings
after insert or delete or update of rating, is_hidden, is_counted on public.reviews
for each row
execute function private.update_ratings();
create trigger exclude_refunded_reviews
after insert or update of amount, status on public.refunds
for each row
execute function private.exclude_refunded_reviews();
create trigger quota
after insert on public.favourites
referencing new table as added
for each statement
execute function private.limit_rows('user_id', '1000', 'favourites');

alter table public.reviews enable row level security;
alter table public.review_authors enable row level security;
alter table public.favourites enable row level security;

grant select on public.reviews to anon, authenticated;
grant select on public.review_authors to authenticated;
grant select, delete, insert (user_id, product_id, shop_id) on public.favourites to authenticated;
grant all on public.reviews, public.review_authors, public.favourites to service_role;

grant execute
on function public.review_stars(uuid, uuid), public.author_name(public.reviews)
to anon, authenticated, service_role;
grant execute
on function public.awaits_review(public.order_items),
public.write_review(uuid, integer, text, text),
public.reply_to_review(uuid, text),
private.may_upload_review_picture(text),
private.is_shown_by_review(text)
to authenticated, service_role;

create policy "Everyone reads reviews of visible shops and products" on public.reviews
for select
to anon, authenticated
using (
  not is_hidden
  and exists (select from public.shops s where s.id = shop_id)
  and (product_id is null or exists (select from public.products p where p.id = product_id))
);
create policy "Authors read their own reviews, including hidden ones" on public.reviews
for select
to authenticated
using (
  exists (select from public.review_authors a where a.review_id = id and a.author_id = (select private.member_id()))
);
create policy "Authors see the order items of their reviews" on public.review_authors
for select
to authenticated
using (author_id = (select private.member_id()));
create policy "Members see their own favourites" on public.favourites
for select
to authenticated
using (user_id = (select private.member_id()));
create policy "Members add favourites of their own" on public.favourites
for insert
to authenticated
with check (user_id = (select private.member_id()));
create policy "Members delete their own favourites" on public.favourites
for delete
to authenticated
using (user_id = (select private.member_id()));
create policy "Members add visible products and shops to favourites" on public.favourites
as restrictive
for insert
to authenticated
with check (
  (product_id is null or exists (select from public.products p where p.id = product_id))
  and (shop_id is null or exists (select from public.shops s where s.id = shop_id))
);
create policy "Buyers upload pictures for their reviews" on storage.objects
for insert
to authenticated
with check (
  bucket_id = 'review_pictures'
  and split_part(name, '/', 1) = (select private.member_id())::text
  and split_part(name, '/', 3) <> ''
  and private.may_upload_review_picture(split_part(name, '/', 2))
);
create policy "Buyers delete their unused review pictures" on storage.objects
for delete
to authenticated
using (
  bucket_id = 'review_pictures'
  and split_part(name, '/', 1) = (select private.member_id())::text
  and not private.is_shown_by_review(name)
);

-- The basket of a member, which is the same on all their devices. A visitor's basket is in the browser only.

create table public.basket_lines (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default private.member_id() references public.profiles (id)
    on delete cascade,
  product_id uuid not null,
  variation text,
  personalization text,
  custom_request_details text,
  options jsonb not null default '[]',
  options_digest text not null generated always as (md5(options::text)) stored,
  quantity integer not null,
  snapshot jsonb not null,
  created_at timestamptz not null default clock_timestamp(),
  constraint basket_lines_once
    unique nulls not distinct (user_id, product_id, variation, personalization, custom_request_details, options_digest),
  constraint basket_lines_quantity_range check (quantity between 1 and 99),
  constraint basket_lines_variation_length check (char_length(variation) between 1 and 60),
  constraint basket_lines_personalization_known
    check (personalization in ('happy_birthday', 'congratulations', 'thank_you', 'custom')),
  constraint basket_lines_details_length check (char_length(custom_request_details) between 1 and 200),
  constraint basket_lines_details_are_custom
    check (custom_request_details is null or personalization is not distinct from 'custom'),
  constraint basket_lines_options_form
    check (
      jsonb_typeof(options) = 'array'
      and jsonb_array_length(options) <= 20
      and char_length(options::text) <= 12000
    ),
  constraint basket_lines_snapshot_form
    check (jsonb_typeof(snapshot) = 'object' and char_length(snapshot::text) <= 4000)
);
comment on table public.basket_lines is
  'The basket of a member. Lines are equal when product, variation, options and personalisation are.';
comment on column public.basket_lines.options is
  'As in an order request: [{ group_id, choice_ids } or { question_id, text }], in order of ids.';
comment on column public.basket_lines.options_digest is
  'Compares options in the unique constraint, whose index limits the length of a value.';
comment on column public.basket_lines.product_id is
  'Not a foreign key: the basket says that a deleted product is no longer on sale.';
comment on column public.basket_lines.snapshot is
  'Name, price, picture and shop of the product when it was added. For display to the owner only; an order reads the product.';
comment on column public.basket_lines.created_at is
  'The clock, not the transaction''s time: lines that are added together keep their order.';
create index basket_lines_product on public.basket_lines (product_id);

create trigger quota
after insert on public.basket_lines
referencing new table as added
for each statement
execute function private.limit_rows('user_id', '100', 'lines in your basket');
create trigger enforce_immutable_owner
before update of id, user_id on public.basket_lines
for each row
execute function private.enforce_immutable_columns('id', 'user_id');

alter table public.basket_lines enable row level security;

grant
  select,
  delete,
  insert (user_id, product_id, variation, personalization, custom_request_details, options, quantity, snapshot),
  update (user_id, product_id, variation, personalization, custom_request_details, options, quantity, snapshot)
on public.basket_lines
to authenticated;
grant all on public.basket_lines to service_role;

create policy "Members read their own basket" on public.basket_lines
for select
to authenticated
using (user_id = (select private.member_id()));
create policy "Members add lines to their own basket" on public.basket_lines
for insert
to authenticated
with check (user_id = (select private.member_id()));
create policy "Members update lines of their own basket" on public.basket_lines
for update
to authenticated
using (user_id = (select private.member_id()))
with check (user_id = (select private.member_id()));
create policy "Members delete lines of their own basket" on public.basket_lines
for delete
to authenticated
using (user_id = (select private.member_id()));
