-- After the tables, whose indexes load the library. Before that, a role without superuser may not set its parameters.
-- The operator %> finds every word that similarity() accepts, and uses the same index. PGlite 0.5 crashes on the % operator, because it calls a copy of the
-- library whose memory is no longer valid.
create function private.similar_words(misspelt text)
returns text[]
language sql
stable
set search_path = ''
set pg_trgm.word_similarity_threshold = 0.3
as $$
  select
    array(
      select w.word
      from private.search_words w
      where
        w.word operator(extensions.%>) misspelt
        and extensions.similarity(w.word, misspelt) >= 0.3
        and w.word <> misspelt
      order by extensions.similarity(w.word, misspelt) desc, abs(char_length(w.word) - char_length(misspelt)), w.word
      limit 3
    )
$$;
comment on function private.similar_words is 'The most similarly spelt indexed words, at most three.';

create function private.listing_tokens(listing private.listings, groups text[], tags text[])
returns bigint[]
language sql
immutable
parallel safe
return array(
  select private.tag_token(scope, tag)
  from
    unnest(array['all'] || tags) tag,
    unnest(groups || array[null]) scope
  union all
  select distinct private.word_token(texts.field, word)
  from
    (
      values
        ('w', (listing).full_text),
        ('h', (listing).head_text),
        ('n', (listing).name_text),
        ('=', (listing).singular_name)
    ) texts (field, line),
    string_to_table(translate(texts.line, E'\n', ' '), ' ') word
  where word <> ''
);
comment on function private.listing_tokens is
  'The tokens of a listing: its words, its tags, and each tag within each of the groups, which are its category and occasions.';

create function private.build_listing(product public.products, shop public.shops)
returns private.listings
language plpgsql
stable
set search_path = ''
as $$
declare
  listing private.listings;
  tags text[];
  occasions text[];
  -- A rating counts as if five more buyers had given four stars, so that few reviews decide little.
  damped numeric := (20 + coalesce(product.rating, 4) * product.review_count) / (5 + product.review_count);
  micros bigint := case
    when isfinite(product.created_at) then greatest(0, extract(epoch from product.created_at) * 1000000)::bigint
    else 0
  end;
  pence bigint;
  of_drop uuid := case when product.drop_until > now() then private.drop_of_products(array[product.id]) end;
