-- The name sorts last, so this trigger sees what the others of the same row have changed.
create trigger verify_answers
before update of price_quote, brief, wanted_on, allergen_answers, quote_declaration on public.chat_rooms
for each row
execute function private.verify_answers();
create trigger add_quote_to_kitchen
after update of quote_declaration on public.chat_rooms
for each row
when (private.may_have_nuts(new.quote_declaration -> 'allergens'))
execute function private.add_quote_to_kitchen();
create trigger post_answers_message
after update of allergen_answers, quote_declaration on public.chat_rooms
for each row
when
  (
    -- A revised quote has a message of its own.
    old.price_quote = new.price_quote
    and old.quoted_at is not distinct from new.quoted_at
    and (old.allergen_answers, old.quote_declaration) is distinct from (new.allergen_answers, new.quote_declaration)
  )
execute function private.post_answers_message();

-- Fires for every update that writes the column, even with the same value, so a second quote with an equal price is refused too.
create trigger enforce_quote
before update of price_quote on public.chat_rooms
for each row
execute function private.enforce_quote();
create trigger enforce_quote_terms
before update of brief, wanted_on, quote_expires_at, allergen_answers, quote_declaration on public.chat_rooms
for each row
execute function private.enforce_quote_terms();
create trigger post_quote_message
after update of price_quote on public.chat_rooms
for each row
execute function private.post_quote_message();
create trigger check_brief
before insert or update of brief, wanted_on on public.chat_rooms
for each row
execute function private.check_brief();
create trigger post_brief_message_at_start
after insert on public.chat_rooms
for each row
when (new.brief is not null)
execute function private.post_brief_message();
create trigger post_brief_message
after update of brief, wanted_on on public.chat_rooms
for each row
when (new.price_quote is null)
execute function private.post_brief_message();
create trigger post_renewal_message
after update of wanted_on, quote_expires_at on public.chat_rooms
for each row
when
  (
    old.price_quote = new.price_quote
    and old.quoted_at is not distinct from new.quoted_at
    and (old.wanted_on, old.quote_expires_at) is distinct from (new.wanted_on, new.quote_expires_at)
  )
execute function private.post_renewal_message();
create trigger post_payment_message
after update of is_paid on public.chat_rooms
for each row
when (new.is_paid and not old.is_paid and new.price_quote is not null)
execute function private.post_payment_message();

create trigger record_quote_version_at_start
after insert on public.chat_rooms
for each row
when (new.price_quote is not null)
execute function private.record_quote_version();
create trigger record_quote_version
after update on public.chat_rooms
for each row
when
  (
    new.price_quote is not null
    and (new.quote_version, new.quote_expires_at) is distinct from (old.quote_version, old.quote_expires_at)
  )
execute function private.record_quote_version();
