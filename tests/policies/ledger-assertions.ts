/** Expects the ledger's invariants of a test's database. */
import { expect } from 'vitest'
import { violationsQuery } from './ledger-violations.ts'
import type { TestContext } from './test-context.ts'

/** @param stock the stock of each product before any sale */
export async function expectLedgerToBalance(context: TestContext, stock: ReadonlyMap<string, number>): Promise<void> {
  const { rows } = await context.database.run({ text: violationsQuery(stock), values: [] })
  expect(rows).toEqual([])
}
