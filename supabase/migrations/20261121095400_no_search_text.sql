-- Search reads private.listings alone; the text that products kept for it before was only written.

drop trigger tidy_2_list on public.products;

create or replace function private.list_product() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  shop record;
begin
  -- On insert the shop is locked, so that a suspension at the same moment finds the new product too.
  if tg_op = 'INSERT' then
    select s.status into shop from public.shops s where s.id = new.shop_id for share;
  else
    select s.status into shop from public.shops s where s.id = new.shop_id;
  end if;
  new.is_listed := new.status = 'active' and new.taken_down_at is null and coalesce(shop.status = 'active', false);
  return new;
end $$;
comment on function private.list_product() is 'Keeps is_listed of a product.';

alter table public.products drop column search_text;
drop function private.product_search_text(text, text, text, text);

create trigger tidy_2_list before insert or update of status, taken_down_at, is_listed on public.products
  for each row execute function private.list_product();