begin
  listing.in_drop := of_drop is not null;
  if listing.in_drop then
    product := private.as_sold(product, of_drop);
  end if;
  listing.product_id := product.id;
  listing.shop_id := product.shop_id;
  listing.name_text := private.search_line(product.name);
  listing.head_text := concat_ws(
    E'\n',
    listing.name_text,
    private.search_line(product.category),
    private.search_line(shop.name)
  );
  listing.full_text := concat_ws(E'\n', listing.head_text, private.search_line(product.description));
  listing.singular_name := private.singular(listing.name_text);
  tags := array_remove(
    array[
      'category:' || lower(product.category),
      'shop:' || product.shop_id,
      case when product.available_for_delivery then 'delivery' end,
      case when product.available_for_pickup then 'pickup' end,
      private.geo_cell(shop.lat, shop.lon, 1),
      case when shop.lat is not null then private.geo_cell(shop.lat, shop.lon, 10) end
    ],
    null
  );
  product.allergens := private.add_allergens(product.allergens, product.required_allergens);
  if product.allergens is not null then
    tags := tags || array(select 'free:' || allergen from unnest(private.free_of(product.allergens)) allergen) || array(
      select 'without:' || allergen from unnest(private.not_containing(product.allergens)) allergen
    );
  end if;
  -- Products of drops and bespoke ones, too: all come from the kitchen of the shop.
  tags := tags || array(
    select 'kitchen-without:' || h.key
    from
      public.shop_kitchens k
      cross join lateral jsonb_each(k.handles) h
    where k.shop_id = product.shop_id and h.value = 'false'
  );
  -- An occasion in the name counts as declared: 'Christmas pudding'.
  occasions := array(
    select 'occasion:' || o
    from unnest(private.occasions()) o
    where
      o = any (product.occasions)
      or (o not in ('special', 'holiday') and listing.name_text like concat('% ', replace(o, '-', ' '), ' %'))
  );
  tags := tags || occasions;
  tags := tags || array(
    select distinct 'diet:' || diet
    from unnest(product.diets || case when 'vegan' = any (product.diets) then array['vegetarian'] end) diet
  );
  if product.rating is not null then
    tags := tags || array(select 'rated:' || stars from generate_series(1, floor(product.rating)::integer) stars);
  end if;
  listing.horizon_days := case
    when product.product_type = 'bespoke' or listing.in_drop then 32767
    else greatest(
      product.lead_time_days + 14,
      coalesce((select r.horizon_days from public.shop_booking_rules r where r.shop_id = product.shop_id), 14)
    )
  end;
  tags := tags || array(
    select 'ahead:' || days from unnest(private.horizon_steps()) days where days < listing.horizon_days
  );
  if product.available_for_pickup then
    listing.pickup_owner := coalesce(of_drop, private.window_owner(product.id, product.shop_id, 'pickup'));
    tags := tags || case
      when listing.in_drop then private.drop_tags(of_drop, 'pickup')
      else private.window_tags(listing.pickup_owner, 'pickup')
    end;
  end if;
  if product.available_for_delivery then
    listing.delivery_owner := coalesce(of_drop, private.window_owner(product.id, product.shop_id, 'delivery'));
    tags := tags || case
      when listing.in_drop then private.drop_tags(of_drop, 'delivery')
      else coalesce(nullif(private.window_tags(listing.delivery_owner, 'delivery'), '{}'), '{delivery:any}')
    end;
    listing.delivery_miles := coalesce(private.delivery_reach(shop) + 0.0499999, 'infinity');
    tags := tags || array(
      select replace(cell, 'at10', 'to10')
      from
        unnest(
          coalesce(
            case
              when listing.delivery_miles <= 100 then private.geo_cells_within(
                shop.lat,
                shop.lon,
                listing.delivery_miles,
                10
              )
            end,
            array['to:anywhere']
          )
        ) cell
    );
  end if;
  listing.has_pickup := product.available_for_pickup or not product.available_for_delivery;
  listing.tokens := private.listing_tokens(
    listing,
    array_remove(array['category:' || lower(product.category)], null) || occasions,
    tags
  );
  listing.price := case when product.product_type = 'bespoke' then product.min_price else product.price end;
  listing.rating := product.rating;
  listing.lead_time_days := product.lead_time_days;
  listing.lat := shop.lat;
  listing.lon := shop.lon;
  pence := listing.price * 100;
  -- From the highest bit: 1 sold out, 1 no bestseller, 6 tenths of a star, 9 lead time, 34 age in seconds.
  listing.by_relevance := (
    (product.stock = 0 and not product.is_made_to_order and product.product_type <> 'bespoke')::integer::bigint << 50
  ) + ((not product.is_bestseller)::integer::bigint << 49) + ((50 - round(damped * 10))::bigint << 43) + (
    least(product.lead_time_days, 511)::bigint << 34
  ) + greatest(0, (1::bigint << 34) - 1 - micros / 1000000);
  listing.by_price_low := coalesce(pence, 9999999999);
  listing.by_price_high := coalesce(-pence, 9999999999);
  listing.by_rating := -((coalesce(product.rating * 100, 0)::bigint << 40) + least(product.review_count, 1048575));
  listing.by_newest := -micros;
  return listing;
end
$$;
comment on function private.build_listing is 'The index row of a product and its shop, and of the drop that sells it.';

-- Maintaining the index.

create function private.lock_listings(shops uuid[])
returns void
language sql
set search_path = ''
as $$
  select pg_advisory_xact_lock(hashtext('listings'), lock.number)
  from (select distinct abs(hashtext(shop::text) % 512) as number from unnest(shops) shop order by number) lock
$$;
comment on function private.lock_listings is
  'Serialises the index updates of each shop, so that one sees the changes of another. All shops share 512 locks, because a server''s lock table is limited.';

