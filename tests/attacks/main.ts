/** `npm run attack`: every attack on a server of its own, on each database that is here, as a table; and what those cost that take time and memory. */
import { inspect } from 'node:util'
import { databases } from '../harness.ts'
import { type AttackResult, createMarket, runAttack } from './attack.ts'
import { type Beside, mostGrowth, mostSlowdown } from './beside.ts'
import { attacks } from './index.ts'

const words = process.argv.slice(2)
const chosen = attacks.filter(({ name }) => words.every((word) => name.includes(word)))

const line = (...cells: readonly string[]) => console.log(`| ${cells.join(' | ')} |`)
const widths = [8, 35, 6] as const
const head = (database: string, name: string, third: string) => [
  database.padEnd(widths[0]),
  name.padEnd(widths[1]),
  third.padEnd(widths[2]),
]

/** An attack that could not even be made says nothing for the server. */
const notMade = (error: unknown): AttackResult => ({ held: false, outcome: `not made: ${inspect(error)}` })

const felt: [string, string, Beside][] = []
let broken = 0
line(...head('database', 'attack', ''), 'tried', 'what came of it')
line(...widths.map((width) => '-'.repeat(width)), '-----', '---------------')
for (const database of databases) {
  const market = await createMarket(database)
  for (const attack of chosen) {
    const { held, outcome, beside } = await runAttack(attack, market, { isQuick: false }).catch(notMade)
    if (!held || beside?.isSlow) broken += 1
    if (beside) felt.push([database, attack.name, beside])
    line(...head(database, attack.name, held ? (beside?.isSlow ? 'SLOW' : 'held') : 'BROKEN'), attack.tried, outcome)
  }
  await market.close()
}

if (felt.length > 0) {
  console.log(
    `\nThe home page, for a visitor from elsewhere (at most ${mostSlowdown} times as long, +${mostGrowth} MB):`,
  )
  line(...head('database', 'attack', 'times'), 'p50 quiet', 'p50 attacked', 'longest', 'memory')
  line(...widths.map((width) => '-'.repeat(width)), '--------:', '-----------:', '------:', '-----:')
  for (const [database, name, { quietMs, busyMs, longestMs, grownBy }] of felt)
    line(
      ...head(database, name, (busyMs / quietMs).toFixed(1)),
      `${quietMs.toFixed(0)} ms`.padStart(9),
      `${busyMs.toFixed(0)} ms`.padStart(12),
      `${longestMs.toFixed(0)} ms`.padStart(7),
      `+${grownBy} MB`,
    )
}
console.log(broken === 0 ? '\nheld against all' : `\n${broken} BROKEN`)
process.exit(broken === 0 ? 0 : 1)
