create function private.limit_reports()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  me uuid := private.member_id();
begin
  if me is null then
    return new;
  end if;
  perform pg_advisory_xact_lock(hashtext('reports'), hashtext(me::text));
  if
    exists (
      select
      from public.reports r
      where
        r.reporter_id = me
        and r.state = 'open'
        and (
          r.product_id = new.product_id
          or r.shop_id = new.shop_id
          or r.review_id = new.review_id
          or r.chat_room_id = new.chat_room_id
          or r.announcement_id = new.announcement_id
        )
    )
  then
    perform private.refuse('PT409', 'reported', 'You have already reported this. We are looking into it.');
  end if;
  if
    (select count(*) from public.reports r where r.reporter_id = me and r.created_at > now() - interval '1 hour') >= 10
    or (
      select count(*) from public.reports r where r.reporter_id = me and r.created_at > now() - interval '1 day'
    ) >= 30
  then
    perform private.refuse('PT429', 'rate_limit', 'You have sent many reports. Please try again later, or contact us.');
  end if;
  new.reason := private.trimmed(new.reason);
  new.details := nullif(private.trimmed(new.details), '');
  return new;
end
$$;
comment on function private.limit_reports is
  'Limits a member to one open report for each subject, 10 reports in an hour and 30 in a day.';

create function private.notify_all_administrators(title text, message text, link text, concerned uuid)
returns void
language sql
security definer
set search_path = ''
as $$
  -- One unread notification is enough. The linked page shows how much is waiting.
  select
    private.notify(
      u.id,
      'system',
      notify_all_administrators.title,
      notify_all_administrators.message,
      notify_all_administrators.link
    )
  from auth.users u
  where
    u.raw_app_meta_data ->> 'role' = 'admin'
    and u.deleted_at is null
    and coalesce(u.banned_until <= now(), true)
    and u.id is distinct from concerned
    and exists (select from public.profiles p where p.id = u.id)
    and not exists (
      select
      from public.notifications n
      where n.user_id = u.id and n.link = notify_all_administrators.link and not n.is_read
    )
$$;
comment on function private.notify_all_administrators is
  'Notifies administrators, except one whom it concerns and those with an unread notification of the same link.';

create function private.notify_administrators()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.notify_all_administrators(
    'New report',
    'A report is waiting for a decision.',
    '/admin',
    new.reporter_id
  );
  return null;
end
$$;
comment on function private.notify_administrators is
  'Notifies administrators of a new report, unless they have an unread notification of an earlier one.';

create function private.notify_suspension()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  about text := format('%s:%s', new.id, extract(epoch from clock_timestamp()));
  why text := (select r.suspension_reason from public.shop_records r where r.shop_id = new.id);
  data jsonb := jsonb_build_object('shop', new.name, 'reason', why);
begin
  if old.status = 'suspended' then
    update public.shop_records r set suspension_reason = null where r.shop_id = new.id;
  end if;
  if new.status = 'suspended' then
    perform private.notify(
      new.user_id,
      'system',
      'Your shop is suspended',
      format(
        '%s is hidden, and nobody can order from it.%s You can still complete paid orders, or cancel and refund them.',
        new.name,
        coalesce(' Reason: ' || rtrim(why, '.') || '.', '')
      ),
      '/seller/dashboard'
    );
    perform private.enqueue_email(new.user_id, 'shop-suspended', about, data);
  elsif old.status = 'suspended' and new.status = 'active' then
    perform private.notify(
      new.user_id,
      'system',
      'Your shop is open again',
      format('%s is visible again, and shoppers can order from it.', new.name),
      '/seller/dashboard'
    );
    perform private.enqueue_email(new.user_id, 'shop-restored', about, data - 'reason');
  end if;
  return null;
end
$$;
comment on function private.notify_suspension is
  'Notifies the owner of a suspended or restored shop in the app and by email, however the status was changed.';

-- Decisions.

create function public.moderation_queue(
  wanted_state text default 'open',
  wanted_subject text default null,
  page integer default 1,
  page_size integer default 20
)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  are_open boolean := wanted_state is distinct from 'closed';
  response jsonb;
