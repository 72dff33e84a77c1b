-- Until when a buyer can cancel, and what goes back: the shop's own terms or the marketplace's. The pickup address is shown from then on.

create function private.hand_over_at(this_order public.orders)
returns timestamptz
language sql
stable
return case
  when this_order.fulfilment = 'pickup' then this_order.pickup_date + this_order.pickup_start
  when this_order.delivery_date is not null then this_order.delivery_date + coalesce(this_order.delivery_start, '00:00')
  else this_order.agreed_on::timestamp
end at time zone 'Europe/London';
comment on function private.hand_over_at is
  'When an order is handed over, as agreed: the start of its window, or of its day. Null for a delivery without an agreed day.';

create function private.with_cancellation_terms(this_order public.orders, is_new boolean)
returns public.orders
language plpgsql
stable
set search_path = ''
as $$
declare
  hand_over timestamptz := private.hand_over_at(this_order);
begin
  if is_new and this_order.cancel_hours_before is null then
    select s.cancel_hours_before, s.cancel_refund_percent
    into this_order.cancel_hours_before, this_order.cancel_refund_percent
    from public.shops s
    where s.id = this_order.shop_id;
  end if;
  -- A shop's terms count from the hand-over. An order without an agreed one has the marketplace's.
  this_order.refundable_in_part_until := case
    when this_order.paid_at is not null and this_order.cancel_hours_before is not null then hand_over
  end;
  this_order.cancellable_until := case
    when this_order.refundable_in_part_until is not null then hand_over - interval '1 hour' * this_order.cancel_hours_before
    when this_order.paid_at is not null then least(
      this_order.paid_at + interval '24 hours',
      case this_order.fulfilment when 'pickup' then hand_over - interval '4 hours' end
    )
  end;
  return this_order;
end
$$;
comment on function private.with_cancellation_terms is
  'An order with its shop''s cancellation terms, copied when it is new, and until when it can be cancelled as soon as it is paid. '
  'Without own terms: 24 hours after payment or 4 hours before pickup, whichever comes first.';

create function private.check_shown_terms("order" jsonb, shop uuid)
returns void
language plpgsql
stable
set search_path = ''
as $$
declare
  shown jsonb := private.request_part("order", shop) -> 'cancellation';
  changed text := (
    select s.name
    from public.shops s
    where
      s.id = shop
      and shown is distinct from case
        when s.cancel_hours_before is null then 'null'
        else jsonb_build_object('hours_before', s.cancel_hours_before, 'refund_percent', s.cancel_refund_percent)
      end
  );
begin
  if shown is not null and changed is not null then
    perform private.refuse(
      'PT409',
      'terms_changed',
      format('The cancellation terms of %s have just changed. Please check them again.', changed),
      jsonb_build_object('shop_id', shop)
    );
  end if;
end
$$;
comment on function private.check_shown_terms is
  'Refuses an order whose cancellation terms are others than the request says the buyer was shown.';

create function private.pickup_address_from(this_order public.orders)
returns timestamptz
language sql
stable
set search_path = ''
-- One minute after cancelling ends, so a cancellation at the last moment is finished.
as $$
  select this_order.cancellable_until + interval '1 minute'
$$;
comment on function private.pickup_address_from is
  'The latest time at which the buyer of a paid order sees the pickup address.';

create function private.shows_pickup_address(this_order public.orders)
returns boolean
language sql
stable
set search_path = ''
as $$
  select
    coalesce(
      this_order.paid_at is not null
      and (
        this_order.status in ('ready', 'delivered')
        or this_order.status = 'processing'
        and now() >= private.pickup_address_from(this_order)
      ),
      false
    )
$$;
comment on function private.shows_pickup_address is 'Whether the buyer may see the pickup address of an order.';
