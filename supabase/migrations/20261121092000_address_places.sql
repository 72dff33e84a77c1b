-- Where an address is, so that a shop delivers only as far as it says.

alter table public.user_addresses
  add column lat double precision,
  add column lon double precision,
  add constraint user_addresses_place check (private.is_place(lat, lon));
comment on column public.user_addresses.lat is 'With lon, where it is; null while nobody knows. Said by its owner''s browser: a wrong one only costs its owner.';

grant insert (lat, lon), update (lat, lon) on public.user_addresses to authenticated;

create function private.forget_old_place() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if (new.lat, new.lon) is not distinct from (old.lat, old.lon) then
    new.lat := null;
    new.lon := null;
  end if;
  return new;
end $$;
comment on function private.forget_old_place() is 'Another address is somewhere else: its place is unknown until it is said anew.';
revoke execute on function private.forget_old_place() from public;

create trigger forget_old_place before update of address_line1, city, postal_code, country on public.user_addresses
  for each row when ((old.address_line1, old.city, old.postal_code, old.country) is distinct from (new.address_line1, new.city, new.postal_code, new.country))
  execute function private.forget_old_place();
