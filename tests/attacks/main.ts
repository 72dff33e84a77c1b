/** `npm run attack`: every attack on a server of its own, on each database that is here, as a table. */
import { databases, startServer } from '../harness.ts'
import { attackedServer } from './attack.ts'
import { attacks } from './index.ts'

const words = process.argv.slice(2)
const chosen = attacks.filter(({ name }) => words.every((word) => name.includes(word)))
let failed = 0
for (const database of databases)
  for (const { name, run } of chosen) {
    const server = await startServer({ database, env: { ...attackedServer, LOG_LEVEL: 'silent' } })
    const { held, outcome } = await run(server).finally(() => server.stop())
    if (!held) failed += 1
    console.log(`| ${database.padEnd(8)} | ${name.padEnd(34)} | ${held ? 'held  ' : 'FAILED'} | ${outcome} |`)
  }
console.log(failed === 0 ? 'held against all' : `${failed} FAILED`)
process.exit(failed === 0 ? 0 : 1)
