-- Reporting.

create function private.problem_report_until(this_order public.orders)
returns timestamptz
language sql
stable
security definer
set search_path = ''
as $$
  select
    case
      when this_order.paid_at is null or this_order.status = 'cancelled' then null
      -- An order that is not handed over yet has a problem once it is late.
      when this_order.status = 'processing' and this_order.due_at > now() at time zone 'Europe/London' then null
      else greatest(
        this_order.due_at at time zone 'Europe/London',
        (select max(e.created_at) from public.order_events e where e.order_id = this_order.id)
      ) + interval '30 days'
    end
$$;
comment on function private.problem_report_until is
  'Until when the buyer can report a problem: 30 days after the order was due or last changed. Null while nothing can be wrong yet.';

create function private.may_report_problem(of_order uuid)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select
    exists (
      select
      from public.orders o
      where o.id = of_order and o.buyer_id = (select private.member_id()) and private.problem_report_until(o) > now()
    )
$$;
comment on function private.may_report_problem is 'Whether the caller bought this order and can report a problem now.';

create function public.can_report_problem(public.orders)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select
    private.may_report_problem($1.id)
    and (
      select count(*) < 5 and bool_and(p.state in ('decided', 'closed')) is not false
      from public.order_problems p
      where p.order_id = $1.id
    )
$$;
comment on function public.can_report_problem is
  'Computed column: whether the caller may report a problem with this order now.';

-- The path of a picture is <buyer>/<order>/<file>.
create function private.are_problem_pictures(pictures text[], of_order uuid)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select
    not exists (
      select
      from unnest(pictures) picture
      where
        picture is null
        or picture not like format('problem\_pictures/%s/%s/_%%', (select private.member_id()), of_order)
        or not exists (
          select
          from storage.objects o
          where o.bucket_id = 'problem_pictures' and o.name = substr(picture, length('problem_pictures/') + 1)
        )
    )
$$;
comment on function private.are_problem_pictures is
  'Whether the caller uploaded each of these pictures for this order.';

create function private.problem_text(given text, longest integer, what text)
returns text
language plpgsql
immutable
set search_path = ''
as $$
begin
  if char_length(given) > longest then
    perform private.refuse('22023', 'reason', format('%s can have at most %s characters.', what, longest));
  elsif private.trimmed_length(given) < 2 is not false then
    perform private.refuse('22023', 'reason', format('%s is missing.', what));
  end if;
  return private.trimmed(given);
end
$$;
comment on function private.problem_text is 'A text about a problem, trimmed. Refuses an empty or a too long one.';

create function private.problem_kind_text(kind text)
returns text
language sql
immutable
parallel safe
return case kind
  when 'missing' then 'something is missing'
  when 'damaged' then 'something is damaged'
  when 'wrong' then 'something is not as ordered'
  else 'an allergen problem'
end;
comment on function private.problem_kind_text is 'The kind of a problem, as part of a sentence.';

create function private.notify_of_problem(problem public.order_problems, template text)
returns void
language plpgsql
set search_path = ''
as $$
declare
  this_order public.orders;
  seller uuid;
  data jsonb;
  buyer_link text;
  seller_link text;
  kind text := case problem.kind when 'allergen' then 'safety' else 'order' end;
  buyer_name text;
begin
  select * into this_order from public.orders o where o.id = problem.order_id;
  select s.user_id into seller from public.shops s where s.id = this_order.shop_id;
  buyer_name := coalesce(this_order.buyer_name, 'A buyer');
  buyer_link := '/order/' || this_order.id;
  seller_link := '/seller/orders?order=' || this_order.id;
  data := jsonb_build_object(
    'order_id', this_order.id,
    'shop', this_order.shop_name,
    'buyer', buyer_name,
    'kind', problem.kind,
    'details', problem.details,
    'wanted', problem.wanted,
    'answer', problem.answer,
    'answer_text', problem.answer_text,
    'refund', problem.refund_amount,
    'appeal', problem.appeal,
    'decision', problem.decision,
    'decision_text', problem.decision_text,
    'decision_amount', problem.decision_amount
  );
  case template
    when 'problem-reported' then
      perform private.notify(
        seller,
        kind,
        case problem.kind when 'allergen' then 'Urgent: an allergen problem' else 'A problem with an order' end,
        format(
          '%s reports that there is %s: “%s” Please answer within 48 hours.',
          buyer_name,
          case problem.kind when 'allergen' then 'an allergen problem' else private.problem_kind_text(problem.kind) end,
          left(problem.details, 500)
        ),
        seller_link
      );
      perform private.enqueue_email(seller, template, problem.id::text, data);
    when 'problem-answered' then
      perform private.notify(
        this_order.buyer_id,
        kind,
        'The shop has answered',
        format(
          '%s %s “%s”',
          this_order.shop_name,
          case problem.answer
            when 'refund' then format('refunds £%s.', problem.refund_amount)
            when 'replacement' then 'offers a replacement.'
            else 'does not agree.'
          end,
          problem.answer_text
        ),
        buyer_link
      );
      -- A changed answer is another email.
      perform private.enqueue_email(
        this_order.buyer_id,
        template,
        concat_ws(':', problem.id, problem.answer, problem.refund_amount, md5(problem.answer_text)),
        data
      );
    when 'problem-escalated' then
      perform private.notify(
        seller,
        kind,
        'We have been asked to decide',
        format(
          '%s asked us to decide about the problem with the order of %s.',
          buyer_name,
          private.order_summary(this_order.id)
        ),
        seller_link
      );
      perform private.enqueue_email(seller, template, problem.id::text, data);
    when 'problem-decided' then
      perform private.notify(
        this_order.buyer_id,
        kind,
        'We have decided about your problem',
        problem.decision_text,
        buyer_link
      );
      perform private.notify(seller, kind, 'We have decided about a problem', problem.decision_text, seller_link);
      perform private.enqueue_email(
        this_order.buyer_id,
        template,
        problem.id || ':buyer',
        data || '{"is_seller": false}'
      );
      perform private.enqueue_email(seller, template, problem.id || ':seller', data || '{"is_seller": true}');
  end case;
