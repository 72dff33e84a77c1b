create trigger touch_updated_at
before update on public.refunds
for each row
execute function private.touch_updated_at();
create trigger after_change
after insert or update on public.refunds
for each row
execute function private.after_refund_change();
create trigger enforce_immutable_order
before update of id, order_id on public.refunds
for each row
execute function private.enforce_immutable_columns('id', 'order_id');
create trigger enforce_refund_limit
before insert or update of amount, status on public.refunds
for each row
execute function private.enforce_refund_limit();
create trigger settle_new_refund
after insert on public.refunds
for each statement
execute function private.settle_new_refund();
