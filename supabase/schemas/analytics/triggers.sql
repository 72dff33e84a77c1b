create trigger update_sold_lines
after insert on public.order_items
referencing new table as added
for each statement
execute function private.update_sold_lines_of_items();