end
$$;
comment on function private.notify_of_problem is
  'Notifies and emails the members whom a step of a problem concerns. The template names the step.';

create function public.report_problem(order_id uuid, kind text, details text, wanted text, pictures text[] default '{}')
returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  this_order public.orders;
  problem public.order_problems;
begin
  select *
  into this_order
  from public.orders o
  where o.id = report_problem.order_id and o.buyer_id = private.member_id()
  for no key update;
  if not found then
    perform private.refuse('PT404', 'order', 'This order doesn’t exist or isn’t yours.');
  elsif (private.problem_report_until(this_order) > now()) is not true then
    perform private.refuse(
      'PT409',
      'too_late',
      case
        when private.problem_report_until(this_order) is null then 'A problem can be reported once the order is due.'
        else 'A problem can be reported for 30 days. Please message the seller.'
      end
    );
  elsif
    report_problem.kind not in ('missing', 'damaged', 'wrong', 'allergen') is not false
    or report_problem.wanted not in ('refund', 'replacement', 'answer') is not false
  then
    perform private.refuse('22023', 'malformed', 'Please choose what is wrong and what you would like.');
  elsif
    exists (
      select
      from public.order_problems p
      where p.order_id = this_order.id and p.state in ('open', 'answered', 'escalated')
    )
  then
    perform private.refuse('PT409', 'reported', 'You have already reported a problem with this order.');
  elsif (select count(*) from public.order_problems p where p.order_id = this_order.id) >= 5 then
    perform private.refuse('PT409', 'too_many', 'You have reported five problems with this order. Please contact us.');
  elsif
    (
      select count(*) filter (where p.created_at > now() - interval '1 hour') >= 10 or count(*) >= 30
      from
        public.order_problems p
        join public.orders o on o.id = p.order_id
      where o.buyer_id = this_order.buyer_id and p.created_at > now() - interval '1 day'
    )
  then
    perform private.refuse(
      'PT429',
      'rate_limit',
      'You have reported many problems. Please try again later, or contact us.'
    );
  elsif
    cardinality(coalesce(pictures, '{}')) > 4
    or not private.are_problem_pictures(coalesce(pictures, '{}'), this_order.id)
  then
    perform private.refuse('42501', 'picture', 'A problem can show at most four pictures, which you uploaded for it.');
  end if;
  insert into public.order_problems (order_id, kind, details, wanted, pictures)
  values
    (
      this_order.id,
      report_problem.kind,
      private.problem_text(report_problem.details, 2000, 'What happened'),
      report_problem.wanted,
      coalesce(report_problem.pictures, '{}')
    )
  returning *
  into problem;
  perform private.notify_of_problem(problem, 'problem-reported');
  if problem.kind = 'allergen' then
    perform private.notify_all_administrators(
      'A buyer reports an allergen problem',
      'Please look at it soon.',
      '/admin?tab=problems',
      this_order.buyer_id
    );
  end if;
  return problem.id;
end
$$;
comment on function public.report_problem is
  'Reports a problem with the caller''s order, one at a time and five in all, until 30 days after it was due. Administrators are '
  'told of an allergen problem at once. Returns the id. Refusals: PT404 order; PT409 too early, too late, reported, too many; PT429 ten in an hour, 30 in a day; 42501 picture; 22023 a value.';

-- Pictures, and the deletion of accounts.

create function private.sees_problem_picture(name text)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select
    exists (
      select
      from
        public.order_problems p
        join public.orders o on o.id = p.order_id
      where
        'problem_pictures/' || sees_problem_picture.name = any (p.pictures)
        and o.id::text = split_part(sees_problem_picture.name, '/', 2)
        and (
          o.shop_id = private.own_shop_id()
          or (p.escalated_at is not null or p.kind = 'allergen')
          and private.is_administrator()
        )
    )
$$;
comment on function private.sees_problem_picture is
  'Whether a problem with an order of the caller''s shop shows this picture, or an administrator may see it.';

create function private.is_shown_by_problem(name text)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select
    exists (
      select
      from public.order_problems p
      where
        p.order_id::text = split_part(is_shown_by_problem.name, '/', 2)
        and 'problem_pictures/' || is_shown_by_problem.name = any (p.pictures)
    )
$$;
comment on function private.is_shown_by_problem is 'Whether a problem shows the picture at this path in its bucket.';

create function private.erase_problem_texts(of_order uuid)
returns void
language sql
set search_path = ''
as $$
  update public.order_problems p
  set
    details = null,
    appeal = null,
    pictures = '{}'
  where p.order_id = of_order
$$;
comment on function private.erase_problem_texts is
  'Erases what a buyer wrote about problems when the account is deleted.';
