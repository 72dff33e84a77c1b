/** The statements on schema cron: jobs, and the record of their runs. */
import type { Database } from '#backend/database/database'

export interface Job {
  readonly id: string
  readonly name: string
  readonly schedule: string
  readonly command: string
  readonly username: string
  /** Whether it runs as the connection's own role. */
  readonly isOwn: boolean
}

export interface Outcome {
  readonly status: 'succeeded' | 'failed'
  readonly message: string
}

/** Seconds after which a run is taken to have died with its process: well past every statement's deadline. */
const longestRunSeconds = 120
const keptDays = 7

/** Whether the server has pg_cron itself, or no schema cron of ours. */
export async function isLeftToPgCron(database: Database): Promise<boolean> {
  const text = `select to_regclass('backend.cron_turns') is null
    or exists (select from pg_catalog.pg_extension where extname = 'pg_cron')`
  const { rows } = await database.run({ text, values: [] })
  return rows[0]?.[0] === 't'
}

export async function readJobs(database: Database): Promise<Job[]> {
  const text = `select jobid, coalesce(jobname, 'job ' || jobid), schedule, command, username, username = current_user
    from cron.job where active and database = current_database() order by jobid`
  const { rows } = await database.run({ text, values: [] })
  return rows.map(([id, name, schedule, command, username, isOwn]) => ({
    id: id ?? '',
    name: name ?? '',
    schedule: schedule ?? '',
    command: command ?? '',
    username: username ?? '',
    isOwn: isOwn === 't',
  }))
}

/**
 * Takes the turn for this process, unless another has it or the turn before still runs.
 * @returns the id of the run, undefined where the turn is not ours
 */
export async function takeTurn(database: Database, job: Job, dueMs: number): Promise<string | undefined> {
  const text = `
    with turn as (
      insert into backend.cron_turns as t (jobid, due_at, busy_until)
      select j.jobid, $2::timestamptz, clock_timestamp() + interval '${longestRunSeconds} seconds'
      from cron.job j where j.jobid = $1::bigint and j.active
      on conflict (jobid) do update set due_at = excluded.due_at, busy_until = excluded.busy_until
      where t.due_at < excluded.due_at and (t.busy_until is null or t.busy_until < clock_timestamp())
      returning t.jobid
    )
    insert into cron.job_run_details (jobid, database, username, command, status, start_time)
    select j.jobid, j.database, j.username, j.command, 'running', clock_timestamp()
    from turn join cron.job j using (jobid)
    returning runid`
  const { rows } = await database.run({ text, values: [job.id, new Date(dueMs).toISOString()] })
  return rows[0]?.[0] ?? undefined
}

export async function endRun(database: Database, job: Job, run: string, { status, message }: Outcome): Promise<void> {
  const text = `
    with turn as (update backend.cron_turns set busy_until = null where jobid = $1::bigint)
    update cron.job_run_details set status = $3, return_message = $4, end_time = clock_timestamp() where runid = $2::bigint`
  await database.run({ text, values: [job.id, run, status, message] })
}

/** Runs whose process died while they went on. Nobody else uses an embedded database, so there it is all of them. */
export async function markLostRuns(database: Database): Promise<void> {
  const isLost =
    database.kind === 'pglite' ? 'true' : `start_time < clock_timestamp() - interval '${longestRunSeconds} seconds'`
  const text = `update cron.job_run_details set status = 'failed', return_message = 'server restarted', end_time = clock_timestamp()
    where status = 'running' and ${isLost}`
  await database.run({ text, values: [] })
  if (database.kind === 'pglite')
    await database.run({
      text: 'update backend.cron_turns set busy_until = null where busy_until is not null',
      values: [],
    })
}

export async function forgetOldRuns(database: Database): Promise<void> {
  const text = `delete from cron.job_run_details where start_time < now() - interval '${keptDays} days'`
  await database.run({ text, values: [] })
}
