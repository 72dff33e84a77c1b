/**
 * `npm run backup [-- --to FOLDER] [--keep N] [--verify]`: backs up the market of this server's environment, while it serves. With FROM_DATABASE_URL
 * and --from-api, a database elsewhere.
 */
import { existsSync, readdirSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '../server/config.ts'
import { BackupError, backupName, lockBackups, removeOldBackups, writeBackup } from './market/archive.ts'
import { apiOf, placeOf, runCommand } from './market/command.ts'
import { openOwnPlace, openPlace, secretsFile } from './market/place.ts'
import { withSource } from './market/source.ts'

const usage = `Usage: npm run backup -- [--to FOLDER] [--keep N] [--verify] [--from PLACE --from-api URL]
  --to        the folder of all backups, ./backups by default
  --keep      removes all but the newest N backups
  --verify    reads the objects of all backups again, and replaces damaged ones that the market still has
  --from      a data folder instead of this server's; FROM_DATABASE_URL in the environment is a database instead
  --from-api  the URL of that database's API; its service key is FROM_SERVICE_KEY`

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      to: { type: 'string', default: './backups' },
      keep: { type: 'string' },
      verify: { type: 'boolean', default: false },
      from: { type: 'string' },
      'from-api': { type: 'string' },
    },
  })
  if (values.keep !== undefined && !/^[1-9]\d{0,4}$/.test(values.keep)) throw new BackupError(usage)
  const at = placeOf(values.from, 'FROM_DATABASE_URL')
  lowerPriority()
  const config = readConfig(process.env)
  const backups = path.resolve(values.to)
  await mkdir(backups, { recursive: true, mode: 0o700 })
  const lock = await lockBackups(backups)
  try {
    const api = apiOf(values['from-api'], 'FROM_SERVICE_KEY')
    const migrations = path.join(config.supabaseDir, 'migrations')
    const place = await (at ? openPlace({ at, api, migrations, use: 'read' }) : openOwnPlace(config, 'read'))
    try {
      const options = { backups, name: backupName(new Date()), verifies: values.verify, print: console.log }
      const secrets = at ? undefined : secretsFile(config)
      const failures = await withSource(place, (source) => writeBackup({ source, secrets, ...options }))
      console.log(`Wrote ${path.join(backups, options.name)}.`)
      if (failures.length > 0)
        throw new BackupError(
          [`${failures.length} objects are missing or damaged. No backup was removed.`, ...failures].join('\n  '),
        )
    } finally {
      await place.close()
    }
    if (values.keep)
      for (const name of await removeOldBackups(backups, Number(values.keep))) console.log(`Removed ${name}.`)
  } finally {
    await lock.release()
  }
}

/** Shoppers come first. On Linux each thread has a priority, and those that compress and read files have started already. */
function lowerPriority(): void {
  const threads = existsSync('/proc/self/task') ? readdirSync('/proc/self/task').map(Number) : [0]
  for (const thread of threads) setPriority(thread, constants.priority.PRIORITY_BELOW_NORMAL)
}

runCommand(main, usage)
