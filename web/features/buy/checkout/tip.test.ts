import { describe, expect, it } from 'vitest'
import { offeredTips, readTip } from './tip.ts'

describe('an entered tip', () => {
  it('is an amount in pounds, with or without its sign', () => {
    expect(offeredTips.map(readTip)).toEqual([100, 200, 500])
    expect(['', ' ', '0', '3', '£3.50', '£ 3.5', '50', '50.00'].map(readTip)).toEqual([
      0, 0, 0, 300, 350, 350, 5000, 5000,
    ])
  })

  it('is refused above £50, below a penny, and as any other text', () => {
    for (const text of ['50.01', '100', '-1', '1.001', '1e1', '1,50', 'two']) expect(readTip(text), text).toBeNull()
  })
})
