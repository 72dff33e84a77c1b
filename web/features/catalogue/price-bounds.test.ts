import { expect, it } from 'vitest'
import { sliderMaximum } from './price-bounds.ts'

it('lets the price slider end ten pounds above the dearest, and at 50 until that is known', () => {
  expect(sliderMaximum({ highestPrice: 35 })).toBe(45)
  expect(sliderMaximum({ highestPrice: 29.5 })).toBe(40)
  expect(sliderMaximum({ highestPrice: null })).toBe(50)
  expect(sliderMaximum(undefined)).toBe(50)
})
