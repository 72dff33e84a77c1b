/**
 * `npm run fuzz`: the long run of every fuzzer, CASES random cases each (100,000 unless told). A fuzzer is a test named
 * `*.fuzz.test.ts` or `*.fuzz.db.test.ts`; `npm test` runs it too, with the few cases it asks for itself.
 * `npm run fuzz -- rest` runs those whose path has "rest" in it; SEED repeats a run.
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
  console.error(`No fuzzer's path has ${words.join(' and ')} in it`)
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
