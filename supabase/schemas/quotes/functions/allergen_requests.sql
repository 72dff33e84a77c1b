-- Allergens in custom orders: what the buyer asks for in the brief, and what the seller answers in the quote.

create function private.allergen_group(allergen text)
returns text
language sql
immutable
parallel safe
return case
  when allergen = any ((private.allergen_kinds())[1:5]) then 'gluten'
  when allergen = any (private.allergen_kinds()) then 'nuts'
  when allergen = any (private.allergens()) then allergen
end;
comment on function private.allergen_group is
  'The legal allergen of a cereal or a nut, or the allergen itself. Null if it is unknown.';

create function private.declared_state(declared jsonb, allergen text)
returns text
language sql
immutable
parallel safe
set search_path = ''
as $$
  with
    states as (
      select d.key, d.value
      from jsonb_each_text(declared) d
      where private.allergen_group(d.key) = private.allergen_group(allergen)
    ),
    grouped as (
      select
        case
          when 'contains' = any (array_agg(s.value)) then 'contains'
          when 'may_contain' = any (array_agg(s.value)) then 'may_contain'
          else min(s.value) filter (where s.key = private.allergen_group(allergen))
        end as state
      from states s
    )
  select
    case
      when allergen = private.allergen_group(allergen) then g.state
      when private.contains_any(declared, allergen || private.kinds_of(allergen)) then 'contains'
      when 'may_contain' in (declared ->> allergen, declared ->> (private.kinds_of(allergen))[1]) then 'may_contain'
      when declared ? allergen then declared ->> allergen
      when g.state = 'free' or allergen = 'spelt' and declared ->> 'wheat' = 'free' then 'free'
      -- A declaration names what is contained. Nothing follows from that about traces of the others.
      when exists (
          select from states s where s.key <> private.allergen_group(allergen) and s.value = g.state
        ) then 'unknown'
      else g.state
    end
  from grouped g
$$;
comment on function private.declared_state is
  'What a declaration says about an allergen, a cereal or a nut. An allergen is as serious as its most serious kind. Null if undeclared. '
  'Unknown if it names other kinds of a group that is not free. Without names, each kind may be meant.';

create function private.food_words(value text)
returns text
language sql
immutable
parallel safe
return regexp_replace(
  regexp_replace(private.singular(private.search_line(value)), ' kiwi ?fruit(?= )', ' kiwi', 'g'),
  ' chil+[iye](?= )',
  ' chilli',
  'g'
);
comment on function private.food_words is
  'A text with each word in one form, as search compares it, and with one spelling of kiwi and chilli.';

create function private.names_ingredient(ingredients text, other text)
returns boolean
language sql
immutable
parallel safe
return replace(private.food_words(other), ' ', '') <> ''
and private.food_words(ingredients) ~ concat(
  ' ',
  regexp_replace(replace(private.food_words(other), ' ', ''), '(.)(?=.)', '\1 ?', 'g'),
  ' '
);
comment on function private.names_ingredient is
  'Whether a list of ingredients names this food: in singular or plural, in one word or two ("pinenuts"). domain/food/food-names.ts is the same rule.';

create function private.check_allergen_requests(requests jsonb)
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
  if requests is null then
    return;
  end if;
  if jsonb_typeof(requests) <> 'array' or jsonb_array_length(requests) not between 1 and 40 then
    perform private.refuse('22023', 'brief', 'A brief can name 1 to 40 allergens.');
  end if;
  if
    exists (
      select
      from jsonb_array_elements(requests) r (request)
      where
        jsonb_typeof(r.request) <> 'object'
        or not case
          when r.request ? 'allergen' then r.request - '{allergen,for}'::text[] = '{}'
          and jsonb_typeof(r.request -> 'allergen') = 'string'
          and private.allergen_group(r.request ->> 'allergen') is not null
          else r.request - '{other,for}'::text[] = '{}'
          and coalesce(jsonb_typeof(r.request -> 'other') = 'string', false)
          and char_length(r.request ->> 'other') <= 60
          and private.strip_invisible(r.request ->> 'other') = r.request ->> 'other'
          and private.is_one_line(r.request ->> 'other')
          and private.searchable(r.request ->> 'other') <> ''
        end
        or r.request ? 'for'
        and not (
          jsonb_typeof(r.request -> 'for') = 'string'
          and char_length(r.request ->> 'for') <= 60
          and private.strip_invisible(r.request ->> 'for') = r.request ->> 'for'
          and r.request ->> 'for' <> ''
          and private.is_one_line(r.request ->> 'for')
        )
    )
  then
    perform private.refuse(
      '22023',
      'brief',
      'Each allergen of a brief needs a name, and may say for whom, each in at most 60 characters.'
    );
  end if;
  if
    exists (
      select
      from
        jsonb_array_elements(requests) r (request)
        cross join unnest(private.allergens() || private.allergen_kinds()) known (name)
      where private.searchable(r.request ->> 'other') in (known.name, known.name || 's', rtrim(known.name, 's'))
    )
  then
    perform private.refuse(
      '22023',
      'brief',
      'Please choose this allergen from the list, so that it is compared with the declaration.'
    );
  end if;
  if
    (
      select count(distinct coalesce(r.request ->> 'allergen', private.searchable(r.request ->> 'other'))) < count(*)
      from jsonb_array_elements(requests) r (request)
    )
    or exists (
      -- Different answers about nuts and about walnuts would contradict each other.
      select
      from jsonb_array_elements(requests) r (request)
      where
        requests @> jsonb_build_array(
          jsonb_build_object(
            'allergen', nullif(private.allergen_group(r.request ->> 'allergen'), r.request ->> 'allergen')
          )
        )
    )
  then
    perform private.refuse(
      '22023',
      'brief',
      'A brief names each allergen once. Tree nuts include each nut, and gluten each of its cereals.'
    );
  end if;
