-- Scheduled commands with pg_cron's tables and functions, so that cron.schedule() in a migration works here as on Supabase. The backend
-- runs them (backend/cron). Source: https://github.com/citusdata/pg_cron

do $base$
begin
  -- Where pg_cron is installed, it runs the jobs.
  if exists (select from pg_catalog.pg_extension where extname = 'pg_cron') then
    return;
  end if;

  create table if not exists cron.job (
    jobid bigint generated always as identity primary key,
    schedule text not null,
    command text not null,
    nodename text not null default 'localhost',
    nodeport integer not null default coalesce(inet_server_port(), 5432),
    database text not null default current_database(),
    username text not null default current_user,
    active boolean not null default true,
    jobname text,
    constraint jobname_username_uniq unique (jobname, username)
  );
  comment on table cron.job is 'Scheduled jobs. Use cron.schedule, cron.alter_job and cron.unschedule to change them.';

  create table if not exists cron.job_run_details (
    jobid bigint,
    runid bigint generated always as identity primary key,
    job_pid integer,
    database text,
    username text,
    command text,
    status text,
    return_message text,
    start_time timestamptz,
    end_time timestamptz
  );
  comment on table cron.job_run_details is 'The runs of jobs and their status: running, succeeded or failed. Kept for a week.';
  create index if not exists job_run_details_start on cron.job_run_details (start_time);
  create index if not exists job_run_details_job on cron.job_run_details (jobid, runid);

  create table if not exists backend.cron_claims (
    jobid bigint primary key references cron.job (jobid) on delete cascade,
    due_at timestamptz not null,
    busy_until timestamptz
  );
  comment on table backend.cron_claims is 'The last claimed run of each job, so that one of several processes runs it.';
  comment on column backend.cron_claims.busy_until is 'During a run: when the claim expires if its process dies.';

  alter table cron.job enable row level security;
  alter table cron.job_run_details enable row level security;
  drop policy if exists cron_job_policy on cron.job;
  create policy cron_job_policy on cron.job using (username = current_user);
  drop policy if exists cron_job_run_details_policy on cron.job_run_details;
  create policy cron_job_run_details_policy on cron.job_run_details using (username = current_user);

  create or replace function backend.cron_field_is_valid(field text, lowest integer, highest integer, names text[])
  returns boolean language plpgsql immutable set search_path = '' as $$
  declare
    part text;
    bounds text[];
    first integer;
    last integer;
  begin
    foreach part in array string_to_array(lower(field), ',') loop
      bounds := regexp_match(part, '^(?:(\*)|(\d{1,2}|[a-z]{3})(?:-(\d{1,2}|[a-z]{3}))?)(?:/(\d{1,2}))?$');
      if bounds is null or bounds[4]::integer = 0 then
        return false;
      end if;
      continue when bounds[1] is not null;
      first := case when bounds[2] ~ '^\d' then bounds[2]::integer else array_position(names, bounds[2]) - 1 + lowest end;
      last := case when bounds[3] is null then first when bounds[3] ~ '^\d' then bounds[3]::integer
        else array_position(names, bounds[3]) - 1 + lowest end;
      if first is null or last is null or first not between lowest and highest or last not between lowest and highest or last < first then
        return false;
      end if;
    end loop;
    return true;
  end $$;
  comment on function backend.cron_field_is_valid is 'Whether a field of a schedule is valid: *, numbers, names, ranges, steps and lists of these.';

  create or replace function backend.cron_is_valid(schedule text) returns boolean
  language plpgsql immutable set search_path = '' as $$
  declare
    field text[] := regexp_split_to_array(btrim(schedule), '\s+');
  begin
    if lower(btrim(schedule)) ~ '^[1-5]?[0-9]\s+seconds?$' then
      return btrim(schedule) !~ '^0';
    end if;
    if lower(btrim(schedule)) in ('@yearly', '@annually', '@monthly', '@weekly', '@daily', '@midnight', '@hourly') then
      return true;
    end if;
    return coalesce(array_length(field, 1) = 5
      and backend.cron_field_is_valid(field[1], 0, 59, '{}')
      and backend.cron_field_is_valid(field[2], 0, 23, '{}')
      and (field[3] = '$' or backend.cron_field_is_valid(field[3], 1, 31, '{}'))
      and backend.cron_field_is_valid(field[4], 1, 12, '{jan,feb,mar,apr,may,jun,jul,aug,sep,oct,nov,dec}')
      and backend.cron_field_is_valid(field[5], 0, 7, '{sun,mon,tue,wed,thu,fri,sat}'), false);
  end $$;
  comment on function backend.cron_is_valid is 'Whether backend/cron/schedule.ts can parse the schedule.';

  create or replace function cron.schedule(job_name text, schedule text, command text) returns bigint
  language plpgsql set search_path = '' as $$
  declare
    new_id bigint;
  begin
    if not backend.cron_is_valid(schedule) then
      raise exception using errcode = '22023', message = format('invalid schedule: %s', schedule),
        hint = 'Use cron format (e.g. 5 4 * * *), or interval format ''[1-59] seconds''';
    end if;
    insert into cron.job (jobname, schedule, command) values (job_name, schedule, command)
    on conflict on constraint jobname_username_uniq do update set schedule = excluded.schedule, command = excluded.command
    returning jobid into new_id;
    return new_id;
  end $$;
  comment on function cron.schedule(text, text, text) is 'Runs a command on a schedule (UTC). An existing name replaces that job. Returns the job''s id.';

  create or replace function cron.schedule(schedule text, command text) returns bigint
  language sql set search_path = '' return cron.schedule(null, schedule, command);
  comment on function cron.schedule(text, text) is 'Runs a command on a schedule (UTC). Returns the job''s id.';

  create or replace function cron.unschedule(job_id bigint) returns boolean
  language plpgsql set search_path = '' as $$
  begin
    delete from cron.job where jobid = job_id;
    if not found then
      raise exception using errcode = 'P0002', message = format('could not find valid entry for job ''%s''', job_id);
    end if;
    return true;
  end $$;
  comment on function cron.unschedule(bigint) is 'Deletes a job by its id.';

  create or replace function cron.unschedule(job_name text) returns boolean
  language plpgsql set search_path = '' as $$
  begin
    delete from cron.job where jobname = job_name;
    if not found then
      raise exception using errcode = 'P0002', message = format('could not find valid entry for job ''%s''', job_name);
    end if;
    return true;
  end $$;
  comment on function cron.unschedule(text) is 'Deletes a job by its name.';

  create or replace function cron.alter_job(
    job_id bigint, schedule text default null, command text default null, database text default null, username text default null,
    active boolean default null
  ) returns void language plpgsql set search_path = '' as $$
  begin
    if schedule is not null and not backend.cron_is_valid(schedule) then
      raise exception using errcode = '22023', message = format('invalid schedule: %s', schedule);
    end if;
    update cron.job j set
      schedule = coalesce(alter_job.schedule, j.schedule),
      command = coalesce(alter_job.command, j.command),
      database = coalesce(alter_job.database, j.database),
      username = coalesce(alter_job.username, j.username),
      active = coalesce(alter_job.active, j.active)
    where j.jobid = job_id;
    if not found then
      raise exception using errcode = 'P0002', message = format('Job %s does not exist or you don''t own it', job_id);
    end if;
  end $$;
  comment on function cron.alter_job is 'Changes the given properties of a job.';

  create or replace function backend.notify_cron() returns trigger
  language plpgsql set search_path = '' as $$
  begin
    notify backend_cron;
    return null;
  end $$;
  comment on function backend.notify_cron() is 'Notifies the runner of changed jobs.';
  create or replace trigger notify_cron after insert or update or delete on cron.job
    for each statement execute function backend.notify_cron();

  revoke all on all functions in schema cron from public;
end
$base$;
