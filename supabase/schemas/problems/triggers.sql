create trigger erase_problem_texts
after update of buyer_id on public.orders
for each row
when (old.buyer_id is not null and new.buyer_id is null)
execute function private.erase_problem_texts();
