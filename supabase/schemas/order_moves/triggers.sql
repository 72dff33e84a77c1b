create trigger correct_reminder
after insert or update of allergens on public.order_item_allergens
for each row
execute function private.correct_reminder();
