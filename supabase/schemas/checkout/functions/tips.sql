create function private.order_tip(given jsonb)
returns numeric
language plpgsql
immutable
set search_path = ''
as $$
declare
  tip jsonb := coalesce(nullif(given -> 'tip', 'null'), '0');
  pounds numeric := case jsonb_typeof(tip) when 'number' then (tip #>> '{}')::numeric end;
begin
  if pounds between 0 and 50 and pounds = round(pounds, 2) then
    return pounds;
  end if;
  perform private.refuse(
    '22023',
    'tip',
    'Please enter a tip of up to £50, in pounds and pence.',
    jsonb_build_object('shop_id', given -> 'shop_id')
  );
end
$$;
comment on function private.order_tip is 'The tip in the part of an order request for one shop. 0 without one.';

create function private.check_tip(part private.order_part, food numeric, has_deposit boolean)
returns void
language plpgsql
immutable
set search_path = ''
as $$
begin
  if part.tip > 0 and has_deposit then
    perform private.refuse(
      '22023',
      'tip',
      'An order with a deposit takes no tip.',
      jsonb_build_object('shop_id', part.shop_id)
    );
    -- It pays no fee, so a shop could otherwise sell for 30p and ask for the rest as a tip.
  elsif part.tip > food then
    perform private.refuse(
      '22023',
      'tip',
      'A tip can be at most as much as the food.',
      jsonb_build_object('shop_id', part.shop_id)
    );
  end if;
end
$$;
comment on function private.check_tip is
  'Refuses a tip if a deposit leaves a balance, and one of more than the food of its shop, less its discount.';

create function private.refunded_tip(status public.order_status, tip numeric, received numeric, refunded numeric)
returns numeric
language sql
immutable
parallel safe
return case status when 'cancelled' then least(tip, refunded) else greatest(0, refunded - (received - tip)) end;
comment on function private.refunded_tip is
  'What of an order''s refunds is its tip. A cancellation refunds the tip first. Any other refund reaches it once everything else is refunded.';
