/**
 * `npm run fuzz`: runs every fuzzer with CASES random cases, 100,000 by default. A fuzzer is a test named `*.fuzz.test.ts` or
 * `*.fuzz.db.test.ts`. `npm test` runs it too, with its own small number of cases. `npm run fuzz -- rest` runs the fuzzers with "rest"
 * in their path. SEED repeats a run.
 */
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { ensureInstalled, requireNode, root } from './prepare.mjs'

requireNode()
ensureInstalled()
process.chdir(root)
const words = process.argv.slice(2)
const fuzzers = ['backend', 'domain', 'server', 'supabase', 'tests', 'web']
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => path.join(folder, file)),
  )
  .filter((file) => /\.fuzz\.(db\.)?test\.ts$/.test(file) && words.every((word) => file.includes(word)))
if (fuzzers.length === 0) {
  console.error(`No fuzzer has ${words.join(' and ')} in its path`)
  process.exit(1)
}
const cases = process.env.CASES ?? '100000'
console.log(`${cases} cases for each of ${fuzzers.join(', ')}`)
const vitest = path.join(root, 'node_modules/vitest/vitest.mjs')
const { status } = spawnSync(process.execPath, [vitest, 'run', ...fuzzers, '--testTimeout=0'], {
  stdio: 'inherit',
  env: { ...process.env, CASES: cases },
})
process.exit(status ?? 1)
