/** Runs what cron.schedule() has planned: each turn of a job once, whichever of the processes on one database takes it. */
import type { Database } from '#backend/database/database'
import { DatabaseError } from '#backend/database/errors'
import {
  endLeftTurns,
  endRun,
  forgetOldRuns,
  isLeftToPgCron,
  type Job,
  markLostRuns,
  readJobs,
  renewEveryMs,
  renewTurn,
  takeTurn,
} from './job-rows.ts'
import { parseSchedule, type Schedule, ScheduleError } from './schedule.ts'

export interface CronOptions {
  readonly database: Database
  readonly log: { error(context: object, message: string): void; warn(context: object, message: string): void }
}

export interface Cron {
  /** Takes no more turns; resolves when the runs under way have ended. */
  close(): Promise<void>
}

interface Planned {
  readonly job: Job
  readonly schedule: Schedule
  readonly isOfSeconds: boolean
}

const minuteMs = 60_000
const housekeepingMs = 60 * minuteMs
/** So that a wake meant for a full second or minute never comes a moment before it. */
const afterTheTickMs = 5

export async function startCron({ database, log }: CronOptions): Promise<Cron> {
  if (await isLeftToPgCron(database)) return { close: async () => {} }
  await endLeftTurns(database)

  const running = new Map<string, Promise<void>>()
  let planned: Planned[] = []
  let timer: NodeJS.Timeout | undefined
  let closed = false
  // Turns missed while nobody ran are gone, as with pg_cron: what they would have done, the next does.
  let lookedAtMs = Date.now()
  let tidiedAtMs = 0
  let checkedAtMs = Date.now()

  const plan = async () => {
    planned = (await readJobs(database)).flatMap((job) => {
      try {
        return [{ job, schedule: parseSchedule(job.schedule), isOfSeconds: /second/i.test(job.schedule) }]
      } catch (error) {
        if (!(error instanceof ScheduleError)) throw error
        log.warn({ job: job.name, err: error }, 'a schedule cannot be read')
        return []
      }
    })
    wakeLater()
  }

  const wakeLater = () => {
    clearTimeout(timer)
    if (closed) return
    const gridMs = planned.some(({ isOfSeconds }) => isOfSeconds) ? 1_000 : minuteMs
    timer = setTimeout(wake, gridMs - (Date.now() % gridMs) + afterTheTickMs)
    timer.unref()
  }

  const wake = () => {
    const now = Date.now()
    for (const { job, schedule } of planned) {
      const due = schedule.lastDue(Math.max(lookedAtMs, now - housekeepingMs), now)
      if (due !== undefined && !running.has(job.id)) start(job, due)
    }
    lookedAtMs = Math.max(lookedAtMs, now)
    if (now - tidiedAtMs > housekeepingMs) {
      tidiedAtMs = now
      forgetOldRuns(database).catch((error: unknown) => log.error({ err: error }, 'old runs could not be forgotten'))
    }
    if (now - checkedAtMs >= minuteMs) {
      checkedAtMs = now
      markLostRuns(database).catch((error: unknown) => log.error({ err: error }, 'lost runs could not be marked'))
    }
    wakeLater()
  }

  const start = (job: Job, due: number) => {
    const run = runTurn({ database, log }, job, due)
      .then((failure) => {
        if (failure) log.warn({ job: job.name, err: failure }, 'a scheduled command failed')
      })
      .catch((error: unknown) => log.error({ job: job.name, err: error }, 'a scheduled command could not be run'))
      .finally(() => running.delete(job.id))
    running.set(job.id, run)
  }

  const planAgain = () => {
    if (!closed) plan().catch((error: unknown) => log.error({ err: error }, 'the schedules could not be read'))
  }
  const stopListening = await database.listen('backend_cron', planAgain)
  await plan()

  return {
    async close() {
      closed = true
      clearTimeout(timer)
      await stopListening()
      await Promise.all(running.values())
    },
  }
}

/** @returns what the command failed with, if it was ours to run and failed */
async function runTurn({ database, log }: CronOptions, job: Job, due: number): Promise<DatabaseError | undefined> {
  const turn = await takeTurn(database, job, due)
  if (!turn) return undefined
  const renewing = setInterval(() => {
    renewTurn(database, turn).catch((error: unknown) =>
      log.error({ job: job.name, err: error }, 'a run could not say that it goes on'),
    )
  }, renewEveryMs)
  try {
    const message = await runCommand(database, job)
    await endRun(database, turn, { status: 'succeeded', message })
    return undefined
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error
    await endRun(database, turn, { status: 'failed', message: `ERROR: ${error.message}` })
    return error
  } finally {
    clearInterval(renewing)
  }
}

/** Under the deadline of every statement. @returns the command tag. @throws DatabaseError */
async function runCommand(database: Database, { command, username, isOwn }: Job): Promise<string> {
  try {
    const session = isOwn ? undefined : { role: username, claims: '' }
    return (await database.run({ text: command, values: [] }, session)).tag
  } catch (error) {
    const isSeveral =
      error instanceof DatabaseError && error.code === '42601' && /multiple commands/.test(error.message)
    if (!isSeveral || !isOwn) throw error
    await database.script(command, { timed: true })
    return ''
  }
}
