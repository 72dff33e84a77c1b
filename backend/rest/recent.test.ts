import { expect, it } from 'vitest'
import { Recent } from './recent.ts'

it('keeps what is used, forgets what is not, and never holds more than its limit', () => {
  const recent = new Recent<number>(10)
  recent.set('used', 0)
  for (let n = 1; n <= 1_000; n += 1) {
    recent.set(`${n}`, n)
    expect(recent.get('used')).toBe(0)
  }
  const kept = Array.from({ length: 1_001 }, (_, n) => recent.get(`${n}`)).filter((value) => value !== undefined)
  expect(kept.length).toBeLessThanOrEqual(9)
  expect(recent.get('1')).toBeUndefined()
})

it('has nothing after it was cleared', () => {
  const recent = new Recent<number>(4)
  for (let n = 0; n < 4; n += 1) recent.set(`${n}`, n)
  recent.clear()
  expect([0, 1, 2, 3].map((n) => recent.get(`${n}`))).toEqual([undefined, undefined, undefined, undefined])
})