begin
  perform private.require_administrator();
  if wanted_state not in ('open', 'closed') or page < 1 or page_size not between 1 and 50 then
    perform private.refuse('22023', 'malformed', 'Please request open or closed reports, in pages of at most 50.');
  end if;
  with
    subjects as (
      select
        r.subject,
        coalesce(r.product_id, r.shop_id, r.review_id, r.chat_room_id, r.announcement_id) as content_id,
        coalesce(r.product_id, r.shop_id, r.review_id, r.chat_room_id, r.announcement_id, r.id) as id,
        count(*) as reports,
        min(r.created_at) as first_at,
        max(r.resolved_at) as closed_at
      from public.reports r
      where (r.state = 'open') = are_open and (wanted_subject is null or r.subject = wanted_subject)
      group by 1, 2, 3
    ),
    shown as (
      select
        t.*,
        row_number() over (
          order by case when are_open then t.first_at end, case when not are_open then t.closed_at end desc, t.id
        ) as number
      from subjects t
      order by number
      limit page_size offset (page - 1) * page_size
    )
  select
    jsonb_build_object(
      'total', (select count(*) from subjects),
      'items', coalesce(
        jsonb_agg(
          jsonb_build_object(
            'subject', s.subject,
            'id', s.id,
            'report_count', s.reports,
            'first_at', s.first_at,
            'content', private.reported_content(s.subject, s.content_id),
            'reports', (
              select
                jsonb_agg(
                  jsonb_build_object(
                    'id', l.id,
                    'reason', l.reason,
                    'details', l.details,
                    'reporter', l.reporter,
                    'state', l.state,
                    'resolution', l.resolution,
                    'resolved_by', l.resolver,
                    'resolved_at', l.resolved_at,
                    'created_at', l.created_at
                  )
                  order by l.created_at desc, l.id
                )
              from
                (
                  select r.*, p.name as reporter, a.name as resolver
                  from
                    public.reports r
                    left join public.profiles p on p.id = r.reporter_id
                    left join public.profiles a on a.id = r.resolved_by
                  where
                    r.subject = s.subject
                    and (r.state = 'open') = are_open
                    and coalesce(r.product_id, r.shop_id, r.review_id, r.chat_room_id, r.announcement_id, r.id) = s.id
                  order by r.created_at desc, r.id
                  limit 20
                ) l
            )
          )
          order by s.number
        ),
        '[]'
      )
    )
  into response
  from shown s;
  return response;
end
$$;
comment on function public.moderation_queue is
  'Reported subjects with their latest 20 reports: { total, items: [{ subject, id, report_count, first_at, content, reports }] }. Open ones oldest first, closed ones latest first. For administrators.';

create function public.reported_conversation(room_id uuid)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  reported_at timestamptz;
  messages jsonb;
begin
  perform private.require_administrator();
  select max(r.created_at)
  into reported_at
  from public.reports r
  where r.chat_room_id = reported_conversation.room_id and r.state = 'open';
  if reported_at is null then
    perform private.refuse('PT404', 'report', 'This conversation has no open report.');
  end if;
  select
    coalesce(
      jsonb_agg(
        jsonb_build_object(
          'id', m.id,
          'sender_id', m.sender_id,
          'content', m.content,
          'type', m.type,
          'picture', m.picture,
          'created_at', m.created_at
        )
        order by m.created_at, m.id
      ),
      '[]'
    )
  into messages
  from
    (
      select *
      from public.chat_messages m
      where m.chat_room_id = reported_conversation.room_id and m.created_at <= reported_at
      order by m.created_at desc, m.id desc
      limit 100
    ) m;
  perform private.log_action(
    'read',
    'chat_rooms',
    reported_conversation.room_id,
    null,
    jsonb_build_object('messages', jsonb_build_array(null, jsonb_array_length(messages)))
  );
  return messages;
end
$$;
comment on function public.reported_conversation is
  'The last 100 messages of a conversation before its latest report, while that report is open. Excludes later messages and other conversations. Every call is logged. For administrators.';

create function private.close_reports(subject text, subject_id uuid, state text, resolution text)
returns void
language sql
set search_path = ''
as $$
  with
    closed as (
      update public.reports r
      set
        state = close_reports.state,
        resolution = close_reports.resolution,
        resolved_by = private.member_id(),
        resolved_at = now()
      where
        r.subject = close_reports.subject
        and r.state = 'open'
        and coalesce(
          r.product_id,
          r.shop_id,
          r.review_id,
          r.chat_room_id,
          r.announcement_id,
          r.id
        ) = close_reports.subject_id
      returning r.reporter_id
    )
  select
    private.notify(
      c.reporter_id,
      'system',
      'Thank you for your report',
      case close_reports.state
        when 'upheld' then 'We looked into your report and have acted on it.'
        else 'We looked into your report and found that no action is needed.'
      end,
      null
    )
  from (select distinct reporter_id from closed) c
