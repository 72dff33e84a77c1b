import { expect, test } from 'vitest'
import { createPasswords } from './passwords.ts'

test('hashes are salted and match only their own password', async () => {
  const passwords = createPasswords()
  const [one, two] = await Promise.all([passwords.hash('correct horse'), passwords.hash('correct horse')])
  expect(one).not.toBe(two)
  expect(one).toMatch(/^\$2b\$10\$/)
  expect(await passwords.matches('correct horse', one)).toBe(true)
  expect(await passwords.matches('correct horsf', one)).toBe(false)
  expect(await passwords.matches('correct horse', '')).toBe(false)
})

test('a burst of checks runs a few at a time, in order', async () => {
  const passwords = createPasswords({ concurrency: 1 })
  const hash = await passwords.hash('x')
  const order: number[] = []
  await Promise.all([1, 2, 3, 4].map((n) => passwords.matches('x', hash).then(() => order.push(n))))
  expect(order).toEqual([1, 2, 3, 4])
})

test('checks beyond the queue’s limit are refused, and queued ones complete', async () => {
  const passwords = createPasswords({ concurrency: 1, maxQueued: 2 })
  const results = await Promise.allSettled(Array.from({ length: 5 }, () => passwords.matches('x', '')))
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'rejected'])
  expect(results[3]).toMatchObject({ reason: { status: 429, code: 'over_request_rate_limit' } })
  expect(await passwords.matches('x', '')).toBe(false)
})

test('hashing leaves the event loop free', async () => {
  const passwords = createPasswords()
  let turns = 0
  let isHashing = true
  const turn = () => {
    turns += 1
    if (isHashing) setImmediate(turn)
  }
  setImmediate(turn)
  await Promise.all(Array.from({ length: 4 }, () => passwords.hash('correct horse')))
  isHashing = false
  // Hashing on the event loop would allow only a turn or two per hash.
  expect(turns).toBeGreaterThan(100)
})
