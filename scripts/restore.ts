/**
 * `npm run restore -- --from FOLDER [--replace] [--objects]`: restores a backup into the market of this server's environment. An embedded
 * database's server has stopped; with PostgreSQL it runs, because it stores the objects.
 */
import path from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '../server/config.ts'
import { lockBackups, openBackup, restoreSecrets } from './market/archive.ts'
import { apiOf, placeOf, runCommand } from './market/command.ts'
import { inThisRelease, MoveError, move, requireThisRelease } from './market/move.ts'
import { isDatabase, openOwnPlace, openPlace, secretsFile } from './market/place.ts'
import { restoreObjects } from './market/restore-objects.ts'

const usage = `Usage: npm run restore -- --from FOLDER [--replace] [--keep-secrets] [--objects] [--dry-run] [--to PLACE --to-api URL]
  --from      the folder of one backup
  --replace   deletes accounts that the backup does not have
  --keep-secrets  keeps this server's secrets.json where the backup has another
  --objects   restores lost and damaged files of objects alone, and leaves all rows as they are
  --dry-run   only lists what differs
  --to        a data folder instead of this server's; TO_DATABASE_URL in the environment is a database instead
  --to-api    the URL of that database's API; its service key is TO_SERVICE_KEY`

function readArguments() {
  const { values } = parseArgs({
    options: {
      from: { type: 'string' },
      to: { type: 'string' },
      'to-api': { type: 'string' },
      replace: { type: 'boolean', default: false },
      'keep-secrets': { type: 'boolean', default: false },
      objects: { type: 'boolean', default: false },
      'dry-run': { type: 'boolean', default: false },
    },
  })
  const { from } = values
  if (!from) throw new MoveError(usage)
  return { ...values, from, at: placeOf(values.to, 'TO_DATABASE_URL') }
}

async function main(): Promise<void> {
  const values = readArguments()
  const lock = await lockBackups(path.dirname(path.resolve(values.from))).catch(ignoreReadOnly)
  try {
    await restore(values)
  } finally {
    await lock?.release()
  }
}

async function restore({ at, from, ...values }: ReturnType<typeof readArguments>): Promise<void> {
  const config = readConfig(process.env)
  const migrations = path.join(config.supabaseDir, 'migrations')
  const source = await inThisRelease(await openBackup(from), migrations)
  const isFolder = at ? !isDatabase(at) : !config.databaseUrl
  if (isFolder && !values.objects) await requireThisRelease(source, migrations)
  // A server with JWT_SECRET does not read the file.
  const keeps = values['keep-secrets'] || config.jwtSecret !== undefined
  if (!at && !values['dry-run'] && !values.objects) await restoreSecrets(from, secretsFile(config), keeps)
  const api = apiOf(values['to-api'], 'TO_SERVICE_KEY')
  const use = values['dry-run'] ? 'read' : 'write'
  const place = await (at ? openPlace({ at, api, migrations, use }) : openOwnPlace(config, use))
  try {
    const options = { from: source, to: place, isDryRun: values['dry-run'], print: console.log }
    if (values.objects) await restoreObjects(options)
    else await move({ ...options, replaces: values.replace, finishes: true, endsSessions: true })
  } finally {
    await place.close()
  }
}

/** Where nothing can be written, no backup is written either. */
function ignoreReadOnly(error: NodeJS.ErrnoException): undefined {
  if (!['EROFS', 'EACCES', 'EPERM', 'ENOENT'].includes(error.code ?? '')) throw error
}

runCommand(main, usage)
