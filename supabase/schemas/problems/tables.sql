-- Problems with orders: what a buyer reports, and its pictures.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
select 'problem_pictures', 'problem_pictures', false, b.file_size_limit, b.allowed_mime_types
from storage.buckets b
where b.id = 'chat_pictures'
on conflict (id) do update
  set
    public = excluded.public,
    file_size_limit = excluded.file_size_limit,
    allowed_mime_types = excluded.allowed_mime_types;

create table public.order_problems (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id) on delete cascade,
  kind text not null,
  details text,
  pictures text[] not null default '{}',
  wanted text not null,
  state text not null default 'open',
  answer text,
  answer_text text,
  refund_amount numeric(10, 2),
  answered_at timestamptz,
  answer_count smallint not null default 0,
  appeal text,
  escalated_at timestamptz,
  decision text,
  decision_text text,
  decision_amount numeric(10, 2),
  decided_by uuid references public.profiles (id) on delete set null,
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  constraint order_problems_kind_known check (kind in ('missing', 'damaged', 'wrong', 'allergen')),
  constraint order_problems_wanted_known check (wanted in ('refund', 'replacement', 'answer')),
  constraint order_problems_state_known check (state in ('open', 'answered', 'escalated', 'decided', 'closed')),
  constraint order_problems_answer_known check (answer in ('refund', 'replacement', 'declined')),
  constraint order_problems_decision_known check (decision in ('refund', 'no_refund')),
  constraint order_problems_details_length check (char_length(details) between 2 and 2000),
  constraint order_problems_answer_text_length check (char_length(answer_text) between 2 and 1000),
  constraint order_problems_appeal_length check (char_length(appeal) between 2 and 1000),
  constraint order_problems_decision_text_length check (char_length(decision_text) between 2 and 1000),
  constraint order_problems_pictures_count check (cardinality(pictures) <= 4),
  constraint order_problems_answered
    check ((answer is null) = (answered_at is null) and (state <> 'answered' or answer is not null)),
  constraint order_problems_escalated check (state <> 'escalated' or escalated_at is not null),
  constraint order_problems_decided
    check ((decision is null) = (decided_at is null) and (state = 'decided') = (decision is not null)),
  constraint order_problems_refund_amount
    check ((answer = 'refund') is true = (refund_amount is not null) and refund_amount > 0),
  constraint order_problems_decision_amount
    check ((decision = 'refund') is true = (decision_amount is not null) and decision_amount > 0)
);
comment on table public.order_problems is
  'What a buyer reported about an order, the shop''s answer and, if the buyer asked for it, an administrator''s decision. Only functions write it.';
comment on column public.order_problems.wanted is
  'What the buyer asks for: a refund, a replacement, or an answer only.';
comment on column public.order_problems.state is
  'open until the shop answers, then answered. escalated while an administrator has to decide, then decided. closed by the buyer.';
comment on column public.order_problems.details is
  'The buyer''s words. Cleared, with pictures and appeal, when the buyer''s account is deleted.';
comment on column public.order_problems.pictures is
  'Storage paths, bucket first. The buyer uploaded them for this order.';
comment on column public.order_problems.answer_text is
  'The shop''s words. Cleared when its owner''s account is deleted.';
comment on column public.order_problems.answer_count is
  'How often the shop has answered. Each answer is an email, so they are limited.';
comment on column public.order_problems.refund_amount is 'Pounds refunded by the answer.';
comment on column public.order_problems.decision_amount is
  'Pounds refunded by the decision, besides those of the answer.';
comment on column public.order_problems.appeal is 'Why the buyer asked an administrator to decide.';
create unique index order_problems_one_unsettled on public.order_problems (order_id)
where state in ('open', 'answered', 'escalated');
create index order_problems_order on public.order_problems (order_id, created_at);
create index order_problems_escalated_queue on public.order_problems (escalated_at) where state = 'escalated';
create index order_problems_decider on public.order_problems (decided_by);
