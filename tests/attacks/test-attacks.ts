/** Runs each attack as a test on its own server. One file for each database, so that both run concurrently. */
import { describe, expect, it } from 'vitest'
import type { DatabaseKind } from '../harness.ts'
import { runAttack } from './attack.ts'
import { attacks } from './index.ts'

export function testAttacks(database: DatabaseKind): void {
  describe(`a marketplace on ${database} blocks`, () => {
    it.each(attacks)('$name', { timeout: 240_000 }, async (attack) => {
      const { isBlocked, outcome } = await runAttack(attack, database, { isQuick: true })
      expect(isBlocked, outcome).toBe(true)
    })
  })
}
