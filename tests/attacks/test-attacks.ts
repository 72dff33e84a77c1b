/** Every attack as a test, each on a server of its own; one file for each database, so that both run at once. */
import { describe, expect, it } from 'vitest'
import type { DatabaseKind } from '../harness.ts'
import { runAttack } from './attack.ts'
import { attacks } from './index.ts'

export function testAttacks(database: DatabaseKind): void {
  describe(`a market on ${database} holds against`, () => {
    it.each(attacks)('$name', { timeout: 240_000 }, async (attack) => {
      expect(await runAttack(attack, database, { isQuick: true })).toMatchObject({ held: true })
    })
  })
}
