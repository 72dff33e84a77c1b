/** `npm run bench`: builds, starts PostgreSQL if it is installed, and runs all benchmarks. `npm run bench -- NAME` runs one. */
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { ensureChromium } from './chromium.mjs'
import { startPostgres } from './postgres.mjs'
import { ensureBuilt, ensureInstalled, requireNode, root } from './prepare.mjs'

requireNode()
ensureInstalled()
process.chdir(root)
await ensureBuilt()
const postgres = await startPostgres()
const tsx = path.join(root, 'node_modules/tsx/dist/cli.mjs')
const { status } = spawnSync(process.execPath, [tsx, 'bench/main.ts', ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: {
    ...process.env,
    CHROMIUM_PATH: await ensureChromium(),
    ...(postgres ? { TEST_POSTGRES_URL: postgres.url } : {}),
  },
})
await postgres?.stop()
process.exit(status ?? 1)
