-- What people may take with them that no table shows them: where they are signed in, and which pictures are theirs.

create function public.own_sessions() returns table (signed_in_at timestamptz, renewed_at timestamptz, browser text, network_address text)
language sql stable security definer set search_path = ''
as $$
  select s.created_at, s.updated_at, s.user_agent, host(s.ip) from auth.sessions s
  where s.user_id = auth.uid() order by s.created_at desc
$$;
comment on function public.own_sessions() is 'The devices on which whoever is asking is signed in.';

create function public.own_pictures(after_bucket text default '', after_path text default '', page_size integer default 200)
returns table (bucket text, path text)
language sql stable security definer set search_path = ''
as $$
  select o.bucket_id, o.name from storage.objects o
  where o.bucket_id in ('product_images', 'shop_images', 'profile_images', 'review_pictures', 'chat_pictures')
    -- The characters after the slash: an index on the name finds the folder.
    and o.name collate "C" > auth.uid()::text || '/' and o.name collate "C" < auth.uid()::text || '0'
    and (o.bucket_id collate "C", o.name collate "C") > (after_bucket, after_path)
  order by o.bucket_id collate "C", o.name collate "C"
  limit least(page_size, 1000)
$$;
comment on function public.own_pictures(text, text, integer) is 'The pictures that whoever is asking has put here, page by page.';

revoke execute on function public.own_sessions(), public.own_pictures(text, text, integer) from public, anon;
grant execute on function public.own_sessions(), public.own_pictures(text, text, integer) to authenticated, service_role;
