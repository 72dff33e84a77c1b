create function private.counts_for_ratings(this_order public.orders, rating integer default 5)
returns boolean
language sql
stable
set search_path = ''
as $$
  select
    paid.amount >= 1
    and not private.has_disputed_payment(this_order.checkout_id)
    and (
      coalesce(sum(r.amount), 0) * 2 < paid.amount
      or rating <= 3
      and not coalesce(bool_or(r.idempotency_key like 'decision:%'), false)
    )
  from
    (select least(this_order.subtotal, this_order.received_amount - this_order.tip) as amount) paid
    left join public.refunds r on r.order_id = this_order.id and r.status <> 'failed'
  group by paid.amount
$$;
comment on function private.counts_for_ratings is
  'Whether at least £1 was received for an order, no bank contests it, and less than half of it is refunded, including pending refunds. '
  'A seller could otherwise buy ratings with a deposit whose balance is waived, or refund all but a penny. '
  'A rating of three stars or fewer stays, because no seller buys it, and a seller must not remove it by a refund. A decision of the marketplace removes it: bad ratings would otherwise cost nothing.';

create function private.is_paid_enough(item public.order_items)
returns boolean
language sql
immutable
parallel safe
return item.price * item.quantity - item.discount >= 1;
comment on function private.is_paid_enough is
  'Whether a line cost at least £1 after its discount. A seller could otherwise buy eight ratings for 30p.';

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
        and private.is_paid_enough(i)
        and private.counts_for_ratings(o)
        and not exists (
          select
          from public.review_authors a
          where a.order_item_id = i.id or a.author_id = o.buyer_id and a.product_id = i.product_id
        )
    )
$$;
comment on function private.is_reviewable is
  'True if the caller paid at least £1 for the item, received it, was refunded less than half of the order, and has not reviewed its product.';

create function public.awaits_review(public.order_items)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select $1.product_id is not null and private.is_reviewable($1.id)
$$;
comment on function public.awaits_review is 'Computed column: whether the caller may review this line of an order.';

create function private.author_of(review public.reviews)
returns uuid
language sql
stable
set search_path = ''
as $$
  select a.author_id from public.review_authors a where a.review_id = review.id
$$;
comment on function private.author_of is 'The account that wrote a review. Null once it is deleted.';

create function public.author_name(public.reviews)
returns text
language sql
stable
security definer
set search_path = ''
as $$
  select p.name from public.profiles p where p.id = private.author_of($1)
$$;
comment on function public.author_name is
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
  elsif not private.is_paid_enough(item) or not private.counts_for_ratings(this_order) then
    perform private.refuse(
      '42501',
      'not_paid',
      'You can review items that cost you at least £1, unless half of the order or more was refunded.'
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
comment on function public.write_review is
  'Reviews a delivered item that cost at least £1, of an order of which less than half is refunded. One review for each member and product, and 10 of a shop in 30 days. Refusals: 42501 '
  'not received, too cheap, refunded or another member''s picture; PT409 already reviewed; PT429 too many; 22023 or 23514 a value out of range.';

create function private.recount_reviews(of_orders uuid[])
returns void
language sql
set search_path = ''
as $$
  update public.reviews r
  set is_counted = private.counts_for_ratings(o, r.rating)
  from
    public.orders o
    join public.order_items i on i.order_id = o.id
    join public.review_authors a on a.order_item_id = i.id
  where o.id = any (of_orders) and r.id = a.review_id and r.is_counted <> private.counts_for_ratings(o, r.rating)
$$;
comment on function private.recount_reviews is
  'Excludes reviews from ratings, or includes them again, after a refund or a dispute of their orders.';

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
comment on function private.update_ratings is
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
  if private.words_from(private.member_id(), answer, review.author_id) is not null then
    perform private.notify(
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
comment on function public.reply_to_review is
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
comment on function public.review_stars is
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
comment on function private.may_upload_review_picture is
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
comment on function private.is_shown_by_review is 'True if a review shows the picture at this path in its bucket.';

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
comment on function private.was_uploaded_for is
  'True if the picture exists and the caller uploaded it for a review of this item.';
