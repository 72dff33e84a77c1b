/** Runs each attack as a test on its own server. One file for each database, so that both run concurrently. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DatabaseKind } from '../harness.ts'
import { createMarket, type Market, runAttack } from './attack.ts'
import { attacks } from './index.ts'

export function testAttacks(database: DatabaseKind): void {
  describe(`a marketplace on ${database} blocks`, () => {
    let market: Market
    beforeAll(async () => {
      market = await createMarket(database)
    })
    afterAll(() => market.close())

    it.each(attacks)('$name', { timeout: 240_000 }, async (attack) => {
      const { isBlocked, outcome } = await runAttack(attack, market, { isQuick: true })
      expect(isBlocked, outcome).toBe(true)
    })
  })
}
