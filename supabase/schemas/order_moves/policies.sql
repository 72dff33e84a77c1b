alter table public.order_moves enable row level security;

grant select on public.order_moves to authenticated;
grant all on public.order_moves to service_role;
grant execute
on function public.move_slots, public.propose_move, public.answer_move, public.withdraw_move
to authenticated, service_role;

create policy "Buyers and sellers see proposals about their orders" on public.order_moves
for select
to authenticated
using (exists (select from public.orders o where o.id = order_id));
