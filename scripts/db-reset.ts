/** `npm run db:reset`: removes the embedded database, so that the next start makes it anew. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { DataFolderError, removeDataFolder } from '../backend/database/data-folder.ts'
import { ConfigError, readConfig } from '../server/config.ts'

/** What can be reset is not here; the message is for whoever asked. */
class ResetError extends Error {
  override readonly name = 'ResetError'
}

async function main(): Promise<void> {
  const { remote, databaseUrl, dataDir } = readConfig(process.env)
  if (remote || databaseUrl)
    throw new ResetError(
      `npm run db:reset is for the embedded database alone, and ${databaseUrl ? 'DATABASE_URL' : 'SUPABASE_URL'} is set: drop and create that database with its own tools.`,
    )
  const folder = path.resolve(dataDir, 'database')
  if (!existsSync(folder)) throw new ResetError(`There is no database in ${path.resolve(dataDir)}.`)
  await removeDataFolder(folder)
  console.log(`Removed ${folder}: the next start makes it anew.`)
}

main().catch((error: unknown) => {
  const isTheirs = [ConfigError, DataFolderError, ResetError].some((kind) => error instanceof kind)
  console.error(isTheirs && error instanceof Error ? error.message : error)
  process.exitCode = 1
})
