alter table public.subscriptions enable row level security;
alter table public.subscription_days enable row level security;

grant select on public.subscriptions, public.subscription_days to authenticated;
grant all on public.subscriptions, public.subscription_days to service_role;
grant execute on function public.subscription_windows to anon, authenticated, service_role;

create policy "Buyers see their own subscriptions" on public.subscriptions
for select
to authenticated
using (buyer_id = (select private.member_id()));
create policy "Owners see the subscriptions of their shop" on public.subscriptions
for select
to authenticated
using (shop_id = (select private.own_shop_id()));
create policy "Buyers and owners see the days of their subscriptions" on public.subscription_days
for select
to authenticated
using (exists (select from public.subscriptions s where s.id = subscription_id));

grant execute
on function public.subscribe,
public.change_subscription,
public.skip_subscription,
public.pause_subscription,
public.resume_subscription,
public.agree_to_subscription,
public.cancel_subscription,
public.end_subscription,
public.my_subscriptions,
public.shop_subscriptions,
public.coming_subscriptions
to authenticated, service_role;

grant execute on function public.run_subscriptions to service_role;
alter table private.subscription_charges enable row level security;

grant execute on function public.pay_subscription_by_card to authenticated, service_role;
grant execute
on function public.claim_subscription_charges, public.finish_subscription_charge
to service_role;
