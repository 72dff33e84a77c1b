/** Rate limits, in memory and in a database that several processes share. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#backend/database/database'
import { openTestDatabase } from '#backend/database/testing'
import { createDatabaseRateLimits } from './database-rate-limits.ts'
import { createMemoryRateLimits } from './memory-rate-limits.ts'
import type { RateLimits } from './rate-limits.ts'

let database: Database
let nowMs = 1_800_000_000_000
const now = () => nowMs
const advance = (seconds: number) => {
  nowMs += seconds * 1_000
}
const silent = { error: () => {} }

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

describe.each([
  ['in memory', () => createMemoryRateLimits(now)],
  ['in the database', () => createDatabaseRateLimits(database, silent, now)],
])('a rate limit %s', (kind, open) => {
  let rateLimits: RateLimits
  beforeEach(() => {
    rateLimits = open()
  })
  const limit = (capacity = 3) => rateLimits.limit(`${kind} ${expect.getState().currentTestName}`, capacity, 30)

  it('allows its capacity at once, then one request at a time as it refills', async () => {
    const limited = limit()
    expect(await Promise.all([limited.take('a'), limited.take('a'), limited.take('a')])).toEqual([0, 0, 0])
    expect(await limited.take('a')).toBe(10)
    expect(await limited.take('b')).toBe(0)
    advance(4)
    expect(await limited.take('a')).toBe(6)
    expect(await limited.left('a')).toBeCloseTo(0.4)
    advance(6)
    expect([await limited.take('a'), await limited.take('a')]).toEqual([0, 10])
    advance(1_000)
    expect([await limited.left('a'), await limited.left('unused')]).toEqual([3, 3])
  })

  it('refunds a token, and never beyond its capacity', async () => {
    const limited = limit(1)
    await limited.take('a')
    await limited.refund('a')
    await limited.refund('a')
    expect([await limited.take('a'), await limited.take('a')]).toEqual([0, 30])
  })

  it('can be exhausted as if all tokens had been taken', async () => {
    const limited = limit(1)
    await limited.exhaust('a')
    expect(await limited.left('a')).toBe(0)
    advance(29)
    expect(await limited.take('a')).toBe(1)
    advance(1)
    expect(await limited.take('a')).toBe(0)
  })

  it('charges more than is left, and remembers the debt', async () => {
    const limited = limit(30)
    expect(await limited.charge('a', 20)).toBe(0)
    expect(await limited.charge('a', 60)).toBe(51)
    expect(await limited.charge('b', 1)).toBe(0)
    advance(50)
    expect([await limited.left('a'), await limited.take('a')]).toEqual([0, 1])
    advance(6)
    expect([await limited.left('a'), await limited.take('a')]).toEqual([6, 0])
    expect(await limited.charge('c', 90)).toBe(61)
    advance(60)
    expect(await limited.charge('c', 1)).toBe(2)
  })

  it('has counters that count from the first event until their window ends', async () => {
    const counter = rateLimits.counter(`${kind} counter`, 60)
    expect([await counter.increment('a'), await counter.increment('a'), await counter.increment('b')]).toEqual([
      1, 2, 1,
    ])
    advance(59)
    expect(await counter.count('a')).toBe(2)
    advance(1)
    expect(await counter.count('a')).toBe(0)
    expect(await counter.increment('a')).toBe(1)
  })
})

it('a rate limit is shared by all processes, and refuses a flood without asking the database again', async () => {
  let statements = 0
  const counted: Database = {
    ...database,
    run(statement) {
      statements += 1
      return database.run(statement)
    },
  }
  const [one, other] = [
    createDatabaseRateLimits(counted, silent, now),
    createDatabaseRateLimits(database, silent, now),
  ].map((rateLimits) => rateLimits.limit('shared', 2, 20))
  expect([await one?.take('someone@example.com'), await other?.take('someone@example.com')]).toEqual([0, 0])
  expect([await one?.take('someone@example.com'), await other?.take('someone@example.com')]).toEqual([10, 10])
  const before = statements
  expect(await Promise.all(Array.from({ length: 100 }, () => one?.take('someone@example.com')))).toContain(10)
  expect(statements).toBe(before)
  const { rows } = await database.run({ text: 'select key from backend.rate_limits', values: [] })
  expect(rows.flat().join()).not.toContain('example.com')
})
