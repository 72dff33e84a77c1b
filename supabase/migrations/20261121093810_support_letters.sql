-- What people write to us reaches the mailbox of whoever runs the site.

create function private.pass_on_to_support() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.outbox (recipient, template, data, dedupe_key)
  values (
    -- Which mailbox that is, the environment says; whoever sends letters knows it.
    'support@house.invalid',
    'support-enquiry',
    jsonb_build_object(
      'sender_name', coalesce(nullif(private.trimmed(new.sender_name), ''), 'A visitor'),
      'reply_to', new.sender_email,
      'subject', new.subject,
      'message', new.message
    ),
    format('contact_message:%s', new.id)
  );
  return null;
end $$;
comment on function private.pass_on_to_support() is 'Writes to support what the contact page was filled in with (template support-enquiry).';
revoke execute on function private.pass_on_to_support() from public;

create trigger pass_on_to_support after insert on public.contact_messages
  for each row when (new.shop_id is null) execute function private.pass_on_to_support();
