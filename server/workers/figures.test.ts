/** Figures that many ask for at once. */
import { expect, it } from 'vitest'
import { shared } from './figures.ts'

it('are gathered once for all who ask at the same time, and anew for whoever comes after, also where it failed', async () => {
  let gathered = 0
  const ask = shared(async () => {
    gathered += 1
    if (gathered === 2) throw new Error('no worker answered')
    return gathered
  })
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([1, 1, 1])
  const failed = await Promise.allSettled([ask(), ask()])
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await ask()).toBe(3)
})
