/** `npm run db:new NAME`: creates an empty migration. */
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { MigrationNameError, newMigration } from './new-migration.ts'

const folder = fileURLToPath(new URL('../supabase/migrations', import.meta.url))

newMigration(folder, process.argv.slice(2).join(' '), new Date()).then(
  (file) => console.log(`Wrote ${path.relative(process.cwd(), path.join(folder, file))}`),
  (error: unknown) => {
    console.error(error instanceof MigrationNameError ? error.message : error)
    process.exitCode = 1
  },
)
