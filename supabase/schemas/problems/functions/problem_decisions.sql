-- Problems with orders: the shop's answer, the buyer's appeal and the administrator's decision.

create function private.problem_of_order(problem_id uuid, known_order uuid)
returns public.order_problems
language plpgsql
set search_path = ''
as $$
declare
  problem public.order_problems;
begin
  select *
  into problem
  from public.order_problems p
  where p.id = problem_id and p.order_id = known_order
  for no key update;
  if not found then
    perform private.refuse('PT404', 'problem', 'This problem doesn’t exist or isn’t yours.');
  end if;
  return problem;
end
$$;
comment on function private.problem_of_order is 'A problem of an order, locked. Refuses any other.';

create function public.answer_problem(problem_id uuid, answer text, text text, amount numeric default null)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  this_order uuid := (
    select p.order_id
    from
      public.order_problems p
      join public.orders o on o.id = p.order_id
    where p.id = answer_problem.problem_id and o.shop_id = private.own_shop_id()
  );
  problem public.order_problems;
  words text;
begin
  -- In the order of locks of refunds, and of the deletion of the buyer's account.
  perform private.lock_checkout_of(this_order);
  problem := private.problem_of_order(problem_id, this_order);
  words := private.problem_text(answer_problem.text, 1000, 'Your answer');
  if
    answer_problem.answer not in ('refund', 'replacement', 'declined') is not false
    or (answer_problem.answer = 'refund') is distinct from (amount is not null)
  then
    perform private.refuse('22023', 'malformed', 'Please offer a refund with its amount, a replacement, or decline.');
    -- An answer may be improved, until the buyer is satisfied or an administrator has decided. A refund was paid already.
  elsif problem.state not in ('open', 'answered', 'escalated') or problem.answer = 'refund' then
    perform private.refuse(
      'PT409',
      'answered',
      'This problem has already been settled. You can refund more on the order itself.'
    );
  elsif problem.answer_count >= 5 then
    perform private.refuse(
      'PT409',
      'too_many',
      'You have answered this problem five times. You can still refund on the order itself.'
    );
  end if;
  if amount is not null then
    perform private.refund_sale(problem.order_id, amount, words, 'problem:' || problem.id);
  end if;
  update public.order_problems p
  set
    answer = answer_problem.answer,
    answer_text = words,
    refund_amount = amount,
    answered_at = now(),
    answer_count = p.answer_count + 1,
    state = case p.state when 'escalated' then 'escalated' else 'answered' end
  where p.id = problem.id
  returning *
  into problem;
  perform private.notify_of_problem(problem, 'problem-answered');
end
$$;
comment on function public.answer_problem is
  'Answers a problem with an order of the caller''s shop: a refund of an amount, which is paid at once, a replacement, or declined. '
  'At most five times. Refusals: PT404 problem; PT409 settled, too many, or more than is left to refund; 22023 a value; 42501 suspended.';

create function private.require_own_problem(problem_id uuid)
returns public.order_problems
language plpgsql
set search_path = ''
as $$
begin
  return private.problem_of_order(
    problem_id,
    (
      select p.order_id
      from
        public.order_problems p
        join public.orders o on o.id = p.order_id
      where p.id = require_own_problem.problem_id and o.buyer_id = private.member_id()
    )
  );
end
$$;
comment on function private.require_own_problem is 'A problem that the caller reported, locked. Refuses any other.';

