/**
 * `npm test`: every rule, page and journey once. `npm run test:all` (`--all`): everything, on both databases, at length. Both prepare
 * what they need, write build/tests/report.md, and print the number of passed and failed tests last.
 *
 * PATHS run what they would run there, and files that only the long suite has as that does. `--repeat 5 PATHS` runs it five times.
 * `--all --changed [COMMIT]` runs the suites that the files changed since that commit ask for, by default since the last complete run
 * that passed here.
 */
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs, stripVTControlCharacters } from 'node:util'
import { ensureHeadlessChromium } from './chromium.mjs'
import { startPostgres } from './postgres.mjs'
import { digestOf, ensureBuilt, ensureInstalled, readOr, requireNode, root } from './prepare.mjs'
import { changedSince, longSuites, suitesFor } from './suite/long-suites.mjs'
import { failuresOf, reportOf, resultsOfPlaywright, resultsOfVitest } from './suite/results.mjs'
import { makeTemporary } from './temporary.mjs'

/** @typedef {import('./suite/results.mjs').TestResult} TestResult */

requireNode()
ensureInstalled()
process.chdir(root)
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { all: { type: 'boolean' }, changed: { type: 'boolean' }, repeat: { type: 'string', default: '1' } },
})
const reports = path.join(root, 'build/tests')
mkdirSync(reports, { recursive: true })

const passedCommit = path.join(reports, 'all-passed-at')
const changedCommit = options.changed ? positionals.shift() || readOr(passedCommit, '') : undefined
const wanted = positionals.map((word) => path.relative(root, path.resolve(word)))
const runsAll = wanted.length === 0
/** Whether any of these folders' files is wanted. Like Vitest, it matches the arguments with paths. @param {string[]} folders @param {(file: string) => boolean} [isTest] */
function runsAnyOf(folders, isTest = () => true) {
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => path.join(folder, file)),
  )
  return runsAll || files.some((file) => isTest(file) && wanted.some((word) => file.includes(word)))
}

const tested = ['backend', 'bench', 'domain', 'scripts', 'server', 'supabase', 'tests', 'web']
const isTest = (/** @type {string} */ file) => /\.test\.tsx?$/.test(file)
/** A file that only the long suite has is run as that does. */
const isAll =
  options.all === true ||
  (!runsAll &&
    !runsAnyOf(tested, (file) => (isTest(file) && !/\.(volume|long)\./.test(file)) || file.endsWith('.spec.ts')))
/** The suites to run of those that only `--all` has. */
const suites = !isAll ? [] : changedCommit ? suitesFor(changedSince(changedCommit)) : longSuites.map(({ name }) => name)
if (changedCommit !== undefined)
  console.log(`Changed since ${changedCommit || 'the beginning'}: ${suites.join(', ') || 'nothing that they test'}`)

/**
 * Runs Node. A terminal gets its output directly.
 * @param {string[]} args @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<{ isPassed: boolean, end: string }>} whether it succeeded, and the end of its output
 */
function run(args, env = process.env) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      stdio: ['ignore', process.stdout.isTTY ? 'inherit' : 'pipe', 'pipe'],
      env,
    })
    let end = ''
    for (const [stream, own] of /** @type {const} */ ([
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ]))
      stream?.on('data', (/** @type {Buffer} */ chunk) => {
        own.write(chunk)
        end = (end + chunk).slice(-3_000)
      })
    child.once('error', reject)
    child.once('exit', (code) => {
      const finish = () => resolve({ isPassed: code === 0, end: stripVTControlCharacters(end) })
      child.once('close', finish)
      // A process that a test has left would keep the pipes open.
      setTimeout(finish, 2_000)
    })
  })
}

/** @type {TestResult[]} */
const results = []
/** Seconds by part. @type {Map<string, number>} */
const times = new Map()

