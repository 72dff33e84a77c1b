/**
 * `npm run admin -- grant|revoke EMAIL`: adds or removes an administrator, in the database of DATA_DIR or DATABASE_URL.
 * `npm run admin -- second-factor required|optional`: decides whether administrators need one.
 */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { DataFolderError } from '../backend/database/data-folder.ts'
import type { Database } from '../backend/database/database.ts'
import { DatabaseError } from '../backend/database/errors.ts'
import { openPglite } from '../backend/database/pglite.ts'
import { openPostgres } from '../backend/database/postgres.ts'
import { ConfigError, readConfig } from '../server/config.ts'
import { AdministratorError, changeAdministrator, isChange, requireSecondFactor } from './administrators.ts'

async function main(): Promise<void> {
  const run = commandOf(process.argv.slice(2))
  const { remote, databaseUrl, dataDir } = readConfig(process.env)
  if (remote)
    throw new AdministratorError(
      'This site uses a hosted Supabase. Set DATABASE_URL to its database, unset SUPABASE_URL, and run this again.',
    )
  const folder = path.resolve(dataDir, 'database')
  if (!databaseUrl && !existsSync(folder))
    throw new AdministratorError(`There is no database in ${path.resolve(dataDir)}.`)
  const database = databaseUrl
    ? await openPostgres({ url: databaseUrl, connections: 1 })
    : await openPglite({ dataDir: folder })
  try {
    console.log(await run(database))
  } finally {
    await database.close()
  }
}

function commandOf([command, argument]: readonly string[]): (database: Database) => Promise<string> {
  if (isChange(command) && argument !== undefined) return (database) => changeAdministrator(database, command, argument)
  if (command === 'second-factor' && (argument === 'required' || argument === 'optional'))
    return (database) => requireSecondFactor(database, argument === 'required')
  throw new AdministratorError(
    'Usage: npm run admin -- grant EMAIL, npm run admin -- revoke EMAIL, or npm run admin -- second-factor required|optional',
  )
}

main().catch((error: unknown) => {
  const isOperatorError = [AdministratorError, ConfigError, DataFolderError, DatabaseError].some(
    (kind) => error instanceof kind,
  )
  console.error(isOperatorError && error instanceof Error ? error.message : error)
  process.exitCode = 1
})
