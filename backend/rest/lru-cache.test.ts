import { expect, it } from 'vitest'
import { LruCache } from './lru-cache.ts'

it('an LRU cache keeps used entries, evicts unused ones, and never exceeds its limit', () => {
  const cache = new LruCache<number>(10)
  cache.set('used', 0)
  for (let n = 1; n <= 1_000; n += 1) {
    cache.set(`${n}`, n)
    expect(cache.get('used')).toBe(0)
  }
  const kept = Array.from({ length: 1_001 }, (_, n) => cache.get(`${n}`)).filter((value) => value !== undefined)
  expect(kept.length).toBeLessThanOrEqual(9)
  expect(cache.get('1')).toBeUndefined()
})

it('an LRU cache is empty after it was cleared', () => {
  const cache = new LruCache<number>(4)
  for (let n = 0; n < 4; n += 1) cache.set(`${n}`, n)
  cache.clear()
  expect([0, 1, 2, 3].map((n) => cache.get(`${n}`))).toEqual([undefined, undefined, undefined, undefined])
})