/** Runs a part. Without a failed test it fails as a whole if its command did. @param {string} suite @param {() => Promise<{ isPassed: boolean, end: string, found: TestResult[] }>} part */
async function runPart(suite, part) {
  const startedAt = performance.now()
  const { isPassed, end, found } = await part()
  times.set(suite, (times.get(suite) ?? 0) + (performance.now() - startedAt) / 1000)
  const failed = {
    suite,
    file: suite,
    title: 'the command',
    isPassed: false,
    seconds: 0,
    error: end,
  }
  results.push(...found, ...(isPassed || failuresOf(found).length > 0 ? [] : [failed]))
}

/** A command that is a single test. @param {string} suite @param {string} title @param {string[]} args @param {NodeJS.ProcessEnv} [env] */
const runCommand = (suite, title, args, env) =>
  runPart(suite, async () => {
    const startedAt = performance.now()
    const ended = await run(args, env)
    const seconds = (performance.now() - startedAt) / 1000
    const { isPassed, end } = ended
    return {
      ...ended,
      found: [{ suite, file: title, title, isPassed, seconds, ...(isPassed ? {} : { error: end }) }],
    }
  })

/** @param {string} suite @param {string[]} args @param {NodeJS.ProcessEnv} env */
const runVitest = (suite, args, env) =>
  runPart(suite, async () => {
    const file = path.join(output, `${suite}.json`)
    const json = ['--reporter=default', '--silent=passed-only', '--reporter=json', `--outputFile.json=${file}`]
    const ended = await run(['node_modules/vitest/vitest.mjs', 'run', ...args, ...json], env)
    return {
      ...ended,
      found: existsSync(file) ? resultsOfVitest(JSON.parse(readFileSync(file, 'utf8')), suite, root) : [],
    }
  })

/** @param {string} suite @param {string[]} args @param {NodeJS.ProcessEnv} env */
const runPlaywright = (suite, args, env) =>
  runPart(suite, async () => {
    const file = path.join(output, `${suite}.json`)
    const ended = await run(['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json', ...args], {
      ...env,
      PLAYWRIGHT_JSON_OUTPUT_NAME: file,
    })
    return {
      ...ended,
      found: existsSync(file) ? resultsOfPlaywright(JSON.parse(readFileSync(file, 'utf8')), suite, root) : [],
    }
  })

const runsTests = (!isAll || suites.includes('tests')) && runsAnyOf(tested, isTest)
const runsBrowser =
  (!isAll || suites.includes('browser')) && runsAnyOf(['tests/e2e'], (file) => file.endsWith('.spec.ts'))
const runsServers = runsAnyOf(
  ['attacks', 'crash', 'payments', 'protocol', 'search', 'server'].map((name) => `tests/${name}`),
)
// A partial run finds the template databases of the one before.
if (runsAll) process.env.TMPDIR = makeTemporary()
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.once(signal, () => process.exit(1))
const output = mkdtempSync(path.join(tmpdir(), 'tuckbox-test-'))
const postgres = await startPostgres({ isKept: !runsAll })
if (!postgres) console.log('No PostgreSQL is installed or wanted: the tests run on PGlite only.')

const usesChromium = runsBrowser || runsAnyOf(['web', 'tests'], (file) => file.endsWith('.browser.test.tsx'))
const chromium = usesChromium ? await ensureHeadlessChromium() : undefined
const environment = {
  ...process.env,
  ...(isAll ? { TEST_SUITE: 'all' } : runsAll ? { TEST_SUITE: 'quick' } : {}),
  ...(chromium ? { CHROMIUM_PATH: chromium } : {}),
  ...(postgres ? { TEST_POSTGRES_URL: postgres.url } : {}),
}

// What the parts need is prepared beside the first of them.
const tsx = ['--liftoff-only', '--import', 'tsx']
const templates = runsAnyOf(['tests'])
  ? [[], ...(postgres ? [[postgres.url]] : [])].map((server) =>
      run([...tsx, 'backend/database/make-template.ts', path.resolve('supabase/migrations'), ...server]),
    )
  : []
const prepared = Promise.all([runsServers || runsBrowser ? ensureBuilt() : undefined, ...templates])

