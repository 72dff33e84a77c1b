create trigger remove_from_provider
after delete on public.saved_cards
referencing old table as removed
for each statement
execute function private.remove_from_provider('card', 'method_id');
create trigger remove_from_provider
after delete on public.payment_customers
referencing old table as removed
for each statement
execute function private.remove_from_provider('customer', 'customer_id');
