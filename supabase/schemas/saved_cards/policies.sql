alter table public.payment_customers enable row level security;
alter table public.saved_cards enable row level security;
alter table public.provider_removals enable row level security;

grant select (id, user_id, brand, last4, exp_month, exp_year, used_at, created_at), delete
on public.saved_cards
to authenticated;
grant all on public.payment_customers, public.saved_cards, public.provider_removals to service_role;

grant execute
on function public.claim_provider_removals,
public.finish_provider_removal,
public.open_payment_customer,
public.attach_payment_customer,
public.record_saved_card,
public.record_removed_customer
to service_role;

create policy "Members read their own cards" on public.saved_cards
for select
to authenticated
using (user_id = (select private.member_id()));
create policy "Members delete their own cards" on public.saved_cards
for delete
to authenticated
using (user_id = (select private.member_id()));