/** @type {[title: string, args: string[]][]} */
const checks = [
  ['format, lint and import rules', ['node_modules/@biomejs/biome/bin/biome', 'ci', '--error-on-warnings', '.']],
  [
    'format of SQL',
    [
      'node_modules/prettier/bin/prettier.cjs',
      ...['--config', 'scripts/format-sql.mjs', '--check', '--log-level', 'warn', 'supabase/schemas/**/*.sql'],
    ],
  ],
  ['dead files, exports and dependencies', ['node_modules/knip/bin/knip.js']],
  ['types', ['node_modules/typescript/bin/tsc', '--noEmit', '--checkers', '1']],
]

// Its tests need not run again while it is the same, with the migrations on which some of them run.
const backendSources = [
  'backend',
  'server',
  'tests/protocol',
  'tests/harness.ts',
  'tests/shared-server.ts',
  'supabase/migrations',
  'package-lock.json',
  'vitest.config.ts',
]
const backendDigest = `${digestOf(backendSources, { hasTests: true })} ${postgres?.version}`
const backendPassed = path.join(reports, 'backend-passed')
const skipsBackend = runsAll && !isAll && !process.env.CI && readOr(backendPassed, '') === backendDigest
if (skipsBackend) console.log('The backend is the one of the last run that passed: its own tests are left out.')
const inChromium = ['components*', 'pages*']

/** Tests in Node, and in a partial run those of components and pages. */
async function runTests() {
  if (!runsTests) return
  await prepared
  const leftOut = [...(runsAll ? inChromium : []), ...(skipsBackend ? ['backend'] : [])]
  await runVitest('tests', [...wanted, ...leftOut.map((name) => `--project=!${name}`)], environment)
}

/** What needs no server, then the journeys. It takes as long as the tests in Node. */
async function runInBrowser() {
  if (runsAll) {
    for (const [title, args] of checks) await runCommand('checks', title, args)
    const projects = inChromium.map((name) => `--project=${name}`)
    if (runsTests) await runVitest('components', projects, environment)
  }
  if (!runsBrowser) return
  await prepared
  const paths = wanted.filter((word) => word.startsWith('tests/e2e'))
  await runPlaywright('browser', paths, environment)
}

for (let round = 0; round < Number(options.repeat); round += 1) {
  // Each waits half of its time, for processes and deadlines.
  await Promise.all([runTests(), runInBrowser()])
  if (!runsAll || !isAll) continue
  // The dialect on PGlite; above, the backend's tests ran on PostgreSQL.
  if (postgres && runsTests)
    await runVitest('backend on PGlite', ['--project=backend'], { ...environment, TEST_POSTGRES_URL: undefined })
  if (suites.includes('sweep'))
    await runPlaywright('sweep', ['--config', 'tests/sweep/playwright.config.ts'], environment)
  if (suites.includes('crash')) await runCommand('crash', 'npm run test:crash', ['scripts/crash.mjs', '--kills', '20'])
  if (suites.includes('attack')) await runCommand('attack', 'npm run attack', ['scripts/attack.mjs'])
  if (suites.includes('fuzz'))
    await runCommand('fuzz', 'npm run fuzz', ['scripts/fuzz.mjs'], {
      ...process.env,
      CASES: process.env.CASES ?? '20000',
    })
}

await postgres?.stop()
rmSync(output, { recursive: true, force: true })
const failures = failuresOf(results)
if (runsAll && failures.length === 0) {
  writeFileSync(backendPassed, backendDigest)
  // Only a whole run of committed files says that a commit passes.
  const git = (/** @type {string[]} */ ...args) => execFileSync('git', args, { encoding: 'utf8' }).trim()
  if (isAll && suites.length === longSuites.length && git('status', '--porcelain') === '')
    writeFileSync(passedCommit, git('rev-parse', 'HEAD'))
}
const report = reportOf(results, times)
writeFileSync(path.join(reports, 'report.md'), report)
console.log(runsAll || failures.length > 0 ? `\n${report}` : '')
console.log(`${results.length - failures.length} passed, ${failures.length} failed`)
process.exit(failures.length === 0 && results.length > 0 ? 0 : 1)