end
$$;
comment on function private.check_allergen_requests is
  'Refuses malformed allergens of a brief: [{ allergen: one of the 14 or a kind | other: another food, for: a person, optional }].';

create function private.requests_in(answers jsonb)
returns jsonb
language sql
immutable
parallel safe
set search_path = ''
as $$
  select jsonb_agg(a.answer - 'answer' order by a.number)
  from jsonb_array_elements(answers) with ordinality a (answer, number)
$$;
comment on function private.requests_in is 'The requests that answers belong to: the same list without the answers.';

create function private.contradicted_answer(answers jsonb, declared jsonb, ingredients text)
returns text
language sql
immutable
parallel safe
set search_path = ''
as $$
  select coalesce(a.answer ->> 'other', a.answer ->> 'allergen')
  from jsonb_array_elements(answers) with ordinality a (answer, number)
  where
    not case
      when a.answer ? 'allergen' then coalesce(
        private.declared_state(declared, a.answer ->> 'allergen') = any (
          case a.answer ->> 'answer'
            when 'free' then '{free}'
            when 'kitchen' then '{may_contain,unknown}'
            else '{contains,may_contain,unknown}'
          end::text[]
        ),
        false
      )
      else a.answer ->> 'answer' = 'cannot'
      or not private.names_ingredient(ingredients, a.answer ->> 'other')
    end
  order by a.number
  limit 1
$$;
comment on function private.contradicted_answer is
  'The first allergen about which a declaration or its ingredients contradict the answer. Free needs free, kitchen needs may_contain. Null if all agree.';

create function private.check_quote_declaration(declaration jsonb)
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
  if
    declaration is null
    or jsonb_typeof(declaration) = 'object'
    and declaration - '{allergens,ingredients}'::text[] = '{}'
    and private.is_allergen_declaration(declaration -> 'allergens')
    and private.is_full_declaration(declaration -> 'allergens')
    and (
      not declaration ? 'ingredients'
      or jsonb_typeof(declaration -> 'ingredients') = 'string'
      and char_length(declaration ->> 'ingredients') <= 5000
    )
  then
    return;
  end if;
  perform private.refuse(
    '22023',
    'answers',
    'The declaration of an order needs all 14 allergens, and may have ingredients of at most 5,000 characters.'
  );
end
$$;
comment on function private.check_quote_declaration is
  'Refuses a malformed declaration of an order: { allergens: as in products.allergens, all 14, ingredients: text, optional }.';

create function private.verify_answers()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  product public.products;
  contradicted text;
begin
  if new.price_quote is null then
    new.allergen_answers := null;
    new.quote_declaration := null;
  else
    if
      jsonb_typeof(new.allergen_answers) <> 'array'
      or jsonb_path_exists(
        new.allergen_answers,
        '$[*] ? (!(@.answer == "free" || @.answer == "kitchen" || @.answer == "cannot"))'
      )
      or private.requests_in(new.allergen_answers) is distinct from new.brief -> 'allergens'
    then
      perform private.refuse('23514', 'answers', 'Please answer each allergen that the buyer asks about.');
    elsif new.allergen_answers is null and new.quote_declaration is not null then
      perform private.refuse(
        '23514',
        'answers',
        'A declaration for this order needs an allergen that the buyer asks about.'
      );
    end if;
    perform private.check_quote_declaration(new.quote_declaration);
    select * into product from public.products p where p.id = new.product_id;
    contradicted := private.contradicted_answer(
      new.allergen_answers,
      coalesce(
        new.quote_declaration -> 'allergens',
        private.add_allergens(product.allergens, product.required_allergens)
      ),
      case when new.quote_declaration is null then product.ingredients else new.quote_declaration ->> 'ingredients' end
    );
    -- The product of an order that is being paid may have changed. place_order checks that of a new one.
    if
      contradicted is not null
      and (new.price_quote, new.allergen_answers, new.quote_declaration) is distinct from (
        old.price_quote,
        old.allergen_answers,
        old.quote_declaration
      )
    then
      perform private.refuse(
        '23514',
        'answers_contradict',
        format(
          'Your answer about %s contradicts the declaration. Please declare it for this order, or change the answer.',
          contradicted
        )
      );
    end if;
  end if;
  if
    (new.quoted_at, new.price_quote, new.allergen_answers, new.quote_declaration) is distinct from (
      old.quoted_at,
      old.price_quote,
      old.allergen_answers,
      old.quote_declaration
    )
    or old.price_quote is not null
    and new.wanted_on is distinct from old.wanted_on
  then
    new.quote_version := old.quote_version + 1;
  end if;
  return new;
end
$$;
comment on function private.verify_answers is
  'Refuses a quote that does not answer each requested allergen, or whose answers contradict its declaration. Numbers the versions of the quote.';

create function private.add_quote_to_kitchen()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.widen_kitchen((select p.shop_id from public.products p where p.id = new.product_id), '{}', true);
  return null;
end
$$;
comment on function private.add_quote_to_kitchen is
  'An order that is quoted with nuts or traces of them ends a nut-free kitchen, as add_to_kitchen does.';

create function private.post_answers_message()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into public.chat_messages (chat_room_id, sender_id, content, type)
  values (new.id, new.seller_id, 'The answers about allergens were changed.', 'system');
  perform private.notify_buyer_of_quote(new, 'answers');
  return null;
end
$$;
comment on function private.post_answers_message is
  'Posts changed answers of a quote and notifies the buyer, who has to accept the quote again.';
