-- What time does to checkouts and to money on its way, every minute, wherever the schedule runs: pg_cron and pg_net on Supabase, the embedded backend's own here.

create function private.call_function(name text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  project_url text;
begin
  if to_regclass('vault.decrypted_secrets') is null or to_regproc('net.http_post') is null then
    return;
  end if;
  execute 'select decrypted_secret from vault.decrypted_secrets where name = $1' into project_url using 'project_url';
  if project_url is null then
    return;
  end if;
  execute 'select net.http_post(url := $1, body := $2, timeout_milliseconds := 60000)'
    using project_url || '/functions/v1/' || name, '{}'::jsonb;
end $$;
comment on function private.call_function(text) is
  'Calls a function of the project that needs no token, once this transaction has committed. On Supabase the vault has to hold project_url.';

create function private.settle_payments() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from public.refunds r where r.status = 'pending' and r.provider_refund_id is null and r.next_attempt_at <= now())
    or exists (
      select from public.transfers t join public.orders o on o.id = t.order_id
      join public.payment_accounts a on a.shop_id = o.shop_id and a.charges_enabled
      where t.status = 'pending' and t.next_attempt_at <= now()
    )
    or exists (
      select from public.payments p join public.checkouts c on c.id = p.checkout_id
      where p.status = 'pending' and p.provider = 'stripe' and p.session_id is not null and c.status in ('expired', 'cancelled')
        and c.created_at > now() - interval '2 days'
    )
  then
    perform private.call_function('settle-payments');
  end if;
end $$;
comment on function private.settle_payments() is 'Wakes the function that sends refunds and transfers, where there is something for it to do.';

revoke execute on function private.call_function(text), private.settle_payments() from public;

do $$
begin
  if to_regprocedure('cron.schedule(text, text, text)') is not null then
    perform cron.schedule('expire-checkouts', '* * * * *', 'select public.expire_checkouts()');
    perform cron.schedule('settle-payments', '* * * * *', 'select private.settle_payments()');
  end if;
end $$;
