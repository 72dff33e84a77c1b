/**
 * `npm run test:faults`: how many of the faults in tests/faults the suite catches. Each is applied to a copy of HEAD, and the tests of its
 * capability run until one fails. `--only WORD` chooses faults by their path. `--commit HASH` measures the suite of another commit with
 * the faults of this one. `--all` also runs the tests that only `npm run test:all` has. `--whole` runs `npm test` on each fault that
 * survived. `--control` runs the same tests without a fault. `--resume` keeps what an interrupted run found.
 */
import { execFileSync, spawn } from 'node:child_process'
import {
  appendFileSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { parseArgs, stripVTControlCharacters } from 'node:util'
import { applyToOtherLayout, readFaults } from '../tests/faults/patches.mjs'
import { ensureHeadlessChromium } from './chromium.mjs'
import { startPostgres } from './postgres.mjs'
import { ensureInstalled, requireNode, root } from './prepare.mjs'
import { resultsOfPlaywright, resultsOfVitest } from './suite/results.mjs'
import { makeTemporary } from './temporary.mjs'

/** @typedef {'unit' | 'database' | 'components' | 'policies' | 'server' | 'browser'} Stage */
/** @typedef {import('../tests/faults/patches.mjs').Fault} Fault */
/**
 * @typedef {object} Failure
 * @property {string} stage
 * @property {string} test file and title
 * @property {string} message the first line of its error
 * @property {string} [file] of the test, if there is one
 * @property {number} [atMs]
 */
/**
 * @typedef {object} Result
 * @property {string} fault
 * @property {'caught' | 'survived' | 'does not apply' | 'error'} outcome
 * @property {number} seconds until the failure, or until all tests had passed
 * @property {Partial<Failure>} [by] what caught it, or the error
 * @property {string[]} [byChance] tests that failed once and then passed
 * @property {string[]} [whole] what failed in the whole suite
 */

requireNode()
ensureInstalled()
process.chdir(root)
const { values: options } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    commit: { type: 'string', default: 'HEAD' },
    all: { type: 'boolean', default: false },
    whole: { type: 'boolean', default: false },
    control: { type: 'boolean', default: false },
    resume: { type: 'boolean', default: false },
  },
})
const commit = execFileSync('git', ['rev-parse', '--verify', `${options.commit}^{commit}`], { encoding: 'utf8' }).trim()
const reports = path.join(root, 'build/tests/faults')
const reportName = `${commit.slice(0, 8)}${options.all ? '-all' : ''}`
const logs = path.join(reports, `${reportName}-logs`)
/** A hanging test would otherwise end the run. */
const maxStageMs = 30 * 60_000
/** A test that fails once and then passes catches nothing, and its stage runs again. */
const maxChanceFailures = 5

/** @type {{ baseline: { caught: number }, capabilities: Record<string, string[]> }} */
const { baseline, capabilities } = JSON.parse(readFileSync('tests/faults/capabilities.json', 'utf8'))
const everyFault = readFaults(Object.keys(capabilities))
const chosen = everyFault.filter(({ name }) => options.only?.some((word) => name.includes(word)) ?? true)
if (chosen.length === 0) {
  console.error(`No fault has ${options.only?.join(' or ')} in its path.`)
  process.exit(1)
}

// The copy.

const folder = makeTemporary()
process.env.TMPDIR = folder
const copy = path.join(folder, 'copy')
/** Templates of databases with a fault and other temporary files go with the copy. */
const temporary = path.join(folder, 'tmp')
const baseBuild = path.join(folder, 'build')
/** What `build` in the copy was built from: a fault's name, or '' without a fault. @type {string | undefined} */
let builtFrom
/** @type {import('node:child_process').ChildProcess | undefined} */
let running
/** @type {import('./postgres.mjs').PostgresServer | undefined} */
let postgres
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
  process.once(signal, () => void close().finally(() => process.exit(1)))

/** @param {string[]} args */
const git = (...args) => execFileSync('git', args, { cwd: copy, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })

function openCopy() {
  mkdirSync(temporary)
  execFileSync('git', ['clone', '--quiet', '--shared', '--no-checkout', root, copy])
  git('checkout', '--quiet', '--detach', commit)
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'))
}

async function close() {
  endRunning()
  await postgres?.stop()
}

function endRunning() {
  try {
    // The group: a runner's workers and servers too.
    if (running?.pid) process.kill(-running.pid, 'SIGKILL')
  } catch {
    // It has ended.
  }
}

/**
 * Runs Node in the copy. @param {string[]} args @param {string} log @param {NodeJS.ProcessEnv} [more]
 * @returns {Promise<{ succeeded: boolean, output: string }>}
 */
