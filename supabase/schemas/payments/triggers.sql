create trigger touch_updated_at
before update on public.payments
for each row
execute function private.touch_updated_at();

create trigger refuse_hand_over_before_balance
before update of status on public.orders
for each row
when (old.status <> new.status and new.status in ('shipped', 'delivered'))
execute function private.refuse_hand_over_before_balance();
