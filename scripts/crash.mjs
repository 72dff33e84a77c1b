/** `npm run test:crash`: kills the server during payments, 50 or CRASHES times on each available database. */
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { startPostgres } from './postgres.mjs'
import { ensureBuilt, ensureInstalled, requireNode, root } from './prepare.mjs'

requireNode()
ensureInstalled()
process.chdir(root)
ensureBuilt()
const postgres = await startPostgres()
const { status } = spawnSync(
  process.execPath,
  [path.join(root, 'node_modules/vitest/vitest.mjs'), 'run', 'tests/payments/crash.test.ts'],
  {
    stdio: 'inherit',
    env: {
      CRASHES: '50',
      ...process.env,
      ...(postgres ? { TEST_POSTGRES_URL: postgres.url } : {}),
    },
  },
)
await postgres?.stop()
process.exit(status ?? 1)
