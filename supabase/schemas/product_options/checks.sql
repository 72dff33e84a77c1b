create function private.options_text(options jsonb)
returns text
language sql
immutable
parallel safe
return (
  -- The constraint of the table refuses what is no list.
  select
    string_agg(
      concat(e.option ->> 'name', ': ', coalesce(e.option ->> 'value', '“' || (e.option ->> 'text') || '”', '…')),
      '; '
      order by e.position
    )
  from
    jsonb_array_elements(case jsonb_typeof(options) when 'array' then options end) with ordinality as e (
      option,
      position
    )
);
comment on function private.options_text is
  'Chosen options in words: ''Topping: Walnut; Message: “Happy birthday Ann”''. An erased answer is an ellipsis.';
