/** Runs scheduled jobs. Each run is claimed by one of the processes on a database. */
import type { Database } from '#backend/database/database'
import { DatabaseError } from '#backend/database/errors'
import {
  claimRun,
  deleteOldRuns,
  endRun,
  type Job,
  markLostRuns,
  readJobs,
  releaseStaleClaims,
  renewClaim,
  renewEveryMs,
  usesPgCron,
} from './job-rows.ts'
import { parseSchedule, type Schedule, ScheduleError } from './schedule.ts'

export interface CronOptions {
  readonly database: Database
  readonly log: { error(context: object, message: string): void; warn(context: object, message: string): void }
}

export interface Cron {
  /** Claims no more runs; resolves when the active ones have ended. */
  close(): Promise<void>
}

interface ScheduledJob {
  readonly job: Job
  readonly schedule: Schedule
  readonly hasSeconds: boolean
}

const minuteMs = 60_000
const cleanupIntervalMs = 60 * minuteMs
/** Due times further back are skipped, which bounds the search after the machine was suspended. */
const maxLookbackMs = 60 * minuteMs
/** A margin, so that a timer for a full second or minute never fires before it. */
const tickMarginMs = 5

export async function startCron({ database, log }: CronOptions): Promise<Cron> {
  if (await usesPgCron(database)) return { close: async () => {} }
  await releaseStaleClaims(database)

  const running = new Map<string, Promise<void>>()
  let scheduled: ScheduledJob[] = []
  let timer: NodeJS.Timeout | undefined
  let closed = false
  // Runs missed while no process was running are skipped, as by pg_cron.
  let checkedUntilMs = Date.now()
  let cleanedAtMs = 0
  let lostRunsMarkedAtMs = Date.now()

  const loadJobs = async () => {
    scheduled = (await readJobs(database)).flatMap((job) => {
      try {
        return [{ job, schedule: parseSchedule(job.schedule), hasSeconds: /second/i.test(job.schedule) }]
      } catch (error) {
        if (!(error instanceof ScheduleError)) throw error
        log.warn({ job: job.name, err: error }, 'job has an invalid schedule and is not run')
        return []
      }
    })
    scheduleWake()
  }

  const scheduleWake = () => {
    clearTimeout(timer)
    if (closed) return
    const gridMs = scheduled.some(({ hasSeconds }) => hasSeconds) ? 1_000 : minuteMs
    timer = setTimeout(wake, gridMs - (Date.now() % gridMs) + tickMarginMs)
    timer.unref()
  }

  const wake = () => {
    const now = Date.now()
    for (const { job, schedule } of scheduled) {
      const due = schedule.lastDue(Math.max(checkedUntilMs, now - maxLookbackMs), now)
      if (due !== undefined && !running.has(job.id)) start(job, due)
    }
    checkedUntilMs = Math.max(checkedUntilMs, now)
    if (now - cleanedAtMs > cleanupIntervalMs) {
      cleanedAtMs = now
      deleteOldRuns(database).catch((error: unknown) => log.error({ err: error }, 'old job runs could not be deleted'))
    }
    if (now - lostRunsMarkedAtMs >= minuteMs) {
      lostRunsMarkedAtMs = now
      markLostRuns(database).catch((error: unknown) => log.error({ err: error }, 'lost job runs could not be marked'))
    }
    scheduleWake()
  }

  const start = (job: Job, due: number) => {
    const run = runJob({ database, log }, job, due)
      .then((failure) => {
        if (failure) log.warn({ job: job.name, err: failure }, 'scheduled command failed')
      })
      .catch((error: unknown) => log.error({ job: job.name, err: error }, 'scheduled command could not be run'))
      .finally(() => running.delete(job.id))
    running.set(job.id, run)
  }

  const reload = () => {
    if (!closed) loadJobs().catch((error: unknown) => log.error({ err: error }, 'schedules could not be read'))
  }
  const stopListening = await database.listen('backend_cron', reload)
  await loadJobs()

  return {
    async close() {
      closed = true
      clearTimeout(timer)
      await stopListening()
      await Promise.all(running.values())
    },
  }
}

/** @returns the command's error, if this process ran it and it failed */
async function runJob({ database, log }: CronOptions, job: Job, due: number): Promise<DatabaseError | undefined> {
  const claim = await claimRun(database, job, due)
  if (!claim) return undefined
  const renewing = setInterval(() => {
    renewClaim(database, claim).catch((error: unknown) =>
      log.error({ job: job.name, err: error }, 'job claim could not be renewed'),
    )
  }, renewEveryMs)
  try {
    const message = await runCommand(database, job)
    await endRun(database, claim, { status: 'succeeded', message })
    return undefined
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error
    await endRun(database, claim, { status: 'failed', message: `ERROR: ${error.message}` })
    return error
  } finally {
    clearInterval(renewing)
  }
}

/** Runs with the statement timeout. @returns the command tag. @throws DatabaseError */
async function runCommand(database: Database, { command, username, isOwn }: Job): Promise<string> {
  try {
    const session = isOwn ? undefined : { role: username, claims: '' }
    return (await database.run({ text: command, values: [] }, session)).tag
  } catch (error) {
    const hasSeveralStatements =
      error instanceof DatabaseError && error.code === '42601' && /multiple commands/.test(error.message)
    if (!hasSeveralStatements || !isOwn) throw error
    await database.script(command, { timed: true })
    return ''
  }
}
