alter table public.order_problems enable row level security;

grant select on public.order_problems to authenticated;
grant all on public.order_problems to service_role;
grant execute
on function public.report_problem, public.can_report_problem
to authenticated, service_role;
grant execute
on function private.may_report_problem, private.sees_problem_picture, private.is_shown_by_problem
to authenticated;

create policy "Buyers and sellers see problems with their orders" on public.order_problems
for select
to authenticated
using (exists (select from public.orders o where o.id = order_id));
create policy "Buyers list their problem pictures" on storage.objects
for select
to authenticated
using (
  bucket_id = 'problem_pictures'
  and (split_part(name, '/', 1) = (select private.member_id())::text or private.sees_problem_picture(name))
);
create policy "Buyers upload pictures of problems with their orders" on storage.objects
for insert
to authenticated
with check (
  bucket_id = 'problem_pictures'
  and split_part(name, '/', 1) = (select private.member_id())::text
  and split_part(name, '/', 3) <> ''
  and private.may_report_problem(private.folder_id(name))
);
create policy "Buyers delete problem pictures that are not shown" on storage.objects
for delete
to authenticated
using (
  bucket_id = 'problem_pictures'
  and split_part(name, '/', 1) = (select private.member_id())::text
  and not private.is_shown_by_problem(name)
);

grant execute
on function public.answer_problem,
public.close_problem,
public.can_escalate,
public.escalate_problem,
public.problem_queue,
public.decide_problem
to authenticated, service_role;
