alter table public.payment_accounts enable row level security;
alter table public.transfers enable row level security;

grant select on public.payment_accounts to authenticated;
grant all on public.payment_accounts to service_role;
grant all on public.transfers to service_role;

grant execute
on function public.set_payment_account(uuid, text, text, boolean, boolean, boolean),
public.claim_transfers(integer),
public.record_transfer(uuid, text, text, boolean),
public.claim_reversals(integer),
public.record_reversal(uuid, integer, text, boolean)
to service_role;

create policy "Owners see the payment account of their shop" on public.payment_accounts
for select
to authenticated
using (shop_id = (select private.own_shop_id()));

grant execute
on function public.refund_order(uuid, numeric, text, text)
to authenticated, service_role;
grant execute on function public.claim_pending_refunds(integer) to service_role;
