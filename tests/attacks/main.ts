/** `npm run attack`: runs each attack on its own server and every available database, and prints the results and their cost as tables. */
import { inspect } from 'node:util'
import { everyDatabase } from '../harness.ts'
import { type AttackResult, runAttack } from './attack.ts'
import { attacks } from './index.ts'
import { maxGrowthMb, maxSlowdown, type VisitorImpact } from './visitor-impact.ts'

const words = process.argv.slice(2)
const chosen = attacks.filter(({ name }) => words.every((word) => name.includes(word)))

const line = (...cells: readonly string[]) => console.log(`| ${cells.join(' | ')} |`)
const widths = [8, 35, 7] as const
const head = (database: string, name: string, third: string) => [
  database.padEnd(widths[0]),
  name.padEnd(widths[1]),
  third.padEnd(widths[2]),
]

/** An attack that fails to run does not count as blocked. */
const notRun = (error: unknown): AttackResult => ({ isBlocked: false, outcome: `not run: ${inspect(error)}` })

const impacts: [string, string, VisitorImpact][] = []
let failures = 0
line(...head('database', 'attack', ''), 'tried', 'result')
line(...widths.map((width) => '-'.repeat(width)), '-----', '------')
for (const database of everyDatabase) {
  for (const attack of chosen) {
    const { isBlocked, outcome, visitorImpact } = await runAttack(attack, database, { isQuick: false }).catch(notRun)
    if (!isBlocked || visitorImpact?.isSlow) failures += 1
    if (visitorImpact) impacts.push([database, attack.name, visitorImpact])
    line(
      ...head(database, attack.name, isBlocked ? (visitorImpact?.isSlow ? 'SLOW' : 'blocked') : 'BREACH'),
      attack.tried,
      outcome,
    )
  }
}

if (impacts.length > 0) {
  console.log(
    `\nThe home page, for a visitor from another network (at most ${maxSlowdown} times as long, +${maxGrowthMb} MB):`,
  )
  line(
    ...head('database', 'attack', 'times'),
    'p50 quiet',
    'p50 attacked',
    'p95 quiet',
    'p95 attacked',
    'longest',
    'memory',
  )
  line(
    ...widths.map((width) => '-'.repeat(width)),
    ...['--------:', '-----------:', '--------:', '-----------:', '------:', '-----:'],
  )
  for (const [database, name, { quietMs, busyMs, quietP95Ms, busyP95Ms, longestMs, memoryGrowthMb }] of impacts)
    line(
      ...head(database, name, (busyMs / quietMs).toFixed(1)),
      `${quietMs.toFixed(0)} ms`.padStart(9),
      `${busyMs.toFixed(0)} ms`.padStart(12),
      `${quietP95Ms.toFixed(0)} ms`.padStart(9),
      `${busyP95Ms.toFixed(0)} ms`.padStart(12),
      `${longestMs.toFixed(0)} ms`.padStart(7),
      `+${memoryGrowthMb} MB`,
    )
}
console.log(failures === 0 ? '\nall attacks blocked' : `\n${failures} attacks succeeded or slowed the server`)
process.exit(failures === 0 ? 0 : 1)
