create function private.owns_product(product uuid)
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
        public.products p
        join public.shops s on s.id = p.shop_id
      where p.id = product and s.user_id = (select private.member_id())
    )
$$;
comment on function private.owns_product is 'True if the product belongs to the caller''s shop.';

create function private.normalise_product()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.name := private.strip_invisible(new.name);
  new.category := nullif(private.strip_invisible(new.category), '');
  new.image := nullif(private.trimmed(new.image), '');
  new.personalisation_price := private.two_decimals(new.personalisation_price);
  new.is_subscribable := new.is_subscribable and new.product_type <> 'bespoke';
  new.price := case when new.product_type = 'bespoke' then 0.00 else private.two_decimals(new.price) end;
  new.min_price := private.two_decimals(new.min_price);
  new.max_price := private.two_decimals(new.max_price);
  new.updated_at := now();
  return new;
end
$$;
comment on function private.normalise_product is
  'Trims texts, sets the price of bespoke products to 0, gives prices two decimals and sets updated_at.';

create function private.set_is_listed()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  shop_status text;
begin
  -- The insert locks the shop, so a concurrent suspension also hides the new product.
  if tg_op = 'INSERT' then
    select s.status into shop_status from public.shops s where s.id = new.shop_id for share;
  else
    select s.status into shop_status from public.shops s where s.id = new.shop_id;
  end if;
  new.is_listed := new.status = 'active' and new.taken_down_at is null and coalesce(shop_status = 'active', false);
  return new;
end
$$;
comment on function private.set_is_listed is 'Sets is_listed of a product.';

create function private.set_allergens_changed_at()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    new.allergens_changed_at := case
      when private.stated_allergens(new.allergens) <> '{}' then coalesce(new.allergens_changed_at, now())
    end;
  elsif
    (new.allergens, new.required_allergens) is not distinct from (old.allergens, old.required_allergens)
    or private.stated_allergens(
      private.add_allergens(new.allergens, new.required_allergens)
    ) = private.stated_allergens(private.add_allergens(old.allergens, old.required_allergens))
  then
    new.allergens_changed_at := old.allergens_changed_at;
  else
    new.allergens_changed_at := clock_timestamp();
  end if;
  return new;
end
$$;
comment on function private.set_allergens_changed_at is
  'Dates a declaration that states something else than before, with the choices that every buyer makes. Saving the same one again keeps the date.';
