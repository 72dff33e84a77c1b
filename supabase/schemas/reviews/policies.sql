revoke all on public.people from anon, authenticated, service_role;
grant select on public.people to anon, authenticated, service_role;

alter table public.reviews enable row level security;
alter table public.review_authors enable row level security;

grant select on public.reviews to anon, authenticated;
grant select on public.review_authors to authenticated;
grant all on public.reviews, public.review_authors to service_role;

grant execute
on function public.review_stars, public.author_name
to anon, authenticated, service_role;
grant execute
on function public.awaits_review,
public.write_review,
public.reply_to_review,
private.may_upload_review_picture,
private.is_shown_by_review
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

grant
  select,
  delete,
  insert (user_id, product_id, variation, personalization, custom_request_details, options, quantity, snapshot),
  update (user_id, product_id, variation, personalization, custom_request_details, options, quantity, snapshot)
on public.basket_lines
to authenticated;
