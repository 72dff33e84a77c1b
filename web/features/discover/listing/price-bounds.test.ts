import { expect, it } from 'vitest'
import { sliderMaximum } from './price-bounds.ts'

it('ends the price slider ten pounds above the highest price, or at 50 until that is known', () => {
  expect(sliderMaximum({ highestPrice: 35 })).toBe(45)
  expect(sliderMaximum({ highestPrice: 29.5 })).toBe(40)
  expect(sliderMaximum({ highestPrice: null })).toBe(50)
  expect(sliderMaximum(undefined)).toBe(50)
})
