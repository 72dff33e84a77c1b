/** Reads and writes schema cron: jobs, claims and runs. */
import type { Database } from '#backend/database/database'

export interface Job {
  readonly id: string
  readonly name: string
  readonly schedule: string
  readonly command: string
  readonly username: string
  /** Whether it runs with the connection's own role. */
  readonly isOwn: boolean
}

export interface RunResult {
  readonly status: 'succeeded' | 'failed'
  readonly message: string
}

/** A claim that was not renewed for this long has expired, because its process has died. */
const leaseSeconds = 30
export const renewEveryMs = 10_000
const retentionDays = 7
/** pg_cron's message. */
const lostMessage = 'server restarted'

/** Whether pg_cron runs the jobs, or schema cron is missing. */
export async function usesPgCron(database: Database): Promise<boolean> {
  const text = `select to_regclass('backend.cron_claims') is null
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

/** A claimed run of a job. */
export interface Claim {
  readonly run: string
  readonly jobId: string
  readonly due: string
}

/**
 * Claims a run for this process, unless another process has claimed it or the previous run is still active. Earlier runs of the job
 * that still have the status `running` were lost with their process, and are marked as failed.
 * @returns undefined when the run was not claimed
 */
export async function claimRun(database: Database, job: Job, dueMs: number): Promise<Claim | undefined> {
  const text = `
    with claim as (
      insert into backend.cron_claims as t (jobid, due_at, busy_until)
      select j.jobid, $2::timestamptz, clock_timestamp() + interval '${leaseSeconds} seconds'
      from cron.job j where j.jobid = $1::bigint and j.active
      on conflict (jobid) do update set due_at = excluded.due_at, busy_until = excluded.busy_until
      where t.due_at < excluded.due_at and (t.busy_until is null or t.busy_until < clock_timestamp())
      returning t.jobid
    ), lost as (
      update cron.job_run_details d set status = 'failed', return_message = '${lostMessage}', end_time = clock_timestamp()
      from claim where d.jobid = claim.jobid and d.status = 'running'
    )
    insert into cron.job_run_details (jobid, database, username, command, status, start_time)
    select j.jobid, j.database, j.username, j.command, 'running', clock_timestamp()
    from claim join cron.job j using (jobid)
    returning runid`
  const due = new Date(dueMs).toISOString()
  const { rows } = await database.run({ text, values: [job.id, due] })
  const run = rows[0]?.[0]
  return run ? { run, jobId: job.id, due } : undefined
}

/** Extends the claim while the run is active. */
export async function renewClaim(database: Database, { jobId, due }: Claim): Promise<void> {
  const text = `update backend.cron_claims set busy_until = clock_timestamp() + interval '${leaseSeconds} seconds'
    where jobid = $1::bigint and due_at = $2::timestamptz and busy_until is not null`
  await database.run({ text, values: [jobId, due] })
}

export async function endRun(database: Database, claim: Claim, { status, message }: RunResult): Promise<void> {
  // A later claim by another process stays.
  const text = `
    with claim as (update backend.cron_claims set busy_until = null where jobid = $1::bigint and due_at = $5::timestamptz)
    update cron.job_run_details set status = $3, return_message = $4, end_time = clock_timestamp() where runid = $2::bigint`
  await database.run({ text, values: [claim.jobId, claim.run, status, message, claim.due] })
}

/** Called at the start. No other process uses an embedded database, so all its claims are stale. */
export async function releaseStaleClaims(database: Database): Promise<void> {
  if (database.kind === 'pglite')
    await database.run({
      text: 'update backend.cron_claims set busy_until = null where busy_until is not null',
      values: [],
    })
  await markLostRuns(database)
}

/** Marks runs whose process has died as failed. */
export async function markLostRuns(database: Database): Promise<void> {
  const text = `update cron.job_run_details d set status = 'failed', return_message = '${lostMessage}', end_time = clock_timestamp()
    where status = 'running'
      and not exists (select from backend.cron_claims t where t.jobid = d.jobid and t.busy_until > clock_timestamp())`
  await database.run({ text, values: [] })
}

export async function deleteOldRuns(database: Database): Promise<void> {
  const text = `delete from cron.job_run_details where start_time < now() - interval '${retentionDays} days'`
  await database.run({ text, values: [] })
}
