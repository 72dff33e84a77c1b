/**
 * `npm test`: prepares and runs all suites, and prints the number of passed and failed tests. `npm test -- tests/protocol` runs only
 * the tests there, without the browser tests, and prepares only what they need.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ensureChromium } from './chromium.mjs'
import { startPostgres } from './postgres.mjs'
import { ensureBuilt, ensureInstalled, requireNode, root } from './prepare.mjs'

requireNode()
ensureInstalled()
process.chdir(root)
const wanted = process.argv.slice(2)
const runsAll = wanted.length === 0

/** Whether any tests of these folders run. Like Vitest, it matches the arguments with paths. @param {string[]} folders */
function runsAnyOf(...folders) {
  return runsAny(folders, () => true)
}

/** @param {string[]} folders @param {(file: string) => boolean} isTest */
function runsAny(folders, isTest) {
  const words = wanted.map((word) => path.relative(root, path.resolve(word)))
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => path.join(folder, file)),
  )
  return runsAll || files.some((file) => isTest(file) && words.some((word) => file.includes(word)))
}

/** Runs Node. @param {string[]} args @param {NodeJS.ProcessEnv} [env] @returns {Promise<boolean>} whether it succeeded */
function run(args, env = process.env) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'], env })
    child.once('error', reject)
    child.once('exit', (code) => resolve(code === 0))
  })
}

// These run in parallel in child processes.
const template = runsAnyOf('tests')
  ? run(['--liftoff-only', '--import', 'tsx', 'backend/database/make-template.ts', path.resolve('supabase/migrations')])
  : undefined
const checks = runsAll
  ? [
      run(['node_modules/@biomejs/biome/bin/biome', 'ci', '--error-on-warnings', '.']),
      run(['node_modules/typescript/bin/tsc', '--noEmit']),
    ]
  : []
const chromium = runsAny(['web'], (file) => file.endsWith('.browser.test.tsx')) ? await ensureChromium() : undefined
if (runsAnyOf('tests/attacks', 'tests/crash', 'tests/payments', 'tests/protocol', 'tests/server')) ensureBuilt()
const postgres = await startPostgres()
if (!postgres) console.log('No PostgreSQL is installed or wanted: the tests run on PGlite only.')

const reports = mkdtempSync(path.join(tmpdir(), 'tuckbox-test-'))
const environment = {
  ...process.env,
  ...(chromium ? { CHROMIUM_PATH: chromium } : {}),
  ...(postgres ? { TEST_POSTGRES_URL: postgres.url } : {}),
}
const counts = { passed: 0, failed: 0 }
/** @type {string[]} */
const failures = []

/** Adds a report to the counts. A suite that could not start counts as one failure. @param {() => { passed: number, failed: number }} read @param {boolean} succeeded */
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

/** The failed tests of a Vitest report, with their file and first line of the error. @param {any} vitestReport @returns {string[]} */
function failuresOfVitest(vitestReport) {
  return vitestReport.testResults.flatMap((/** @type {any} */ file) => {
    const name = path.relative(root, file.name)
    const failed = file.assertionResults.filter((/** @type {any} */ test) => test.status === 'failed')
    if (failed.length === 0 && file.status === 'failed') return [`${name}: ${file.message}`]
    return failed.map(
      (/** @type {any} */ test) => `${name} › ${test.fullName}\n    ${test.failureMessages[0]?.split('\n')[0]}`,
    )
  })
}

/** The failed and flaky tests of a Playwright report, with their file and project. @param {any} suite @returns {string[]} */
function failuresOfPlaywright(suite) {
  const failed = (suite.specs ?? []).flatMap((/** @type {any} */ spec) =>
    spec.tests
      .filter((/** @type {any} */ test) => test.status === 'unexpected' || test.status === 'flaky')
      .map((/** @type {any} */ test) => `${spec.file}:${spec.line} › [${test.projectName}] ${spec.title}`),
  )
  return [...failed, ...(suite.suites ?? []).flatMap(failuresOfPlaywright)]
}

/** @param {string} name */
const report = (name) => JSON.parse(readFileSync(path.join(reports, name), 'utf8'))

if (runsAll) console.log('\n— format, lint, import rules and types')
for (const check of checks) counts[(await check) ? 'passed' : 'failed'] += 1

console.log('\n— unit, components, database, policies, payments, attacks, protocol, server')
const vitest = await run(
  [
    'node_modules/vitest/vitest.mjs',
    'run',
    ...wanted,
    '--reporter=default',
    '--silent=passed-only',
    '--reporter=json',
    `--outputFile.json=${path.join(reports, 'vitest.json')}`,
  ],
  environment,
)
countReport(() => {
  const { numPassedTests, numFailedTests } = report('vitest.json')
  failures.push(...failuresOfVitest(report('vitest.json')))
  return { passed: numPassedTests, failed: numFailedTests }
}, vitest)

if (runsAll) {
  console.log('\n— browser')
  const browser = await run(['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json'], {
    ...environment,
    PLAYWRIGHT_JSON_OUTPUT_NAME: path.join(reports, 'browser.json'),
  })
  countReport(() => {
    const { expected, unexpected, flaky } = report('browser.json').stats
    failures.push(...failuresOfPlaywright(report('browser.json')))
    return { passed: expected, failed: unexpected + flaky }
  }, browser)
}

await template
await postgres?.stop()
rmSync(reports, { recursive: true, force: true })
// The start of a long log is often not at hand, so the failures are repeated at its end.
if (failures.length > 0) console.log(`\n— failures\n${failures.join('\n')}`)
console.log(`\n${counts.passed} passed, ${counts.failed} failed`)
process.exit(counts.failed === 0 && counts.passed > 0 ? 0 : 1)
