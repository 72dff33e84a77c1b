-- Suspended members: who is suspended, why, and the refusal of what they may not do.

create table private.suspended_members (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  reason text not null,
  suspended_at timestamptz not null default now()
);
comment on table private.suspended_members is
  'Members whom an administrator has suspended. The audit log has who did it. Only the member learns the reason, by own_suspension.';
