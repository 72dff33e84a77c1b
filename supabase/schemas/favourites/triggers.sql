create trigger quota
after insert on public.favourites
referencing new table as added
for each statement
execute function private.limit_rows('user_id', '1000', 'favourites');