function run(args, log, more = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: copy,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...environment, ...more },
    })
    running = child
    let output = ''
    const timer = setTimeout(endRunning, maxStageMs)
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (/** @type {Buffer} */ chunk) => {
        output = (output + chunk).slice(-100_000)
        appendFileSync(log, chunk)
      })
    child.once('error', reject)
    child.once('exit', () => {
      clearTimeout(timer)
      // What a killed test has left would keep the pipes open.
      endRunning()
    })
    child.once('close', (code) => {
      running = undefined
      resolve({ succeeded: code === 0, output })
    })
  })
}

/** @param {Fault} fault @returns {boolean} whether it applies */
function apply({ patch, text }) {
  try {
    git('apply', path.join(root, patch))
    return true
  } catch {
    return applyToOtherLayout(copy, text)
  }
}

function restore() {
  git('reset', '--quiet', '--hard')
  git('clean', '--quiet', '-d', '--force')
}

// Tests.

/** @type {readonly Stage[]} */
const stages = ['unit', 'database', 'components', 'policies', 'server', 'browser']

/** @param {string} file @returns {Stage} */
function stageOf(file) {
  if (file.startsWith('tests/e2e/')) return 'browser'
  if (/^tests\/(attacks|crash|payments|protocol|server)\//.test(file)) return 'server'
  if (file.endsWith('.browser.test.tsx')) return 'components'
  if (file.startsWith('tests/')) return 'policies'
  return file.endsWith('.db.test.ts') ? 'database' : 'unit'
}

/** The tests of a capability that the copy has, the cheapest first. @param {string} capability @returns {[Stage, string[]][]} */
function testsOf(capability) {
  const tests = git('ls-files')
    .split('\n')
    .filter((file) => /\.(test|spec)\.tsx?$/.test(file) && (options.all || !/\.(volume|long)\.test\./.test(file)))
  const wanted = (capabilities[capability] ?? []).flatMap((start) => tests.filter((file) => file.startsWith(start)))
  const files = [...new Set(wanted)]
  return stages.flatMap((stage) => {
    const ofStage = files.filter((file) => stageOf(file) === stage)
    return ofStage.length === 0 ? [] : [/** @type {[Stage, string[]]} */ ([stage, ofStage])]
  })
}

/** @param {Stage} stage @param {string[]} files @param {string} log @returns {Promise<Failure | undefined>} */
async function firstFailure(stage, files, log) {
  const report = path.join(temporary, 'report.json')
  rmSync(report, { force: true })
  const { succeeded, output } =
    stage === 'browser'
      ? await run(['node_modules/@playwright/test/cli.js', 'test', ...files, '-x', '--reporter=list,json'], log, {
          PLAYWRIGHT_JSON_OUTPUT_NAME: report,
        })
      : await run(
          [
            'node_modules/vitest/vitest.mjs',
            'run',
            ...files,
            '--bail=1',
            '--silent=passed-only',
            ...['--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
          ],
          log,
        )
  if (succeeded) return undefined
  if (/No test files found|No tests found/.test(output)) throw new Error(`There is no test in ${files.join(' ')}`)
  const read = stage === 'browser' ? resultsOfPlaywright : resultsOfVitest
  const results = existsSync(report) ? read(JSON.parse(readFileSync(report, 'utf8')), stage, copy) : []
  const failed = results.find(({ isPassed }) => !isPassed)
  const atMs = Date.now()
  if (!failed) return { stage, atMs, test: 'the tests did not finish', message: lastLines(output) }
  const file = files.find((name) => failed.file.startsWith(name))
  return {
    stage,
    atMs,
    file,
    test: `${failed.file} › ${failed.title}`,
    message: stripVTControlCharacters(failed.error ?? ''),
  }
}

/** The end of a command's output, in one line. @param {string} output */
const lastLines = (output) => stripVTControlCharacters(output).trim().split('\n').slice(-3).join(' ').slice(-300)

const buildSources = /^(backend|domain|server|web|supabase\/(functions|sample))\//
const schemaSources = /^(supabase\/schemas|backend\/database\/base)\//

/** Builds the copy, unless it is built. The build without a fault is kept. @param {Fault} fault @param {string} log @returns {Promise<Failure | undefined>} */
async function build({ name, files }, log) {
  const from = files.some((file) => buildSources.test(file)) ? name : ''
  if (builtFrom === from) return undefined
  const target = path.join(copy, 'build')
  builtFrom = undefined
  if (from === '' && existsSync(baseBuild)) {
    rmSync(target, { recursive: true, force: true })
    cpSync(baseBuild, target, { recursive: true, mode: constants.COPYFILE_FICLONE })
  } else {
    const code = "import { ensureBuilt } from './scripts/prepare.mjs'; await ensureBuilt()"
    const { succeeded, output } = await run(['--input-type=module', '--eval', code], log)
    if (!succeeded) return { stage: 'build', test: 'the build', message: lastLines(output) }
    if (from === '') cpSync(target, baseBuild, { recursive: true, mode: constants.COPYFILE_FICLONE })
  }
  builtFrom = from
  return undefined
}

/** Creates the template database that the tests use. @param {Fault} fault @param {string} log @returns {Promise<Failure | undefined>} */
async function migrate({ files }, log) {
  if (!files.some((file) => schemaSources.test(file))) return undefined
  if (existsSync(path.join(copy, 'scripts/baseline.mjs'))) await run(['scripts/baseline.mjs'], log)
  const onPostgres = `import { createTestDatabase, dropTestDatabase } from './backend/database/template-database.ts'
    await dropTestDatabase(await createTestDatabase(process.env.TEST_POSTGRES_URL, { migrations: 'supabase/migrations' }))`
  const args = postgres
    ? ['--import', 'tsx', '--input-type=module', '--eval', onPostgres]
    : ['--liftoff-only', '--import', 'tsx', 'backend/database/make-template.ts', 'supabase/migrations']
  const { succeeded, output } = await run(args, log)
  return succeeded ? undefined : { stage: 'migrations', test: 'the migrations', message: lastLines(output) }
}

/**
 * The first test that fails, and fails again when its file is repeated.
 * @param {Fault} fault @param {string} log @param {string[]} byChance takes the names of those that pass then
 * @returns {Promise<Failure | undefined>}
 */
async function findCatch(fault, log, byChance) {
  const broken = await migrate(fault, log)
  if (broken) return broken
  const tests = testsOf(fault.capability)
  if (tests.length === 0) throw new Error(`${fault.capability} has no tests`)
  for (const [stage, files] of tests) {
    const unbuilt = stage === 'server' || stage === 'browser' ? await build(fault, log) : undefined
    if (unbuilt) return unbuilt
    let failure = await firstFailure(stage, files, log)
    while (failure) {
      if (await firstFailure(stage, failure.file ? [failure.file] : files, log)) return failure
      byChance.push(failure.test)
      if (byChance.length === maxChanceFailures) throw new Error('Too many tests fail by chance')
      failure = await firstFailure(stage, files, log)
    }
  }
  return undefined
}

/** @param {Fault} fault @param {(log: string, byChance: string[]) => Promise<Partial<Result>>} measure @returns {Promise<Result>} */
async function withFault(fault, measure) {
  const log = path.join(logs, `${fault.name.replace('/', '-')}.log`)
  const startedMs = Date.now()
  /** @type {string[]} */
  const byChance = []
  /** @type {Partial<Result>} */
  let found
  try {
    found = apply(fault) ? await measure(log, byChance) : { outcome: 'does not apply' }
  } catch (error) {
    found = { outcome: 'error', by: { stage: 'run', test: '', message: String(error) } }
  }
  restore()
  const { outcome = 'error', by, ...others } = found
  const { atMs = Date.now(), ...failure } = by ?? {}
  const seconds = Math.round((atMs - startedMs) / 1000)
  return {
    fault: fault.name,
    outcome,
    seconds,
    ...(byChance.length > 0 && { byChance }),
    ...(by && { by: failure }),
    ...others,
  }
}

/** @param {Fault} fault */
const measureFault = (fault) =>
  withFault(fault, async (log, byChance) => {
    const by = await findCatch(fault, log, byChance)
    return by ? { outcome: 'caught', by } : { outcome: 'survived' }
  })

/** @param {Fault} fault */
const measureWhole = (fault) =>
  withFault(fault, async (log) => {
    builtFrom = undefined
    const { succeeded, output } = await run(['scripts/test.mjs'], log)
    if (succeeded) return { outcome: 'survived', whole: [] }
    const list = output.split(/\n(?:— failures|Failures)\n+/).at(-1) ?? ''
    const whole = list.split('\n').filter((line) => /^\S.* › /.test(line))
    return { outcome: 'caught', whole, by: { stage: 'whole', test: whole[0] ?? '', message: '' } }
  })

/** The tests of each chosen capability without a fault. @returns {Promise<number>} how many capabilities failed */
async function control() {
  let failed = 0
  for (const capability of new Set(chosen.map((fault) => fault.capability))) {
    const log = path.join(logs, `${capability}.log`)
    const failure = await findCatch({ name: '', capability, patch: '', text: '', files: [] }, log, [])
    if (failure) failed += 1
    console.log(failure ? `fails     ${capability}  ${failure.test}  ${failure.message}` : `passes    ${capability}`)
  }
  return failed
}

// The report.

/** @param {Result} result */
const lineOf = ({ fault, outcome, seconds, by, byChance }) =>
  [`${outcome.padEnd(9)} ${fault}  ${seconds} s`, by && [by.test, by.message].filter(Boolean).join(': ')]
    .concat((byChance ?? []).map((test) => `by chance: ${test}`))
    .filter(Boolean)
    .join('\n            ')

/** @param {readonly Result[]} results */
function writeReport(results) {
  const counts = countsOf(results)
  const cell = (/** @type {string} */ text) => text.replaceAll('|', '\\|')
  const rows = results.map(
    ({ fault, outcome, seconds, by }) => `| ${fault} | ${outcome} | ${seconds} | ${cell(by?.test ?? '')} |`,
  )
  const survivors = results.filter(({ outcome }) => outcome === 'survived').map(({ fault }) => `- ${fault}`)
  const heading = `# Faults, commit ${commit.slice(0, 8)}\n\n${summaryOf(counts)}`
  const table = ['| fault | outcome | seconds | by |', '|---|---|---|---|', ...rows].join('\n')
  const list = survivors.length > 0 ? `\n\n## Survivors\n\n${survivors.join('\n')}` : ''
  writeFileSync(path.join(reports, `${reportName}.md`), `${heading}\n\n${table}${list}\n`)
  writeFileSync(
    path.join(reports, `${reportName}.json`),
    `${JSON.stringify({ commit, ...counts, results }, null, 2)}\n`,
  )
}

/** @param {readonly Result[]} results */
function countsOf(results) {
  const count = (/** @type {Result['outcome']} */ wanted) => results.filter(({ outcome }) => outcome === wanted).length
  const [caught, survived] = [count('caught'), count('survived')]
  return { caught, survived, others: results.length - caught - survived }
}

/** @param {ReturnType<typeof countsOf>} counts */
const summaryOf = ({ caught, survived, others }) =>
  `${caught} caught, ${survived} survived${others > 0 ? `, ${others} could not be measured` : ''}`

/** @returns {Result[]} what an earlier run with the same commit has found */
function earlierResults() {
  const file = path.join(reports, `${reportName}.json`)
  if (!options.resume || !existsSync(file)) return []
  /** @type {Result[]} */
  const results = JSON.parse(readFileSync(file, 'utf8')).results
  return results.filter(({ outcome }) => outcome === 'caught' || outcome === 'survived')
}

const { TEST_SUITE: _, ...inherited } = process.env
/** @type {NodeJS.ProcessEnv} */
const environment = { ...inherited, TMPDIR: temporary, TEST_SUITE: options.all ? 'all' : 'quick' }
mkdirSync(logs, { recursive: true })
let exitCode = 0
try {
  openCopy()
  environment.CHROMIUM_PATH = await ensureHeadlessChromium()
  postgres = await startPostgres()
  if (postgres) environment.TEST_POSTGRES_URL = postgres.url
  if (options.control) {
    exitCode = (await control()) === 0 ? 0 : 1
  } else {
    const results = earlierResults()
    const known = new Set(results.map(({ fault }) => fault))
    for (const fault of chosen.filter(({ name }) => !known.has(name))) {
      const result = await measureFault(fault)
      results.push(result)
      console.log(lineOf(result))
      writeReport(results)
    }
    for (const [index, { fault: name, outcome, whole }] of results.entries()) {
      const fault = chosen.find((one) => one.name === name)
      if (!options.whole || outcome !== 'survived' || whole || !fault) continue
      const result = await measureWhole(fault)
      results[index] = result
      console.log(`whole: ${lineOf(result)}`)
      writeReport(results)
    }
    const survivors = results.filter(({ outcome }) => outcome === 'survived')
    if (survivors.length > 0) console.log(`\nSurvivors:\n${survivors.map(({ fault }) => `  ${fault}`).join('\n')}`)
    const counts = countsOf(results)
    const isComplete = results.length === everyFault.length
    if (counts.others > 0 || (isComplete && counts.caught < baseline.caught)) exitCode = 1
    console.log(`\nThe report is ${path.relative(root, reports)}/${reportName}.md.\n${summaryOf(counts)}`)
  }
} finally {
  await close()
}
process.exit(exitCode)
