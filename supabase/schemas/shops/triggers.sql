create trigger enforce_immutable_owner
before update of id, user_id on public.shops
for each row
execute function private.enforce_shop_owner();
create trigger normalise
before insert
or update of
  name,
  slug,
  description,
  category,
  logo,
  banner_image,
  town,
  lat,
  lon,
  delivery_radius_miles,
  status,
  hygiene_rating,
  hygiene_verified_at
on public.shops
for each row
execute function private.normalise_shop();
create trigger set_slug
before insert or update of name, slug on public.shops
for each row
when (private.member_id() is not null)
execute function private.set_shop_slug();
create trigger enforce_terms
before insert or update of status on public.shops
for each row
execute function private.enforce_terms();
create trigger create_shop_record
after insert on public.shops
for each row
execute function private.create_shop_record();
create trigger enforce_immutable_shop
before update of shop_id on public.shop_records
for each row
execute function private.enforce_immutable_columns('shop_id');
create trigger touch_updated_at
before update on public.shop_records
for each row
execute function private.touch_updated_at();
create trigger activate_shop
after insert or update of terms_version on public.shop_records
for each row
when (new.terms_version is not null)
execute function private.activate_shop();
create trigger quota
after insert on public.shop_closures
referencing new table as added
for each statement
execute function private.limit_rows('shop_id', '200', 'closures');
create trigger enforce_immutable_shop
before update of shop_id on public.shop_closures
for each row
execute function private.enforce_immutable_columns('shop_id');
create trigger enforce_immutable_shop
before update of shop_id on public.shop_pickup_places
for each row
execute function private.enforce_immutable_columns('shop_id');
create trigger normalise
before insert or update of postal_code on public.shop_pickup_places
for each row
execute function private.normalise_pickup_place();
create trigger touch_updated_at
before update on public.shop_pickup_places
for each row
execute function private.touch_updated_at();
