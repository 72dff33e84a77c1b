create trigger update_ratings
after insert or delete or update of rating, is_hidden, is_counted on public.reviews
for each row
execute function private.update_ratings();
