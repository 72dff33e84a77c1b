/**
 * `npm test`: sets up what the suites need, runs all of them, and ends with one line that counts. `npm test -- tests/protocol` runs only
 * what stands there, of all but the browser's.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ensureChromium } from './chromium.mjs'
import { startPostgres } from './postgres.mjs'
import { ensureBuilt, ensureInstalled, requireNode, root } from './prepare.mjs'

requireNode()
ensureInstalled()
process.chdir(root)
const chromium = await ensureChromium()
ensureBuilt()
const postgres = await startPostgres()
if (!postgres) console.log('No PostgreSQL server programs here: what needs them is tested on PGlite only.')

const reports = mkdtempSync(path.join(tmpdir(), 'tuckbox-test-'))
const environment = {
  ...process.env,
  CHROMIUM_PATH: chromium,
  ...(postgres ? { TEST_POSTGRES_URL: postgres.url } : {}),
}
const counts = { passed: 0, failed: 0 }

/** Runs one program of node_modules. @param {string} file @param {string[]} args @param {Record<string, string>} [more] */
function run(file, args, more = {}) {
  const { status } = spawnSync(process.execPath, [path.join(root, 'node_modules', file), ...args], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...environment, ...more },
  })
  return status === 0
}

/** @param {boolean} passed */
function count(passed) {
  counts[passed ? 'passed' : 'failed'] += 1
}

/** Reads a report of results; a suite that could not even start counts as one failure. @param {() => { passed: number, failed: number }} read @param {boolean} succeeded */
function countReport(read, succeeded) {
  let { passed, failed } = { passed: 0, failed: 0 }
  try {
    ;({ passed, failed } = read())
  } catch {
    failed = 1
  }
  counts.passed += passed
  counts.failed += failed === 0 && !succeeded ? 1 : failed
}

const wanted = process.argv.slice(2)

/** @param {string} name */
const report = (name) => JSON.parse(readFileSync(path.join(reports, name), 'utf8'))

if (wanted.length === 0) {
  console.log('\n— format, lint and import rules')
  count(run('@biomejs/biome/bin/biome', ['ci', '--error-on-warnings', '.']))
  console.log('\n— types')
  count(run('typescript/bin/tsc', ['--noEmit']))
}

console.log('\n— unit, policies, protocol, server')
const vitestReport = path.join(reports, 'vitest.json')
const vitest = run('vitest/vitest.mjs', [
  'run',
  ...wanted,
  '--reporter=default',
  '--silent=passed-only',
  '--reporter=json',
  `--outputFile.json=${vitestReport}`,
])
countReport(() => {
  const { numPassedTests, numFailedTests } = report('vitest.json')
  return { passed: numPassedTests, failed: numFailedTests }
}, vitest)

if (wanted.length === 0) {
  console.log('\n— browser')
  const browser = run('@playwright/test/cli.js', ['test', '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: path.join(reports, 'browser.json'),
  })
  countReport(() => {
    const { expected, unexpected, flaky } = report('browser.json').stats
    return { passed: expected, failed: unexpected + flaky }
  }, browser)
}

await postgres?.stop()
rmSync(reports, { recursive: true, force: true })
console.log(`\n${counts.passed} passed, ${counts.failed} failed`)
process.exit(counts.failed === 0 && counts.passed > 0 ? 0 : 1)
