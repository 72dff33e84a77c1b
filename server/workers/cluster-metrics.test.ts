import { expect, it } from 'vitest'
import { coalesced } from './cluster-metrics.ts'

it('Simultaneous metrics requests share one collection, and a later request collects again, even after a failure', async () => {
  let collections = 0
  const request = coalesced(async () => {
    collections += 1
    if (collections === 2) throw new Error('no worker responded')
    return collections
  })
  expect(await Promise.all([request(), request(), request()])).toEqual([1, 1, 1])
  const failed = await Promise.allSettled([request(), request()])
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await request()).toBe(3)
})
