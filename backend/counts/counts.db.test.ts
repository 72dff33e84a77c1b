/** What counts promise, whether in memory or in a database that several processes share. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#backend/database/database'
import { openTestDatabase } from '#backend/database/testing'
import { createDatabaseCounts } from './database-counts.ts'
import { createMemoryCounts } from './memory-counts.ts'

let database: Database
let nowMs = 1_800_000_000_000
const now = () => nowMs
const pass = (seconds: number) => {
  nowMs += seconds * 1_000
}
const silent = { error: () => {} }

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

describe.each([
  ['in memory', () => createMemoryCounts(now)],
  ['in the database', () => createDatabaseCounts(database, silent, now)],
])('an allowance %s', (kind, open) => {
  let counts = open
  beforeEach(() => {
    const opened = open()
    counts = () => opened
  })
  const allowance = (limit = 3) => counts().allowance(`${kind} ${expect.getState().currentTestName}`, limit, 30)

  it('gives what there is at once, then one after the other as it refills', async () => {
    const many = allowance()
    expect(await Promise.all([many.take('a'), many.take('a'), many.take('a')])).toEqual([0, 0, 0])
    expect(await many.take('a')).toBe(10)
    expect(await many.take('b')).toBe(0)
    pass(4)
    expect(await many.take('a')).toBe(6)
    expect(await many.wait('a')).toBe(6)
    pass(6)
    expect([await many.take('a'), await many.take('a')]).toEqual([0, 10])
    pass(1_000)
    expect([await many.wait('a'), await many.wait('a')]).toEqual([0, 0])
  })

  it('takes back what came to nothing, and no more than there was', async () => {
    const one = allowance(1)
    await one.take('a')
    await one.giveBack('a')
    await one.giveBack('a')
    expect([await one.take('a'), await one.take('a')]).toEqual([0, 30])
  })

  it('is emptied as if all had been taken', async () => {
    const one = allowance(1)
    await one.drain('a')
    expect(await one.wait('a')).toBe(30)
    pass(29)
    expect(await one.take('a')).toBe(1)
    pass(1)
    expect(await one.take('a')).toBe(0)
  })

  it('charges what something has cost, also beyond what there is, and forgets no debt', async () => {
    const time = allowance(30)
    expect(await time.charge('a', 20)).toBe(0)
    expect(await time.charge('a', 60)).toBe(51)
    expect(await time.charge('b', 1)).toBe(0)
    pass(50)
    expect([await time.wait('a'), await time.take('a')]).toEqual([1, 1])
    pass(6)
    expect([await time.wait('a'), await time.take('a')]).toEqual([0, 0])
    expect(await time.charge('c', 90)).toBe(61)
    pass(60)
    expect(await time.charge('c', 1)).toBe(2)
  })

  it('tallies from the first until its time is over', async () => {
    const tally = counts().tally(`${kind} tally`, 60)
    expect([await tally.add('a'), await tally.add('a'), await tally.add('b')]).toEqual([1, 2, 1])
    pass(59)
    expect(await tally.count('a')).toBe(2)
    pass(1)
    expect(await tally.count('a')).toBe(0)
    expect(await tally.add('a')).toBe(1)
  })
})

it('is one allowance for all processes, of which a flood of refusals asks nothing more', async () => {
  let asked = 0
  const listened: Database = {
    ...database,
    run(statement) {
      asked += 1
      return database.run(statement)
    },
  }
  const [one, other] = [createDatabaseCounts(listened, silent, now), createDatabaseCounts(database, silent, now)].map(
    (counts) => counts.allowance('shared', 2, 20),
  )
  expect([await one?.take('someone@example.com'), await other?.take('someone@example.com')]).toEqual([0, 0])
  expect([await one?.take('someone@example.com'), await other?.take('someone@example.com')]).toEqual([10, 10])
  const before = asked
  expect(await Promise.all(Array.from({ length: 100 }, () => one?.take('someone@example.com')))).toContain(10)
  expect(asked).toBe(before)
  const { rows } = await database.run({ text: 'select key from backend.counts', values: [] })
  expect(rows.flat().join()).not.toContain('example.com')
})
