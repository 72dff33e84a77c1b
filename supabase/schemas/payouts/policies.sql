alter table public.payment_accounts enable row level security;
alter table public.transfers enable row level security;

grant select on public.payment_accounts to authenticated;
grant all on public.payment_accounts to service_role;
grant all on public.transfers to service_role;

grant execute
on function public.set_payment_account,
public.claim_transfers,
public.record_transfer,
public.claim_reversals,
public.record_reversal
to service_role;

create policy "Owners see the payment account of their shop" on public.payment_accounts
for select
to authenticated
using (shop_id = (select private.own_shop_id()));
