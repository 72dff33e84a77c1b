/** cron.schedule() as in pg_cron. database/base creates the tables; the runner is here. */
export { startCron } from './runner.ts'
