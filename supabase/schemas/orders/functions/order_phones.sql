create function private.order_phone("order" jsonb)
returns text
language plpgsql
immutable
set search_path = ''
as $$
declare
  phone text := private.order_text("order", 'phone', 32, 'phone');
begin
  if phone !~ '^[+0-9 ().-]{5,32}$' then
    perform private.refuse('22023', 'phone', 'Please enter a phone number, or leave it empty.');
  end if;
  return phone;
end
$$;
comment on function private.order_phone is 'The phone number of an order request, or null. Refuses another text.';

create function private.store_phone(checkout uuid, phone text)
returns void
language plpgsql
set search_path = ''
as $$
begin
  insert into public.order_phones (order_id, phone)
  select o.id, store_phone.phone from public.orders o where o.checkout_id = checkout and phone is not null;
end
$$;
comment on function private.store_phone is 'Stores a phone number with each order of a checkout. Nothing without one.';
