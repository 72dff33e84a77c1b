alter table public.refunds enable row level security;

grant all on public.refunds to service_role;
grant select (id, order_id, amount, reason, status, voucher_id, created_at, updated_at)
on public.refunds
to authenticated;

grant execute
on function public.claim_refunds, public.fail_refund_attempt, public.record_refund
to service_role;

create policy "Buyers and sellers see refunds of their orders" on public.refunds
for select
to authenticated
using (exists (select from public.orders o where o.id = order_id));

grant execute on function public.refund_order to authenticated, service_role;
grant execute on function public.claim_pending_refunds to service_role;
