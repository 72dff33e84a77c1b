-- Conversations between a buyer and a seller: rooms, messages, saved replies, rate limits and the effect of blocks.

create function private.quote_lines_total(lines jsonb)
returns numeric
language sql
immutable
parallel safe
set search_path = ''
as $$
  select sum((l.line ->> 'quantity')::numeric * (l.line ->> 'price')::numeric) from jsonb_array_elements(lines) l (line)
$$;
comment on function private.quote_lines_total is 'The sum of the lines of a quote, in pounds. Null without lines.';

create function private.max_food_price()
returns numeric
language sql
immutable
parallel safe
return 99000;
comment on function private.max_food_price is
  'The most that the food of an order costs, in pounds. Delivery and tips come on top, and a payment can be £99,999.99.';
