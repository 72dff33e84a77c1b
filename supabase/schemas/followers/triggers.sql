create trigger date_email_consent
before insert or update of wants_emails on public.shop_followers
for each row
execute function private.date_email_consent();
create trigger enforce_immutable_owner
before update of user_id, shop_id on public.shop_followers
for each row
execute function private.enforce_immutable_columns('user_id', 'shop_id');
create trigger quota
after insert on public.shop_followers
referencing new table as added
for each statement
execute function private.limit_rows('user_id', '1000', 'followed shops');
