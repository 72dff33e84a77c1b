create trigger settle_new_refund
after insert on public.refunds
for each statement
execute function private.settle_new_refund();
create trigger touch_updated_at
before update on public.refunds
for each row
execute function private.touch_updated_at();
create trigger enforce_immutable_order
before update of id, order_id on public.refunds
for each row
execute function private.enforce_immutable_columns('id', 'order_id');
create trigger enforce_refund_limit
before insert or update of amount, status on public.refunds
for each row
execute function private.enforce_refund_limit();
create trigger update_refunded_amount
after insert or update of amount, status on public.refunds
for each row
execute function private.update_refunded_amount();
