create trigger enforce_immutable_customer
before update of shop_id, member_id on public.customer_notes
for each row
execute function private.enforce_immutable_columns('shop_id', 'member_id');
create trigger touch_updated_at
before update on public.customer_notes
for each row
execute function private.touch_updated_at();
