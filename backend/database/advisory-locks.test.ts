import { expect, it } from 'vitest'
import { advisoryLocks } from './advisory-locks.ts'

it('Every advisory lock has a number of its own, so unrelated work never waits', () => {
  const numbers = Object.values(advisoryLocks)
  expect(new Set(numbers).size).toBe(numbers.length)
})
