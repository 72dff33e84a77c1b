create trigger set_cancellation_terms
before insert
or update of fulfilment, paid_at, pickup_date, pickup_start, delivery_date, delivery_start, agreed_on
on public.orders
for each row
execute function private.set_cancellation_terms();
