-- An order that outlives its buyer's account keeps none of their words, those on a cake among them.

create or replace function private.forget_buyer() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.buyer_name := null;
  new.delivery_address := null;
  new.note := null;
  new.brief := null;
  update public.order_items i set custom_request_details = null
  where i.order_id = new.id and i.custom_request_details is not null;
  return new;
end $$;
