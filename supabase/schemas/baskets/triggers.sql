create trigger quota
after insert on public.basket_lines
referencing new table as added
for each statement
execute function private.limit_rows('user_id', '100', 'lines in your basket');
create trigger enforce_immutable_owner
before update of id, user_id on public.basket_lines
for each row
execute function private.enforce_immutable_columns('id', 'user_id');
