/** cron.schedule() as in pg_cron: the tables are made by database/base, the runner is here. */
export { type Cron, type CronOptions, startCron } from './runner.ts'
