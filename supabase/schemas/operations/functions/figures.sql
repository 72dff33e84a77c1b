create function private.count_event()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform nextval(format('private.%I', tg_argv[0])::regclass);
  return null;
end
$$;
comment on function private.count_event is 'Adds one to the sequence that the trigger names.';

create function public.market_figures()
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select
    jsonb_build_object(
      'events', jsonb_build_object(
        'registration', (
          select
            case when s.is_called then s.last_value else 0 end
          from private.registrations s
        ),
        'order_placed', (
          select
            case when s.is_called then s.last_value else 0 end
          from private.orders_placed s
        ),
        'order_paid', (
          select
            case when s.is_called then s.last_value else 0 end
          from private.orders_paid s
        ),
        'refund', (
          select
            case when s.is_called then s.last_value else 0 end
          from private.refunds_made s
        ),
        'message', (
          select
            case when s.is_called then s.last_value else 0 end
          from private.messages_sent s
        ),
        'email_failed', (
          select
            case when s.is_called then s.last_value else 0 end
          from private.emails_failed s
        )
      ),
      'waiting', jsonb_build_object(
        'emails_due', (select count(*) from public.outbox o where o.status = 'waiting' and o.send_after <= now()),
        'emails_retrying', (select count(*) from public.outbox o where o.status = 'waiting' and o.attempts > 0),
        'pushes_due', (select count(*) from private.pushes p where p.send_after <= now()),
        'refunds_pending', (select count(*) from public.refunds r where r.status = 'pending')
      ),
      'oldest_due_email_seconds', coalesce(
        (
          select extract(epoch from now() - min(o.send_after))
          from public.outbox o
          where o.status = 'waiting' and o.send_after <= now()
        ),
        0
      )
    )
$$;
comment on function public.market_figures is
  'For the operator''s metrics: how often each event has happened, how many rows each queue has, and how long the oldest email is overdue.';
