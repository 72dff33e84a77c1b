create trigger add_custom_line_to_kitchen
after insert on public.order_items
for each row
when (new.is_custom and new.allergens is not null)
execute function private.add_custom_line_to_kitchen();
