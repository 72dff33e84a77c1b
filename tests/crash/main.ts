/** `npm run test:crash`: kills the server of each set-up, and prints what was lost as a table. */
import { parseArgs } from 'node:util'
import { databases } from '../harness.ts'
import { writeKinds } from './answered-writes.ts'
import { type CrashReport, runCrashes } from './run.ts'
import { type Setup, setups } from './setups.ts'

const { values } = parseArgs({
  options: { kills: { type: 'string', default: '100' }, setup: { type: 'string' }, seed: { type: 'string' } },
})
const kills = Number(values.kills)
const seed = values.seed === undefined ? Date.now() % 2 ** 31 : Number(values.seed)
const wanted = setups.filter((setup) => values.setup === undefined || setup === values.setup)
if (wanted.length === 0 || !(kills > 0) || Number.isNaN(seed)) {
  console.error(`Usage: npm run test:crash -- [--kills 100] [--setup ${setups.join('|')}] [--seed 1]`)
  process.exit(1)
}
console.log(`${kills} kills of each set-up, seed ${seed}`)

const progressInterval = 10
const countOf = (report: CrashReport) => [...report.kills.values()].reduce((sum, count) => sum + count, 0)
const writesOf = ({ writes }: CrashReport) => [...writes.counts.values()].reduce((sum, count) => sum + count, 0)

const reports: CrashReport[] = []
let shown = { lost: 0, violations: 0 }
for (const setup of wanted) {
  if (setup !== 'pglite' && !databases.includes('postgres')) {
    console.log(`${setup}: skipped, because no PostgreSQL is installed`)
    continue
  }
  shown = { lost: 0, violations: 0 }
  const report = await runCrashes({ setup, kills, seed, onKill: (soFar) => showProgress(setup, soFar) })
  showProgress(setup, report)
  reports.push(report)
}

/** Prints what has failed since the last call, and the state of the run after every tenth kill. */
function showProgress(setup: Setup, report: CrashReport): void {
  const done = countOf(report)
  for (const { kind, id, value } of report.lost.slice(shown.lost))
    console.log(`${setup}, kill ${done}: lost ${kind} ${id} ${value}`)
  for (const violation of report.violations.slice(shown.violations)) console.log(`${setup}, kill ${done}: ${violation}`)
  shown = { lost: report.lost.length, violations: report.violations.length }
  if (done % progressInterval !== 0 && done !== kills) return
  console.log(
    `${setup}: ${done} of ${kills} kills, ${writesOf(report)} answered writes, ${report.lost.length} lost, ${report.violations.length} violations`,
  )
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? Number.NaN
}

const rounded = (ms: number) => (Number.isFinite(ms) ? Math.round(ms) : '–')

const rows: (readonly [string, (report: CrashReport) => string | number])[] = [
  ['kills', countOf],
  ...(['server', 'starting server', 'worker', 'primary', 'primary and workers'] as const).map(
    (victim) => [`  of the ${victim}`, ({ kills }: CrashReport) => kills.get(victim) ?? 0] as const,
  ),
  ['answered writes', writesOf],
  ...writeKinds.map((kind) => [`  ${kind}`, ({ writes }: CrashReport) => writes.counts.get(kind) ?? 0] as const),
  ['lost writes', ({ lost }) => lost.length],
  ['violated invariants', ({ violations }) => violations.length],
  ['refused requests', ({ refused }) => refused],
  ['objects compared', ({ checkedObjects }) => checkedObjects],
  ['messages fetched after a reconnect', ({ missedMessages }) => missedMessages],
  ['median restart, ms', ({ restartMs }) => rounded(median(restartMs))],
  ['longest restart, ms', ({ restartMs }) => rounded(Math.max(...restartMs))],
  ['median replacement of a worker, ms', ({ replacedMs }) => rounded(median(replacedMs))],
]
const cell = (value: string | number) => String(value).padStart(10)
console.log(`\n| ${''.padEnd(36)} | ${reports.map(({ setup }) => cell(setup)).join(' | ')} |`)
console.log(`| ${'-'.repeat(36)} | ${reports.map(() => `${'-'.repeat(9)}:`).join(' | ')} |`)
for (const [name, read] of rows)
  console.log(`| ${name.padEnd(36)} | ${reports.map((report) => cell(read(report))).join(' | ')} |`)

const failures = reports.reduce((sum, { lost, violations }) => sum + lost.length + violations.length, 0)
console.log(failures === 0 ? '\nnothing answered was lost' : `\n${failures} failures, seed ${seed}`)
process.exit(failures === 0 && reports.length > 0 ? 0 : 1)