create function private.add_listing_words(texts text[])
returns void
language sql
set search_path = ''
as $$
  insert into private.listing_words
  select parts.part, w.word
  from
    (
      select distinct string_to_table(translate(t.full_text, E'\n', ' '), ' ') as word
      from unnest(texts) t (full_text)
      -- The offset makes the planner look up each word once, however many texts contain it.
      offset 0
    ) w,
    lateral (
      -- Search terms of one or two letters find the starts of words only.
      select concat(' ', w.word) as part
      union all
      select substr(w.word, n) from generate_series(1, char_length(w.word) - 2) n
    ) parts
  where
    w.word <> ''
    and not exists (
      select
      from private.listing_words known
      where known.part = concat(' ', w.word) collate "C" and known.word = w.word collate "C"
    )
  order by parts.part, w.word
  on conflict do nothing
$$;
comment on function private.add_listing_words is 'Adds the words of these texts to listing_words.';

create function private.index_products(products uuid[])
returns void
language plpgsql
security definer
-- Without statistics, the planner may choose a sequential scan, which compares every listing with each id.
set search_path = ''
set enable_seqscan = off
set jit = off
as $$
begin
  perform private.lock_listings(array(select distinct p.shop_id from public.products p where p.id = any (products)));

  delete from private.listings l
  where
    l.product_id = any (products)
    and not exists (select from public.products p where p.id = l.product_id and p.is_listed);

  insert into private.listings as l
  select listing.*
  from
    public.products p
    join public.shops s on s.id = p.shop_id,
    lateral private.build_listing(p, s) listing
  where p.id = any (products) and p.is_listed
  -- Waits for a concurrent deletion of the product.
  for key share of p
  on conflict (product_id) do update
    set (
      name_text,
      head_text,
      full_text,
      singular_name,
      tokens,
      price,
      rating,
      lead_time_days,
      lat,
      lon,
      has_pickup,
      delivery_miles,
      pickup_owner,
      delivery_owner,
      horizon_days,
      in_drop,
      by_relevance,
      by_price_low,
      by_price_high,
      by_rating,
      by_newest
    ) = (
      excluded.name_text,
      excluded.head_text,
      excluded.full_text,
      excluded.singular_name,
      excluded.tokens,
      excluded.price,
      excluded.rating,
      excluded.lead_time_days,
      excluded.lat,
      excluded.lon,
      excluded.has_pickup,
      excluded.delivery_miles,
      excluded.pickup_owner,
      excluded.delivery_owner,
      excluded.horizon_days,
      excluded.in_drop,
      excluded.by_relevance,
      excluded.by_price_low,
      excluded.by_price_high,
      excluded.by_rating,
      excluded.by_newest
    )
    where l is distinct from excluded;

  insert into private.listing_foods as f
  select p.id, private.food_tokens(concat_ws(' ', p.name, p.description, p.ingredients))
  from
    private.listings l
    join public.products p on p.id = l.product_id
  where l.product_id = any (products)
  on conflict (product_id) do update
    set foods = excluded.foods
    where f.foods is distinct from excluded.foods;

  insert into private.listing_cards as c
  select
    p.id,
    private.build_card(
      case when l.in_drop then private.as_sold(p, private.drop_of_products(array[p.id])) else p end,
      s
    ),
    s.lat,
    s.lon
  from
    private.listings l
    join public.products p on p.id = l.product_id
    join public.shops s on s.id = p.shop_id
  where l.product_id = any (products)
  on conflict (product_id) do update
    set (card, lat, lon) = (excluded.card, excluded.lat, excluded.lon)
    where (c.card::text, c.lat, c.lon) is distinct from (excluded.card::text, excluded.lat, excluded.lon);

  insert into private.listing_places
  select distinct l.lat, l.lon
  from private.listings l
  where
    l.product_id = any (products)
    and l.lat is not null
    and not exists (select from private.listing_places known where (known.lat, known.lon) = (l.lat, l.lon))
  order by l.lat, l.lon
  on conflict do nothing;

  perform private.add_listing_words(
    array(select l.full_text from private.listings l where l.product_id = any (products))
  );

  insert into private.search_words
  select distinct w.word
  from
    private.listings l,
    string_to_table(translate(l.head_text, E'\n', ' '), ' ') w (word)
  where
    l.product_id = any (products)
    and char_length(w.word) between 3 and 40
    and not exists (select from private.search_words known where known.word = w.word)
  order by w.word
  on conflict do nothing;
end
$$;
comment on function private.index_products is
  'Updates the listings, foods, cards, locations and words of these products.';

