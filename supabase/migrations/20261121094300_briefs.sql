-- What a buyer wishes for: a brief in a known form, the buyer's until a price is quoted, told of in the conversation.

create function private.check_brief() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  brief jsonb := new.brief;
  folder text := 'chat_pictures/' || new.buyer_id || '/' || new.id || '/';
  today date := (now() at time zone 'Europe/London')::date;
begin
  if new.wanted_on is not null and (tg_op = 'INSERT' or new.wanted_on is distinct from old.wanted_on)
    and new.wanted_on not between today and today + 366 then
    perform private.refuse('22023', 'wanted_on', 'Please choose a day from today on, within a year.');
  end if;
  if brief is null or tg_op = 'UPDATE' and brief is not distinct from old.brief then
    return new;
  end if;
  if jsonb_typeof(brief) <> 'object' or brief - '{servings,budget,wishes,pictures}'::text[] <> '{}' then
    perform private.refuse('22023', 'brief', 'A brief says servings, budget, wishes and pictures.');
  end if;
  if brief ? 'servings' and (
    jsonb_typeof(brief -> 'servings') <> 'number' or (brief -> 'servings')::numeric not between 1 and 1000
    or (brief -> 'servings')::numeric % 1 <> 0
  ) then
    perform private.refuse('22023', 'brief', 'Servings are a whole number from 1 to 1,000.');
  end if;
  if brief ? 'budget' and (
    jsonb_typeof(brief -> 'budget') <> 'number' or (brief -> 'budget')::numeric not between 0.01 and 99999.99
    or (brief -> 'budget')::numeric * 100 % 1 <> 0
  ) then
    perform private.refuse('22023', 'brief', 'A budget is in pounds and pence, up to £99,999.99.');
  end if;
  if brief ? 'wishes' and (jsonb_typeof(brief -> 'wishes') <> 'string' or char_length(brief ->> 'wishes') > 2000) then
    perform private.refuse('22023', 'brief', 'Wishes have at most 2,000 characters.');
  end if;
  if brief ? 'pictures' and (jsonb_typeof(brief -> 'pictures') <> 'array' or jsonb_array_length(brief -> 'pictures') > 5) then
    perform private.refuse('22023', 'brief', 'A brief has at most 5 pictures.');
  end if;
  if brief ? 'pictures' and exists (
    select from jsonb_array_elements(brief -> 'pictures') p (path)
    where jsonb_typeof(p.path) <> 'string' or not starts_with(p.path #>> '{}', folder)
      or substr(p.path #>> '{}', char_length(folder) + 1) !~ '^[A-Za-z0-9_-][A-Za-z0-9_.-]{0,99}$'
  ) then
    perform private.refuse('22023', 'brief', 'Pictures of a brief lie with its buyer, in its conversation.');
  end if;
  return new;
end $$;
comment on function private.check_brief() is
  'A brief is { servings, budget, wishes, pictures: paths as in chat_messages.picture, of the buyer }, each of them optional.';

create function private.tell_brief() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  is_new boolean := new.brief is not null and (tg_op = 'INSERT' or old.brief is null);
  last public.chat_messages;
begin
  -- Only what the buyer does by themselves, and nothing of what a quote agrees.
  if auth.uid() is distinct from new.buyer_id or not is_new and tg_op = 'INSERT'
    or tg_op = 'UPDATE' and (new.brief, new.wanted_on) is not distinct from (old.brief, old.wanted_on) then
    return null;
  end if;
  select * into last from public.chat_messages m where m.chat_room_id = new.id order by m.created_at desc, m.id desc limit 1;
  -- Pictures follow their brief, and second thoughts the first: nobody has to be told in between.
  if last.type = 'system' and last.sender_id = new.buyer_id and last.content in ('Consultation requested.', 'The wishes were changed.') then
    update public.chat_rooms set updated_at = now() where id = new.id;
    return null;
  end if;
  insert into public.chat_messages (chat_room_id, sender_id, content, type)
  values (new.id, new.buyer_id, case when is_new then 'Consultation requested.' else 'The wishes were changed.' end, 'system');
  return null;
end $$;
comment on function private.tell_brief() is
  'A brief, and changes of it, appear in the conversation as a system message of the buyer, and are told of like what buyers write.';

revoke execute on function private.check_brief(), private.tell_brief() from public;

create trigger check_brief before insert or update of brief, wanted_on on public.chat_rooms
  for each row execute function private.check_brief();
create trigger tell_brief_at_start after insert on public.chat_rooms
  for each row when (new.brief is not null) execute function private.tell_brief();
create trigger tell_brief after update of brief, wanted_on on public.chat_rooms
  for each row when (new.price_quote is null) execute function private.tell_brief();

comment on column public.chat_rooms.brief is
  'What the buyer wishes for: { servings, budget, wishes, pictures }, checked by trigger. The buyer''s, until a price is quoted.';
