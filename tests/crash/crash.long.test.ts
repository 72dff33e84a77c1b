/** A few kills of each set-up. `npm run test:crash` does the same a hundred times. */
import { expect, it } from 'vitest'
import { databases } from '../harness.ts'
import { runCrashes } from './run.ts'
import { setups } from './setups.ts'

const possible = setups.filter((setup) => setup === 'pglite' || databases.includes('postgres'))

it.each(possible)(
  'A server on %s that is killed twice loses no answered write',
  { timeout: 180_000 },
  async (setup) => {
    const { lost, violations, kills } = await runCrashes({ setup, kills: 2, seed: 1 })
    expect({ lost, violations }).toEqual({ lost: [], violations: [] })
    expect([...kills.values()].reduce((sum, count) => sum + count, 0)).toBe(2)
  },
)
