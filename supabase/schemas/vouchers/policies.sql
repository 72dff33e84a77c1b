alter table public.shop_voucher_terms enable row level security;
alter table public.gift_vouchers enable row level security;
alter table private.voucher_codes enable row level security;
alter table private.voucher_uses enable row level security;

grant select on public.shop_voucher_terms to anon, authenticated;
grant delete, insert (shop_id, smallest, largest, months), update (shop_id, smallest, largest, months)
on public.shop_voucher_terms
to authenticated;
grant select on public.gift_vouchers to authenticated;
grant all on public.shop_voucher_terms, public.gift_vouchers to service_role;
grant execute on function public.voucher_balance to anon, authenticated, service_role;

create policy "Anyone sees the voucher terms of visible shops" on public.shop_voucher_terms
for select
to anon, authenticated
using (exists (select from public.shops s where s.id = shop_id));
create policy "Owners sell vouchers of their shop" on public.shop_voucher_terms
for insert
to authenticated
with check (shop_id = (select private.own_shop_id()));
create policy "Owners change the voucher terms of their shop" on public.shop_voucher_terms
for update
to authenticated
using (shop_id = (select private.own_shop_id()))
with check (shop_id = (select private.own_shop_id()));
create policy "Owners stop selling vouchers of their shop" on public.shop_voucher_terms
for delete
to authenticated
using (shop_id = (select private.own_shop_id()));
create policy "Buyers see the vouchers that they bought" on public.gift_vouchers
for select
to authenticated
using (buyer_id = (select private.member_id()));

grant execute
on function public.buy_voucher, public.refund_voucher, public.voucher_code, public.seller_vouchers
to authenticated, service_role;
