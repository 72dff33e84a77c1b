-- Figures of the marketplace for its operator: what has happened, and what waits.

-- Sequences count without locks, so that no two orders wait for each other. A count includes what was rolled back.
create sequence private.registrations;
create sequence private.orders_placed;
create sequence private.orders_paid;
create sequence private.refunds_made;
create sequence private.messages_sent;
create sequence private.emails_failed;

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
comment on function private.count_event() is 'Adds one to the sequence that the trigger names.';

create trigger count_registration
after insert on public.profiles
for each row
execute function private.count_event('registrations');
create trigger count_placed_order
after insert on public.orders
for each row
execute function private.count_event('orders_placed');
create trigger count_paid_order
after update of paid_at on public.orders
for each row
when (old.paid_at is null and new.paid_at is not null)
execute function private.count_event('orders_paid');
create trigger count_refund
after update of status on public.refunds
for each row
when (old.status <> 'succeeded' and new.status = 'succeeded')
execute function private.count_event('refunds_made');
create trigger count_refund_by_provider
after insert on public.refunds
for each row
when (new.status = 'succeeded')
execute function private.count_event('refunds_made');
create trigger count_message
after insert on public.chat_messages
for each row
execute function private.count_event('messages_sent');
create trigger count_failed_email
after update of status on public.outbox
for each row
when (old.status <> 'failed' and new.status = 'failed')
execute function private.count_event('emails_failed');

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
            case
              when s.is_called then s.last_value
              else 0
            end
          from private.registrations s
        ),
        'order_placed', (
          select
            case
              when s.is_called then s.last_value
              else 0
            end
          from private.orders_placed s
        ),
        'order_paid', (
          select
            case
              when s.is_called then s.last_value
              else 0
            end
          from private.orders_paid s
        ),
        'refund', (
          select
            case
              when s.is_called then s.last_value
              else 0
            end
          from private.refunds_made s
        ),
        'message', (
          select
            case
              when s.is_called then s.last_value
              else 0
            end
          from private.messages_sent s
        ),
        'email_failed', (
          select
            case
              when s.is_called then s.last_value
              else 0
            end
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
comment on function public.market_figures() is
  'For the operator''s metrics: how often each event has happened, how many rows each queue has, and how long the oldest email is overdue.';

grant execute on function public.market_figures() to service_role;
