/** `npm run attack`: builds, starts PostgreSQL if it is installed, and runs all attacks. `npm run attack -- WORD` runs those with WORD in their name. */
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { startPostgres } from './postgres.mjs'
import { ensureBuilt, ensureInstalled, requireNode, root } from './prepare.mjs'

requireNode()
ensureInstalled()
process.chdir(root)
await ensureBuilt()
const postgres = await startPostgres()
const tsx = path.join(root, 'node_modules/tsx/dist/cli.mjs')
const { status } = spawnSync(process.execPath, [tsx, 'tests/attacks/main.ts', ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...process.env, ...(postgres ? { TEST_POSTGRES_URL: postgres.url } : {}) },
})
await postgres?.stop()
process.exit(status ?? 1)
