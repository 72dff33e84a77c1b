create trigger quota
after insert on public.household_people
referencing new table as added
for each statement
execute function private.limit_rows('user_id', '20', 'people in your household');
create trigger enforce_immutable_owner
before update of id, user_id on public.household_people
for each row
execute function private.enforce_immutable_columns('id', 'user_id');
