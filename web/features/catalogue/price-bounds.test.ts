import { expect, it } from 'vitest'
import { highestOfSlider } from './price-bounds.ts'

it('lets the price slider end ten pounds above the dearest, and at 50 until that is known', () => {
  expect(highestOfSlider({ highestPrice: 35 })).toBe(45)
  expect(highestOfSlider({ highestPrice: 29.5 })).toBe(40)
  expect(highestOfSlider({ highestPrice: null })).toBe(50)
  expect(highestOfSlider(undefined)).toBe(50)
})