-- Indexing products one by one takes five times as long as indexing them together. Functions that save many products set this.
create function private.defers_indexing()
returns boolean
language sql
stable
set search_path = ''
as $$
  select coalesce(current_setting('market.defer_indexing', true), '') = 'on'
$$;
comment on function private.defers_indexing is
  'True inside a function that saves many products and then calls index_own_products.';

create function private.index_own_products(products uuid[])
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform set_config('market.defer_indexing', 'off', true);
  perform private.index_products(
    array(select p.id from public.products p where p.id = any (products) and p.shop_id = (select private.own_shop_id()))
  );
end
$$;
comment on function private.index_own_products is
  'Indexes these products of the caller''s shop and ends market.defer_indexing.';

create function private.index_new_products()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if not private.defers_indexing() then
    perform private.index_products(array(select id from after_rows));
  end if;
  return null;
end
$$;
comment on function private.index_new_products is 'Indexes new products.';

create function private.index_changed_products()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  changed uuid[] := array(
    select a.id
    from
      after_rows a
      join before_rows b using (id)
    -- A sale changes only the stock and must stay cheap, unless it sells out.
    where
      (
        a.name,
        a.description,
        a.image,
        a.category,
        a.occasions,
        a.price,
        a.min_price,
        a.max_price,
        a.product_type,
        a.requires_consultation,
        a.is_bestseller,
        a.available_for_delivery,
        a.available_for_pickup,
        a.allergens,
        a.lead_time_days,
        a.rating,
        a.review_count,
        a.created_at,
        a.is_listed,
        a.required_allergens,
        a.diets,
        a.ingredients,
        a.stock = 0 and not a.is_made_to_order
      ) is distinct from (
        b.name,
        b.description,
        b.image,
        b.category,
        b.occasions,
        b.price,
        b.min_price,
        b.max_price,
        b.product_type,
        b.requires_consultation,
        b.is_bestseller,
        b.available_for_delivery,
        b.available_for_pickup,
        b.allergens,
        b.lead_time_days,
        b.rating,
        b.review_count,
        b.created_at,
        b.is_listed,
        b.required_allergens,
        b.diets,
        b.ingredients,
        b.stock = 0 and not b.is_made_to_order
      )
  );
begin
  if cardinality(changed) > 0 and not private.defers_indexing() then
    perform private.index_products(changed);
  end if;
  return null;
end
$$;
comment on function private.index_changed_products is 'Indexes changed products.';

create function private.index_windows()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if tg_table_name <> 'product_pickup_schedules' then
    -- Locked before its products are read, because one may be added concurrently.
    perform private.lock_listings(array(select shop_id from changed_rows));
    perform private.index_products(
      array(select id from public.products where shop_id in (select shop_id from changed_rows))
    );
  else
    perform private.index_products(array(select distinct product_id from changed_rows));
  end if;
  return null;
end
$$;
comment on function private.index_windows is 'Indexes products whose windows or horizon have changed.';

create function private.index_products_of_kitchen()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  of_shop uuid := case when tg_op = 'DELETE' then old.shop_id else new.shop_id end;
begin
  if tg_op = 'UPDATE' and new.handles = old.handles then
    return null;
  end if;
  perform private.lock_listings(array[of_shop]);
  perform private.index_products(array(select p.id from public.products p where p.shop_id = of_shop));
  return null;
end
$$;
comment on function private.index_products_of_kitchen is
  'Indexes the products of a shop whose seller states something else about the kitchen.';

create function private.index_products_of_shop()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- In order of id, as orders lock products, which prevents deadlocks.
  perform from public.products p where p.shop_id = new.id order by p.id for no key update;
  -- Updates every product, so that concurrent changes of any of them wait for this. A trigger computes is_listed.
  update public.products set is_listed = is_listed where shop_id = new.id;
  -- Products whose is_listed changed are indexed by now (index_changed_products).
  if
    (old.name, old.slug, old.town, old.lat, old.lon, old.delivery_radius_miles) is distinct from (
      new.name,
      new.slug,
      new.town,
      new.lat,
      new.lon,
      new.delivery_radius_miles
    )
  then
    perform private.index_products(array(select id from public.products where shop_id = new.id));
  end if;
  return null;
end
$$;
comment on function private.index_products_of_shop is
  'Indexes the products of a shop that is renamed, moved, suspended or restored.';
