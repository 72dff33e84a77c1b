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
