/** Every attack as a test, each on a server of its own; one file for each database, so that both run at once. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DatabaseKind } from '../harness.ts'
import { createMarket, type Market, runAttack } from './attack.ts'
import { attacks } from './index.ts'

export function testAttacks(database: DatabaseKind): void {
  describe(`a market on ${database} holds against`, () => {
    let market: Market
    beforeAll(async () => {
      market = await createMarket(database)
    })
    afterAll(() => market.close())

    it.each(attacks)('$name', { timeout: 240_000 }, async (attack) => {
      expect(await runAttack(attack, market, { isQuick: true })).toMatchObject({ held: true })
    })
  })
}
