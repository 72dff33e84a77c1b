/**
 * `npm run test:crash`: kills the server of each set-up 100 times and checks that nothing answered is lost. `--kills 20`, `--setup
 * pglite`, `postgres` or `workers`, and `--seed 1` choose less, or repeat the random numbers of a run.
 */
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
const { status } = spawnSync(process.execPath, [tsx, 'tests/crash/main.ts', ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...process.env, ...(postgres ? { TEST_POSTGRES_URL: postgres.url } : {}) },
})
await postgres?.stop()
process.exit(status ?? 1)
