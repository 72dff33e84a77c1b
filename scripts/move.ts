/**
 * `npm run move -- [--from PLACE] [--to PLACE] [--dry-run] [--finish] [--replace]`: moves a market. A place is a data folder, or the
 * database of FROM_DATABASE_URL or TO_DATABASE_URL with --from-api or --to-api, the URL of its API. FROM_SERVICE_KEY and
 * TO_SERVICE_KEY are the APIs' keys.
 */
import { parseArgs } from 'node:util'
import { apiOf, placeOf, runCommand } from './market/command.ts'
import { inThisRelease, MoveError, move, requireThisRelease } from './market/move.ts'
import { isDatabase, openPlace } from './market/place.ts'
import { withSource } from './market/source.ts'

const usage = `Usage: npm run move -- [--from PLACE] [--to PLACE] [--from-api URL] [--to-api URL] [--dry-run] [--finish] [--replace]
  PLACE       a data folder whose server has stopped, or postgres://HOST/DATABASE
  FROM_DATABASE_URL and TO_DATABASE_URL in the environment name a database with its password, which arguments would show to others
  --from-api  the URL of the source's API, for a database; its service key is FROM_SERVICE_KEY
  --to-api    the URL of the target's API, for a database; its service key is TO_SERVICE_KEY
  --dry-run   only lists what differs
  --finish    the source has stopped: schedules the target's jobs at the end
  --replace   deletes accounts of the target that the source does not have`

/** What no database holds. On Supabase they are the functions' secrets and the vault's. */
const secrets = `The target needs these settings of its own:
  functions: SITE_URL, MAIL_FROM, SUPPORT_EMAIL, SMTP_URL, SCHEDULER_KEY, APPLICATION_FEE_PERCENT, STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET
  vault: project_url, scheduler_key
  sign-in: the providers' ids and secrets, and the site's URL`

function readArguments() {
  const { values } = parseArgs({
    options: {
      from: { type: 'string' },
      to: { type: 'string' },
      'from-api': { type: 'string' },
      'to-api': { type: 'string' },
      'dry-run': { type: 'boolean', default: false },
      finish: { type: 'boolean', default: false },
      replace: { type: 'boolean', default: false },
    },
  })
  const from = placeOf(values.from, 'FROM_DATABASE_URL')
  const to = placeOf(values.to, 'TO_DATABASE_URL')
  if (!from || !to || from === to) throw new MoveError(usage)
  return { ...values, from, to }
}

async function main(): Promise<void> {
  const values = readArguments()
  const migrations = `${process.env.SUPABASE_DIR ?? './supabase'}/migrations`
  const fromApi = apiOf(values['from-api'], 'FROM_SERVICE_KEY')
  const toApi = apiOf(values['to-api'], 'TO_SERVICE_KEY')
  const from = await openPlace({ at: values.from, api: fromApi, migrations, use: 'read' })
  try {
    await withSource(from, async (found) => {
      const source = await inThisRelease(found, migrations)
      if (!isDatabase(values.to)) await requireThisRelease(source, migrations)
      const use = values['dry-run'] ? 'read' : 'write'
      const to = await openPlace({ at: values.to, api: toApi, migrations, use })
      const options = { isDryRun: values['dry-run'], finishes: values.finish, replaces: values.replace }
      await move({ from: source, to, ...options, print: console.log }).finally(() => to.close())
    })
    if (isDatabase(values.to)) console.log(secrets)
  } finally {
    await from.close()
  }
}

runCommand(main, usage)
