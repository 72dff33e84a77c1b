create trigger update_sold_lines
after update of paid_at on public.orders
for each row
when (new.paid_at is distinct from old.paid_at)
execute function private.update_sold_lines();
create trigger update_sold_lines
after insert on public.order_items
referencing new table as added
for each statement
execute function private.update_sold_lines_of_items();
