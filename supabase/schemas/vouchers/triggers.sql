create trigger enforce_immutable_shop
before update of shop_id on public.shop_voucher_terms
for each row
execute function private.enforce_immutable_columns('shop_id');
create trigger touch_updated_at
before update on public.shop_voucher_terms
for each row
execute function private.touch_updated_at();
create trigger touch_updated_at
before update on public.gift_vouchers
for each row
execute function private.touch_updated_at();

create trigger erase_buyer_data
before update of buyer_id on public.gift_vouchers
for each row
when (old.buyer_id is not null and new.buyer_id is null)
execute function private.erase_voucher_buyer();