create function public.close_problem(problem_id uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  problem public.order_problems := private.require_own_problem(problem_id);
begin
  if problem.state = 'decided' then
    perform private.refuse('PT409', 'already_decided', 'This has already been decided.');
  end if;
  update public.order_problems p set state = 'closed' where p.id = problem.id;
end
$$;
comment on function public.close_problem is
  'Closes a problem of the caller as solved. Refusals: PT404 problem; PT409 decided.';

create function private.may_escalate(problem public.order_problems)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select
    problem.state = 'answered'
    or problem.state = 'open'
    and (
      problem.kind = 'allergen'
      or problem.created_at < now() - interval '48 hours'
      or not exists (
        select
        from
          public.orders o
          join public.shops s on s.id = o.shop_id
        where o.id = problem.order_id and s.user_id is not null
      )
    )
$$;
comment on function private.may_escalate is
  'Whether the buyer may ask an administrator: after an answer, after 48 hours without one, and at once about allergens or a shop without an owner.';

create function public.can_escalate(public.order_problems)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select
    private.may_escalate($1)
    and exists (select from public.orders o where o.id = $1.order_id and o.buyer_id = (select private.member_id()))
$$;
comment on function public.can_escalate is
  'Computed column: whether the caller may ask an administrator to decide now.';

create function public.escalate_problem(problem_id uuid, appeal text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  problem public.order_problems := private.require_own_problem(problem_id);
  words text := private.problem_text(escalate_problem.appeal, 1000, 'Your reason');
begin
  if not private.may_escalate(problem) then
    perform private.refuse('PT409', 'too_early', 'The shop has 48 hours to answer. After that we can decide.');
  end if;
  update public.order_problems p
  set
    state = 'escalated',
    appeal = words,
    escalated_at = now()
  where p.id = problem.id
  returning *
  into problem;
  perform private.notify_of_problem(problem, 'problem-escalated');
  perform private.notify_all_administrators(
    'A problem with an order',
    'A buyer asks us to decide.',
    '/admin?tab=problems',
    private.member_id()
  );
end
$$;
comment on function public.escalate_problem is
  'Asks an administrator to decide about a problem of the caller. Refusals: PT404 problem; PT409 too early or settled; 22023 a text.';

create function public.problem_queue(page integer default 1, page_size integer default 20)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_administrator();
  if page < 1 or page_size not between 1 and 50 then
    perform private.refuse('22023', 'malformed', 'Please request pages of at most 50 problems.');
  end if;
  return (
    with
      waiting as (
        select p.*
        from public.order_problems p
        where p.state = 'escalated' or p.kind = 'allergen' and p.state in ('open', 'answered')
      )
    select
      jsonb_build_object(
        'total', (select count(*) from waiting),
        'items', coalesce(
          jsonb_agg(
            to_jsonb(w) || jsonb_build_object(
              'order_number', o.number,
              'shop', o.shop_name,
              'buyer', coalesce(o.buyer_name, 'A former member'),
              'items', private.order_summary(o.id),
              'status', o.status,
              'total_amount', o.total_amount,
              'refundable', coalesce(private.refundable(o), 0)
            )
            order by w.number
          ),
          '[]'
        )
      )
    from
      (
        select
          x.*,
          row_number() over (
            order by b.received_amount - b.refunded_amount >= 1 desc, x.escalated_at nulls last, x.created_at, x.id
          ) as number
        from
          waiting x
          join public.orders b on b.id = x.order_id
        order by number
        limit page_size offset (page - 1) * page_size
      ) w
      join public.orders o on o.id = w.order_id
  );
end
$$;
comment on function public.problem_queue is
  'Problems that an administrator has to decide, and allergen problems that are not settled: { total, items }. Orders that cost nothing last, then escalated ones first, oldest first. For administrators.';

create function public.decide_problem(problem_id uuid, decision text, text text, amount numeric default null)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  problem public.order_problems;
  words text;
begin
  perform private.require_administrator();
  -- First, as in answer_problem.
  perform private.lock_checkout_of(
    (select p.order_id from public.order_problems p where p.id = decide_problem.problem_id)
  );
  select * into problem from public.order_problems p where p.id = decide_problem.problem_id for no key update;
  words := private.problem_text(decide_problem.text, 1000, 'Your reason');
  if problem.id is null or problem.state <> 'escalated' then
    perform private.refuse(
      'PT409',
      'already_decided',
      'This has already been decided or closed. Please reload the page.'
    );
  elsif
    exists (
      select
      from
        public.orders o
        left join public.shops s on s.id = o.shop_id
      where o.id = problem.order_id and private.member_id() in (o.buyer_id, s.user_id)
    )
  then
    perform private.refuse('42501', 'own_order', 'This order is your own. Another administrator has to decide.');
  elsif
    decide_problem.decision not in ('refund', 'no_refund') is not false
    or (decide_problem.decision = 'refund') is distinct from (amount is not null)
  then
    perform private.refuse('22023', 'malformed', 'Please decide for a refund with its amount, or for none.');
  end if;
  if amount is not null then
    perform private.refund_sale(problem.order_id, amount, words, 'decision:' || problem.id);
  end if;
  update public.order_problems p
  set
    state = 'decided',
    decision = decide_problem.decision,
    decision_text = words,
    decision_amount = amount,
    decided_by = private.member_id(),
    decided_at = now()
  where p.id = problem.id
  returning *
  into problem;
  perform private.log_action(
    'decide',
    'order_problems',
    problem.id,
    words,
    jsonb_build_object('decision', jsonb_build_array(null, problem.decision), 'refund', jsonb_build_array(null, amount))
  );
  perform private.notify_of_problem(problem, 'problem-decided');
end
$$;
comment on function public.decide_problem is
  'Decides about an escalated problem: a refund of an amount from the order''s payment, or none. The reason is shown to buyer and shop, '
  'and the decision is logged. For administrators who are neither buyer nor seller. Refusals: PT409 decided, or more than is left to refund; 42501 own order; 22023 a value.';