$$;
comment on function private.close_reports is
  'Closes all open reports of a subject, even a deleted one, and notifies their reporters of the outcome.';

create function public.moderate(subject text, subject_id uuid, action text, reason text default null)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  reason_text text;
  product public.products;
  review public.reviews;
  shop public.shops;
  announcement public.announcements;
begin
  perform private.require_administrator();
  reason_text := private.normalise_reason(moderate.reason);
  if (moderate.subject, moderate.action) not in (
    ('product', 'hide'), ('product', 'restore'), ('product', 'dismiss'), ('review', 'hide'), ('review', 'restore'), ('review', 'dismiss'),
    ('shop', 'suspend'), ('shop', 'restore'), ('shop', 'dismiss'), ('conversation', 'uphold'), ('conversation', 'dismiss'),
    ('announcement', 'hide'), ('announcement', 'restore'), ('announcement', 'dismiss')
  ) is not false then
    perform private.refuse('22023', 'malformed', 'Please hide or restore a product, review or announcement, suspend or restore a shop, uphold a conversation''s report, or dismiss reports.');
  elsif moderate.action in ('hide', 'suspend') and reason_text is null then
    perform private.refuse('22023', 'reason', 'Please give a reason. The member concerned will see it.');
  end if;

  case moderate.subject || ' ' || moderate.action
    when 'product hide' then
      update public.products p set taken_down_at = now(), takedown_reason = reason_text
      where p.id = moderate.subject_id and p.taken_down_at is null returning * into product;
      perform private.expire_checkouts_of(array[product.id]);
      perform private.notify((select s.user_id from public.shops s where s.id = product.shop_id), 'system', 'We have hidden one of your products',
        format('%s is hidden from everyone else. Reason: %s. Please contact us once it is corrected.', product.name, rtrim(reason_text, '.')), '/seller/products');
    when 'product restore' then
      update public.products p set taken_down_at = null, takedown_reason = null
      where p.id = moderate.subject_id and p.taken_down_at is not null returning * into product;
      perform private.notify((select s.user_id from public.shops s where s.id = product.shop_id), 'system', 'One of your products is visible again',
        format('%s is no longer hidden.', product.name), '/seller/products');
    when 'review hide' then
      update public.reviews r set is_hidden = true where r.id = moderate.subject_id and not r.is_hidden returning * into review;
      perform private.notify(private.author_of(review), 'system', 'We have hidden one of your reviews',
        format('Nobody else sees it, and it no longer counts. Reason: %s.', rtrim(reason_text, '.')), '/profile?tab=orders');
    when 'review restore' then
      update public.reviews r set is_hidden = false where r.id = moderate.subject_id and r.is_hidden returning * into review;
      perform private.notify(private.author_of(review), 'system', 'One of your reviews is visible again', 'It is no longer hidden.', '/profile?tab=orders');
    when 'announcement hide', 'announcement restore' then
      announcement := private.hide_announcement(moderate.subject_id, moderate.action = 'hide', reason_text);
    when 'shop suspend' then
      update public.shop_records r set suspension_reason = reason_text
      where r.shop_id = (select s.id from public.shops s where s.id = moderate.subject_id and s.status = 'active' for no key update);
      update public.shops s set status = 'suspended'
      where s.id = moderate.subject_id and s.status = 'active' returning * into shop;
      perform private.expire_checkouts_of(array(select p.id from public.products p where p.shop_id = shop.id));
    when 'shop restore' then
      update public.shops s set status = 'active'
      where s.id = moderate.subject_id and s.status = 'suspended' returning * into shop;
    else null;
  end case;
  if moderate.action in ('hide', 'suspend', 'restore') and coalesce(product.id, review.id, shop.id, announcement.id) is null then
    perform private.refuse('PT409', 'already_decided', 'This has already been decided or deleted. Please reload the page.');
  end if;

  if moderate.action <> 'restore' then
    perform private.close_reports(moderate.subject, moderate.subject_id, case moderate.action when 'dismiss' then 'dismissed' else 'upheld' end, reason_text);
  end if;
  perform private.log_action(moderate.action, case moderate.subject when 'conversation' then 'chat_rooms' else moderate.subject || 's' end,
    moderate.subject_id, reason_text);
end $$;
comment on function public.moderate is
  'Hides or restores a product, review or announcement, suspends or restores a shop, upholds a report of a conversation, or '
  'dismisses reports. Closes the subject''s open reports (except when restoring), notifies the members concerned and the '
  'reporters, and logs the decision. The reason for hiding or suspending is shown to the member concerned; any other is a '
  'note. For administrators.';
