/** `npm run db:reset`: removes the embedded database. The next start creates a new one. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { DataFolderError, removeDataFolder } from '../backend/database/data-folder.ts'
import { ConfigError, readConfig } from '../server/config.ts'

/** There is no embedded database to reset. The message is for the developer. */
class ResetError extends Error {
  override readonly name = 'ResetError'
}

async function main(): Promise<void> {
  const { remote, databaseUrl, dataDir } = readConfig(process.env)
  if (remote || databaseUrl)
    throw new ResetError(
      `npm run db:reset resets only the embedded database, and ${databaseUrl ? 'DATABASE_URL' : 'SUPABASE_URL'} is set. Drop and create that database with its own tools.`,
    )
  const folder = path.resolve(dataDir, 'database')
  if (!existsSync(folder)) throw new ResetError(`There is no database in ${path.resolve(dataDir)}.`)
  await removeDataFolder(folder)
  console.log(`Removed ${folder}. The next start creates a new database.`)
}

main().catch((error: unknown) => {
  const isExpected = [ConfigError, DataFolderError, ResetError].some((kind) => error instanceof kind)
  console.error(isExpected && error instanceof Error ? error.message : error)
  process.exitCode = 1
})
