create trigger enforce_immutable_shop
before update of id, shop_id on public.products
for each row
execute function private.enforce_immutable_columns('id', 'shop_id');
create trigger enforce_immutable_product
before update of id, product_id on public.product_images
for each row
execute function private.enforce_immutable_columns('id', 'product_id');
create trigger set_is_listed
before insert or update of status, taken_down_at, is_listed on public.products
for each row
execute function private.set_is_listed();
create trigger set_allergens_changed_at
before insert or update of allergens, required_allergens, allergens_changed_at on public.products
for each row
execute function private.set_allergens_changed_at();
create trigger add_to_kitchen_at_start
after insert on public.products
for each row
when (new.status <> 'draft' and new.allergens is not null)
execute function private.add_to_kitchen();
create trigger add_to_kitchen
after update of allergens, option_allergens, status on public.products
for each row
when
  (
    new.status <> 'draft'
    and (
      old.allergens is distinct from new.allergens
      or old.option_allergens <> new.option_allergens
      or old.status <> new.status
    )
  )
execute function private.add_to_kitchen();
create trigger quota
after insert on public.products
referencing new table as added
for each statement
execute function private.limit_rows('shop_id', '5000', 'products, including drafts');
