create trigger copy_account_to_profile
after insert or update of raw_user_meta_data, raw_app_meta_data on auth.users
for each row
execute function private.copy_account_to_profile();
create trigger prepare_account_deletion
before delete on public.profiles
for each row
execute function private.prepare_account_deletion();
create trigger normalise
before insert or update of first_name, last_name, town on public.profiles
for each row
execute function private.normalise_profile();
create trigger touch_updated_at
before update on public.profiles
for each row
execute function private.touch_updated_at();
create trigger touch_updated_at
before update on public.notification_preferences
for each row
execute function private.touch_updated_at();
create trigger quota
after insert on public.user_addresses
referencing new table as added
for each statement
execute function private.limit_rows('user_id', '50', 'addresses');
create trigger touch_updated_at
before update on public.user_addresses
for each row
execute function private.touch_updated_at();
create trigger enforce_immutable_owner
before update of user_id on public.notification_preferences
for each row
execute function private.enforce_immutable_columns('user_id');
create trigger enforce_immutable_owner
before update of id, user_id on public.user_addresses
for each row
execute function private.enforce_immutable_columns('id', 'user_id');
-- Triggers fire in the order of their names, so clear_stale_coordinates compares normalised values.
create trigger a_normalise
before insert or update of postal_code, country, full_name on public.user_addresses
for each row
execute function private.normalise_address();
create trigger one_default
before insert or update of is_default on public.user_addresses
for each row
when (new.is_default)
execute function private.unset_other_default_addresses();
create trigger clear_stale_coordinates
before update of address_line1, city, postal_code, country on public.user_addresses
for each row
when
  (
    (old.address_line1, old.city, old.postal_code, old.country) is distinct from (
      new.address_line1,
      new.city,
      new.postal_code,
      new.country
    )
  )
execute function private.clear_stale_coordinates();
