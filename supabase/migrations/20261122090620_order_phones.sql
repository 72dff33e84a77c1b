-- The phone number that a buyer gives for an order, if any. Kept only until the order is over.

create table public.order_phones (
  order_id uuid primary key references public.orders (id)
    on delete cascade,
  phone text not null,
  created_at timestamptz not null default now(),
  constraint order_phones_phone_form check (phone ~ '^[+0-9 ().-]{5,32}$')
);
comment on table public.order_phones is
  'The buyer''s phone number for an order, for questions about the hand-over. Erased once the order is over, and with the account.';

create function private.store_phone(checkout uuid, phone text)
returns void
language plpgsql
set search_path = ''
as $$
begin
  if phone !~ '^[+0-9 ().-]{5,32}$' then
    perform private.refuse('22023', 'phone', 'Please enter a phone number, or leave it empty.');
  end if;
  insert into public.order_phones (order_id, phone)
  select o.id, store_phone.phone from public.orders o where o.checkout_id = checkout and phone is not null;
end
$$;
comment on function private.store_phone(uuid, text) is
  'Stores a phone number with each order of a checkout. Nothing without one.';

create function private.erase_phone()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from public.order_phones p where p.order_id = new.id;
  return null;
end
$$;
comment on function private.erase_phone() is
  'Erases the phone number of an order that is cancelled or whose buyer''s account is deleted. A delivered order loses it with its last step''s hold.';

create trigger erase_phone
after update of status, buyer_id on public.orders
for each row
when (new.status = 'cancelled' or old.buyer_id is not null and new.buyer_id is null)
execute function private.erase_phone();

alter table public.order_phones enable row level security;

grant select on public.order_phones to authenticated;
grant all on public.order_phones to service_role;

create policy "Buyers see phone numbers of their orders" on public.order_phones
for select
to authenticated
using (exists (select from public.orders o where o.id = order_id and o.buyer_id = (select private.member_id())));
create policy "Owners see phone numbers of paid open orders to their shop" on public.order_phones
for select
to authenticated
using (
  exists (
    select
    from public.orders o
    where
      o.id = order_id
      and o.shop_id = (select private.own_shop_id())
      and o.paid_at is not null
      and o.status in ('processing', 'ready', 'shipped')
  )
);
