create trigger check_kitchen
before insert or update on public.shop_kitchens
for each row
execute function private.check_kitchen();
create trigger enforce_immutable_shop
before update of shop_id on public.shop_kitchens
for each row
execute function private.enforce_immutable_columns('shop_id');
