-- How the reviews of something spread over the stars.

create function public.review_stars(of_product uuid default null, of_shop uuid default null)
returns table (rating smallint, reviews bigint)
language sql stable set search_path = ''
as $$
  select r.rating, count(*) from public.reviews r
  where not r.is_hidden
    and (of_product is not null or of_shop is not null)
    and (of_product is null or r.product_id = of_product)
    and (of_shop is null or r.shop_id = of_shop)
  group by r.rating order by r.rating desc
$$;
comment on function public.review_stars(uuid, uuid) is
  'How many visible reviews of a product, or of everything of a shop, gave each number of stars; numbers nobody gave are left out.';
revoke execute on function public.review_stars(uuid, uuid) from public;
grant execute on function public.review_stars(uuid, uuid) to anon, authenticated;
